import { errorSchema, fileCardSchema, filesSchema, modelsSchema } from '../../core/api/http.ts';
import { check } from '../../core/api/messages.ts';
import { encodeBody, MOST_SENT_BODY_BYTES, SENT_BODY_TYPE } from '../../core/api/sent-body.ts';
import { MisuseError } from '../../core/base/errors.ts';
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

/** The catalog of a running hub, and what its worlds keep. */
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

  /** Resolves when all of a world is in the database. */
  async save(world: string): Promise<void> {
    await this.#ask('POST', `/worlds/${world}/save`);
  }

  /** Among the files of a world, in place of those of the same name. */
  async replaceFile(world: string, name: string, text: string): Promise<void> {
    const { files } = check(filesSchema, await (await this.#ask('GET', `/worlds/${world}/files`)).json());
    const added = await this.addFile(world, name, new TextEncoder().encode(text), 'application/json');
    const older = files.filter((file) => file.name === name && file.hash !== added);
    for (const { hash } of older) await this.#ask('DELETE', `/worlds/${world}/files/${hash}`);
  }

  /** Answers the hash that the file is known by. */
  async addFile(world: string, name: string, body: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
    const path = `/worlds/${world}/files?name=${encodeURIComponent(name)}`;
    return check(fileCardSchema, await (await this.#ask('POST', path, { headers: { 'content-type': type }, body })).json()).hash;
  }

  async remove(model: string): Promise<void> {
    await this.#ask('DELETE', `/models/${model}`);
  }

  async #ask(
    method: string,
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
  ): Promise<Response> {
    const token = this.#token;
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body }),
    }).catch((cause: unknown) => {
      throw new DisconnectedError(`no hub answers at ${this.url}`, { cause });
    });
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => undefined);
    throw new HubRefusal(response.status, errorSchema.safeParse(answer).data?.error ?? `${this.url} answered ${response.status}`);
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
