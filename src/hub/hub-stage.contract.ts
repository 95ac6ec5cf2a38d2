import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Invitation, NewInvitation, Session } from '../core/api/http.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { connectSocketBus, type SocketBus } from '../transports/socket/client.ts';
import { type Hub, type HubOptions, startHub } from './hub.ts';
import { Seal } from './sessions/seal.ts';

/** A real hub in this process, on a free port, and what tests do with it. */
export class HubStage implements AsyncDisposable {
  readonly hub: Hub;
  readonly #open: SocketBus[] = [];

  private constructor(hub: Hub) {
    this.hub = hub;
  }

  /** On all addresses, so that nobody is let in without a link, unless told otherwise. */
  static async start(options: Partial<HubOptions> = {}): Promise<HubStage> {
    const log = pino({ level: 'silent' });
    const usual = { host: '0.0.0.0', publicHost: '127.0.0.1', port: 0, db: ':memory:', world: 'w', content: 'nothing' } as const;
    return new HubStage(await startHub({ ...usual, allowedOrigins: [], log, ...options }));
  }

  call(
    route: string,
    { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const [method = 'GET', path = '/'] = route.split(' ');
    return fetch(`${this.hub.url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  }

  /** The answer as JSON; throws when it is an error. */
  async get<T>(route: string, options: { token?: string; body?: unknown } = {}): Promise<T> {
    const response = await this.call(route, options);
    if (!response.ok) throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  async session(link: string, name = 'Somebody'): Promise<Session> {
    return this.get<Session>('POST /api/v1/sessions', { body: { link, name } });
  }

  administrator(): Promise<Session> {
    return this.session(this.hub.administratorLink, 'Root');
  }

  async invite(asked: NewInvitation, world?: string): Promise<Invitation> {
    const { token } = await this.administrator();
    const place = world === undefined ? '/api/v1/invitations' : `/api/v1/worlds/${world}/invitations`;
    return this.get<Invitation>(`POST ${place}`, { token, body: asked });
  }

  /** Signed like ours, but not by us. */
  async forged(invitation: string): Promise<string> {
    const expiresAtMs = Date.now() + 3_600_000;
    return new Seal(randomBytes(32)).sign('session', { invitation, name: 'Eve', expiresAtMs });
  }

  /** A participant's connection to a world; it is closed with the stage. */
  async connect(name: string, options: { token?: string; world?: string; report?: (error: unknown) => void } = {}): Promise<SocketBus> {
    const { world = 'w', report = () => {}, token } = options;
    const url = `${this.hub.url.replace('http', 'ws')}/v1/worlds/${world}`;
    const bus = await connectSocketBus({
      url,
      world,
      name,
      report,
      clock: systemClock,
      random: systemRandom,
      ...(token !== undefined && { token }),
    });
    this.#open.push(bus);
    return bus;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#open.map((bus) => bus.drain()));
    await this.hub.close();
  }
}
