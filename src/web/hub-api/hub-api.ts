import type { z } from 'zod';
import {
  auditSchema,
  chatHistorySchema,
  errorSchema,
  type FileCard,
  fileCardSchema,
  filesSchema,
  type Invitation,
  type inTheWaySchema,
  invitationSchema,
  invitationsSchema,
  type Me,
  meSchema,
  type NewInvitation,
  type NewWorld,
  type Session,
  type SessionRequest,
  type SiteAnswer,
  savedSchema,
  sessionSchema,
  siteAnswerSchema,
  type WorldCard,
  type WorldList,
  worldCardSchema,
  type worldChangeSchema,
  worldsSchema,
} from '../../core/api/http.ts';
import { type Hubs, type HubsHistory, hubsHistorySchema, hubsSchema } from '../../core/api/hubs.ts';
import { check } from '../../core/api/messages.ts';
import { encodeBody, SENT_BODY_TYPE } from '../../core/api/sent-body.ts';
import { explain } from '../../core/base/errors.ts';
import type { Model } from '../../core/robots/model.ts';
import type { ChatLine } from '../link/world-link.ts';

/** The hub did not do what it was asked. `status` 0: it could not be reached. */
export class HubError extends Error {
  override readonly name = 'HubError';
  readonly status: number;

  constructor(message: string, { status, ...options }: ErrorOptions & { readonly status: number }) {
    super(message, options);
    this.status = status;
  }
}

interface Asking {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly json?: unknown;
  readonly body?: Blob;
  readonly headers?: Record<string, string>;
}

export interface PutSite {
  readonly inTheWay: z.infer<typeof inTheWaySchema>;
  /** The tag of the document that is to be replaced; undefined: there is none. */
  readonly instead: string | undefined;
}

/** What the page asks of its hub over HTTP; what moves comes over the link. */
export class HubApi {
  #base: string;
  readonly #token: () => string | undefined;

  /** `base`: without a slash at its end. `token`: of this person's session, while there is one. */
  constructor(base: string, token: () => string | undefined) {
    this.#base = base;
    this.#token = token;
  }

  /** Another hub of the same worlds is asked from now on: the one at this door. */
  moveTo(door: string): void {
    this.#base = new URL(door.replace(/^ws/, 'http')).origin;
  }

  me(): Promise<Me> {
    return this.#json(meSchema, '/me');
  }

  startSession(request: SessionRequest): Promise<Session> {
    return this.#json(sessionSchema, '/sessions', { method: 'POST', json: request });
  }

  /** Takes this browser's cookie away. */
  async endSession(): Promise<void> {
    await this.ask('/sessions', { method: 'DELETE' });
  }

  /** The hubs that share this one's worlds, as it knows them. */
  hubs(): Promise<Hubs> {
    return this.#json(hubsSchema, '/hubs');
  }

  /** What they were like in the last ten minutes. */
  hubsHistory(): Promise<HubsHistory> {
    return this.#json(hubsHistorySchema, '/hubs/history');
  }

  worlds(): Promise<WorldList> {
    return this.#json(worldsSchema, '/worlds');
  }

  createWorld(world: NewWorld): Promise<WorldCard> {
    return this.#json(worldCardSchema, '/worlds', { method: 'POST', json: world });
  }

  changeWorld(world: string, change: z.infer<typeof worldChangeSchema>): Promise<WorldCard> {
    return this.#json(worldCardSchema, `/worlds/${world}`, { method: 'PATCH', json: change });
  }

  async deleteWorld(world: string): Promise<void> {
    await this.ask(`/worlds/${world}`, { method: 'DELETE' });
  }

  saveWorld(world: string): Promise<z.infer<typeof savedSchema>> {
    return this.#json(savedSchema, `/worlds/${world}/save`, { method: 'POST' });
  }

  async putPicture(world: string, picture: Blob): Promise<void> {
    await this.ask(`/worlds/${world}/picture`, { method: 'PUT', body: picture });
  }

  async files(world: string): Promise<readonly FileCard[]> {
    return (await this.#json(filesSchema, `/worlds/${world}/files`)).files;
  }

  /** What somebody shared, as text. */
  async fileText(world: string, hash: string): Promise<string> {
    return await (await this.ask(`/worlds/${world}/files/${hash}`)).text();
  }

  shareFile(world: string, file: File): Promise<FileCard> {
    return this.#json(fileCardSchema, `/worlds/${world}/files?name=${encodeURIComponent(file.name)}`, { method: 'POST', body: file });
  }

  /** The document of a world's building, and the tag that tells it from others; undefined: it has none. */
  async site(world: string): Promise<{ readonly document: string; readonly tag: string } | undefined> {
    const response = await this.#send(`/worlds/${world}/site`);
    const answer = await accepted(response);
    if (answer.status === 204) return undefined;
    return { document: await answer.text(), tag: answer.headers.get('etag') ?? '' };
  }

  /** Makes a document the building of a running world, in place of the one with that tag (undefined: of none). Refused with status 412 when that is another by now. */
  async putSite(world: string, document: string, { inTheWay, instead }: PutSite): Promise<SiteAnswer> {
    const headers = { 'content-type': 'application/json', ...(instead === undefined ? { 'if-none-match': '*' } : { 'if-match': instead }) };
    const path = `/worlds/${world}/site?${new URLSearchParams({ inTheWay })}`;
    const response = await this.#send(path, { method: 'PUT', body: new Blob([document]), headers });
    const isOfBuilding = response.status === 409 || response.status === 422;
    const known = siteAnswerSchema.safeParse(isOfBuilding ? await response.clone().json() : undefined);
    return known.success ? known.data : this.#read(siteAnswerSchema, path, await accepted(response));
  }

  async chat(world: string): Promise<readonly ChatLine[]> {
    return (await this.#json(chatHistorySchema, `/worlds/${world}/chat`)).lines;
  }

  async invitations(world: string): Promise<readonly Invitation[]> {
    return (await this.#json(invitationsSchema, `/worlds/${world}/invitations`)).invitations;
  }

  invite(world: string, invitation: NewInvitation): Promise<Invitation> {
    return this.#json(invitationSchema, `/worlds/${world}/invitations`, { method: 'POST', json: invitation });
  }

  async revoke(world: string, invitation: string): Promise<void> {
    await this.ask(`/worlds/${world}/invitations/${invitation}`, { method: 'DELETE' });
  }

  async audit(world: string): Promise<z.infer<typeof auditSchema>['entries']> {
    return (await this.#json(auditSchema, `/worlds/${world}/audit`)).entries;
  }

  /** The encoded triangles of an imported body, by their hash. */
  async mesh(hash: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.ask(`/meshes/${hash}`)).arrayBuffer());
  }

  /** With the encoded meshes it refers to, for everybody at once. `add`: refused with status 412 when the id is taken. */
  async putModel(model: Model, meshes: Iterable<Uint8Array>, how: 'add' | 'replace'): Promise<void> {
    const body = new Blob([encodeBody(model, meshes)]);
    const headers = { 'content-type': SENT_BODY_TYPE, ...(how === 'add' && { 'if-none-match': '*' }) };
    await this.ask(`/models/${model.id}`, { method: 'PUT', body, headers });
  }

  async deleteModel(model: string): Promise<void> {
    await this.ask(`/models/${model}`, { method: 'DELETE' });
  }

  /** A zip of URDF and glTF. */
  async exportModel(model: string): Promise<Blob> {
    return await (await this.ask(`/models/${model}/export`)).blob();
  }

  auditTableUrl(world: string): string {
    return `${this.#base}/api/v1/worlds/${world}/audit?format=csv`;
  }

  /** Where the hub's door for participants of this world is. */
  doorOf(world: string): string {
    return `${this.#base.replace(/^http/, 'ws')}/v1/worlds/${world}`;
  }

  /** A refusal becomes a HubError in the hub's own words, but for a 304. */
  async ask(path: string, asking?: Asking): Promise<Response> {
    return await accepted(await this.#send(path, asking));
  }

  async #send(path: string, { method = 'GET', json, body, headers = {} }: Asking = {}): Promise<Response> {
    const token = this.#token();
    const sent = { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    try {
      return await fetch(`${this.#base}/api/v1${path}`, {
        method,
        headers: json === undefined ? sent : { ...sent, 'content-type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(body !== undefined && { body }),
      });
    } catch (cause) {
      throw new HubError('The hub cannot be reached. Is it running, and is this machine on its network?', { status: 0, cause });
    }
  }

  async #json<S extends z.ZodType>(schema: S, path: string, asking?: Asking): Promise<z.output<S>> {
    return await this.#read(schema, path, await this.ask(path, asking));
  }

  async #read<S extends z.ZodType>(schema: S, path: string, response: Response): Promise<z.output<S>> {
    try {
      return check(schema, await response.json());
    } catch (cause) {
      throw new HubError(`The hub's answer to ${path} is not understood (${explain(cause)}). Load this page again.`, {
        status: response.status,
        cause,
      });
    }
  }
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok || response.status === 304) return response;
  throw new HubError(await reasonOf(response), { status: response.status });
}

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return check(errorSchema, JSON.parse(text)).error;
  } catch {
    // Not our hub's words: a proxy's page, perhaps.
    return `The hub answered with ${response.status} ${response.statusText}.`;
  }
}
