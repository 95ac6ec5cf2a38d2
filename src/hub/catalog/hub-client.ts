import { errorSchema, fileCardSchema, modelsSchema, type SiteAnswer, siteAnswerSchema } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { encodeBody, MOST_SENT_BODY_BYTES, SENT_BODY_TYPE } from '../../core/api/sent-body.ts';
import { MisuseError } from '../../core/base/errors.ts';
import type { InTheWay } from '../../core/buildings/buildings.ts';
import { DisconnectedError } from '../../core/bus/bus.ts';
import { type Model, modelSchema } from '../../core/robots/robots.ts';
import type { ImportedBody } from '../../formats/formats.ts';
import { DEFAULT_PORT, normaliseUrl } from '../../library/hub-url.ts';
import { beginSession } from '../../library/session.ts';

/** Which hub, and who asks. */
export interface HubIdentity {
  /** An address of a hub or a join link; undefined: that of the link, or the hub of this machine. */
  readonly hub: string | undefined;
  /** A join link, or what stands behind its `#`. */
  readonly link: string | undefined;
  readonly name: string;
}

/** The hub has answered, and it is no. */
export class HubRefusal extends Error {
  override readonly name = 'HubRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** The catalog of a running hub, and the buildings of its worlds. */
export class HubClient {
  /** Its address. */
  readonly url: string;
  readonly #token: string | undefined;

  private constructor(hub: string, token: string | undefined) {
    this.url = hub;
    this.#token = token;
  }

  /** Rejects with RefusedError if the hub does not take the link, with DisconnectedError if none answers, with MisuseError for what is no address. */
  static async come({ hub, link, name }: HubIdentity): Promise<HubClient> {
    const whole = link?.includes('#') ? link : undefined;
    const address = normaliseUrl(hub ?? whole ?? `http://127.0.0.1:${DEFAULT_PORT}`);
    if (address.kind === 'wrong') throw new MisuseError(address.reason);
    const shown = link ?? address.link;
    return new HubClient(address.hub, shown === undefined ? undefined : (await beginSession(address.hub, { link: shown, name })).token);
  }

  async models(): Promise<Model[]> {
    const { models } = check(modelsSchema, await (await this.#ask('GET', '/models')).json());
    return models.map((model) => check(modelSchema, model));
  }

  /** `add` leaves one that has the id already as it is: that is a refusal, with status 412. */
  async put({ model, meshes }: ImportedBody, how: 'add' | 'replace'): Promise<number> {
    const body = encodeBody(model, meshes.values());
    if (body.length > MOST_SENT_BODY_BYTES)
      throw new HubRefusal(
        413,
        `${model.name} has ${megabytes(body.length)}, hubs take ${megabytes(MOST_SENT_BODY_BYTES)}; use coarser meshes`,
      );
    await this.#ask('PUT', `/models/${model.id}`, {
      headers: { 'content-type': SENT_BODY_TYPE, ...(how === 'add' && { 'if-none-match': '*' }) },
      body,
    });
    return body.length;
  }

  async export(model: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#ask('GET', `/models/${model}/export`)).arrayBuffer());
  }

  /** Makes this document, with the texts of all floors in it, the building of a running world. A refusal that is about the building is an answer. */
  async putSite(world: string, document: string, inTheWay: InTheWay): Promise<SiteAnswer> {
    const body = new TextEncoder().encode(document);
    const query = new URLSearchParams({ inTheWay });
    const response = await this.#send('PUT', `/worlds/${world}/site?${query}`, { headers: { 'content-type': 'application/json' }, body });
    const answer: unknown = await response.json().catch(() => undefined);
    const known = siteAnswerSchema.safeParse(answer);
    if (known.success) return known.data;
    throw refusalOf(this.url, response.status, answer);
  }

  /** Answers the hash that the file is known by. */
  async addFile(world: string, name: string, body: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
    const path = `/worlds/${world}/files?name=${encodeURIComponent(name)}`;
    return check(fileCardSchema, await (await this.#ask('POST', path, { headers: { 'content-type': type }, body })).json()).hash;
  }

  async remove(model: string): Promise<void> {
    await this.#ask('DELETE', `/models/${model}`);
  }

  async #ask(method: string, path: string, sent?: Sent): Promise<Response> {
    const response = await this.#send(method, path, sent);
    if (response.ok) return response;
    throw refusalOf(this.url, response.status, await response.json().catch(() => undefined));
  }

  async #send(method: string, path: string, { headers, body }: Sent = {}): Promise<Response> {
    const token = this.#token;
    return await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body }),
    }).catch((cause: unknown) => {
      throw new DisconnectedError(`no hub answers at ${this.url}`, { cause });
    });
  }
}

const refusalOf = (url: string, status: number, answer: unknown): HubRefusal =>
  new HubRefusal(status, errorSchema.safeParse(answer).data?.error ?? `${url} answered ${status}`);

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
