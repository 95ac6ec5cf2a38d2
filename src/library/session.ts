import { errorSchema, sessionSchema } from '../core/api/http.ts';
import { check } from '../core/api/messages.ts';
import { isId } from '../core/base/ids.ts';
import { DisconnectedError } from '../core/bus/bus.ts';
import { RefusedError } from '../transports/socket/close-reason.ts';

/** What a join link is good for. */
export interface BegunSession {
  readonly token: string;
  /** The only world it opens; undefined: all of the hub. */
  readonly world: string | undefined;
}

/** Shows a join link to a hub. Rejects with RefusedError if it does not take it, with DisconnectedError if no hub answers. */
export async function beginSession(hub: string, { link, name }: { link: string; name: string }): Promise<BegunSession> {
  const response = await ask(`${hub}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link, name }),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new RefusedError('not-admitted', errorSchema.safeParse(answer).data?.error ?? `${hub} answered ${response.status}`);
  const { token, world } = check(sessionSchema, answer);
  return { token, world };
}

/** The world of a hub for those who name none; undefined if it does not say. */
export async function homeOf(hub: string, token: string | undefined): Promise<string | undefined> {
  const response = await ask(`${hub}/health`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  const { home } = (await response.json()) as { home?: unknown };
  return typeof home === 'string' && isId(home) ? home : undefined;
}

async function ask(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (cause) {
    throw new DisconnectedError(`no hub answers at ${url}`, { cause });
  }
}
