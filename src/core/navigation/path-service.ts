/** getPath: the way from one place to another, asked of whoever plans in this world. The rules are in SPEC.md. */
import { check, decodeJson, encodeJson } from '../api/messages.ts';
import type { Clock } from '../base/clock.ts';
import { MalformedError } from '../base/errors.ts';
import { pick, type Random } from '../base/random.ts';
import { type Bus, isSilence } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { ANNOUNCE_MS } from './path-host.ts';
import {
  type PathAnswer,
  type PathHostWord,
  type PathRequestDraft,
  pathAnswerSchema,
  pathHostSchema,
  pathRequestSchema,
} from './path-messages.ts';

export { PathHost, type PathHostPorts } from './path-host.ts';
export * from './path-messages.ts';

/** What a journey needs of it. */
export interface PathAsking {
  /** Answers always, and never rejects for want of a host: then it is `refused`. */
  ask(request: PathRequestDraft): Promise<PathAnswer>;
}

export interface PathServicePorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

const FORGET_MS = 3 * ANNOUNCE_MS;
/** Who plans here, is answered at once or not at all. */
const ROLL_CALL_MS = 1000;
/** A sampling planner may take seconds on a large floor. */
const ANSWER_MS = 10_000;
/** Who did not answer is asked last for so long. */
const SILENT_MS = 30_000;
const MOST_HOSTS = 3;

interface KnownHost {
  readonly word: PathHostWord;
  readonly heardMs: number;
}

/** The asking side: knows who plans here by what they announce, asks whoever has least to do, and another one where that is silent. */
export class PathService implements PathAsking, Disposable {
  readonly #world: string;
  readonly #ports: PathServicePorts;
  readonly #hosts = new Map<string, KnownHost>();
  readonly #silentUntilMs = new Map<string, number>();
  /** What was asked of each since it last said how much it has to do. */
  readonly #asked = new Map<string, number>();
  readonly #listening: Disposable;

  constructor(world: string, ports: PathServicePorts) {
    this.#world = world;
    this.#ports = ports;
    this.#listening = ports.bus.subscribe(subjects.pathHost(world, '*'), ({ payload, from }) => this.#hear(payload, from));
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  /** Who was heard lately, in the order in which they would be asked. */
  get hosts(): readonly PathHostWord[] {
    return this.#known().map(({ word }) => word);
  }

  /** All planners that can be asked for by name; asks who plans here if nobody was heard yet. */
  async planners(): Promise<PathHostWord['planners']> {
    if (this.hosts.length === 0) await this.#rollCall();
    return [...new Map(this.hosts.flatMap(({ planners }) => planners.map((planner) => [planner.name, planner]))).values()];
  }

  async ask(draft: PathRequestDraft): Promise<PathAnswer> {
    const request = check(pathRequestSchema, draft);
    if (this.hosts.length === 0) await this.#rollCall();
    const tried: string[] = [];
    let refusal: PathAnswer | undefined;
    while (tried.length < MOST_HOSTS) {
      const [host] = this.#known().filter(({ word }) => !tried.includes(word.host) && isServing(word, request.planner));
      if (!host) break;
      tried.push(host.word.host);
      const answer = await this.#askOne(host.word.host, encodeJson(request));
      if (answer && answer.kind !== 'refused') return answer;
      refusal = answer ?? refusal;
    }
    if (refusal) return refusal;
    if (tried.length > 0) return { kind: 'refused', reason: `${tried.join(', ')} did not answer; try again in a few seconds` };
    const anybody = this.hosts.length > 0;
    return {
      kind: 'refused',
      reason: anybody
        ? `nobody here plans with ${request.planner}`
        : 'nobody plans ways in this world at the moment; a hub does when it runs',
    };
  }

  async #askOne(host: string, payload: Uint8Array): Promise<PathAnswer | undefined> {
    const { bus, clock } = this.#ports;
    this.#asked.set(host, (this.#asked.get(host) ?? 0) + 1);
    try {
      return decodeJson(pathAnswerSchema, await bus.request(subjects.paths(this.#world, host), payload, { timeoutMs: ANSWER_MS }));
    } catch (error) {
      if (!isSilence(error) && !(error instanceof MalformedError)) throw error;
      if (error instanceof MalformedError) this.#ports.report(error);
      this.#silentUntilMs.set(host, clock.now() + SILENT_MS);
      return undefined;
    }
  }

  async #rollCall(): Promise<void> {
    const { bus } = this.#ports;
    try {
      const answer = await bus.request(subjects.pathHosts(this.#world), new Uint8Array(), { timeoutMs: ROLL_CALL_MS });
      const { host } = decodeJson(pathHostSchema, answer);
      this.#hear(answer, host);
    } catch (error) {
      if (error instanceof MalformedError) this.#ports.report(error);
      else if (!isSilence(error)) throw error;
    }
  }

  #hear(payload: Uint8Array, from: string): void {
    try {
      const word = decodeJson(pathHostSchema, payload);
      if (word.host !== from) throw new MalformedError(`${from} announces paths as ${word.host}`);
      this.#hosts.set(word.host, { word, heardMs: this.#ports.clock.now() });
      this.#asked.delete(word.host);
    } catch (error) {
      this.#ports.report(error);
    }
  }

  /** The silent last, then by how much they have to do; by lot among equals, so that many askers do not all choose the same. */
  #known(): KnownHost[] {
    const nowMs = this.#ports.clock.now();
    for (const [host, { heardMs }] of this.#hosts) if (nowMs - heardMs > FORGET_MS) this.#hosts.delete(host);
    const left = [...this.#hosts.values()];
    const shuffled: KnownHost[] = [];
    while (left.length > 0) {
      const one = pick(this.#ports.random, left);
      left.splice(left.indexOf(one), 1);
      shuffled.push(one);
    }
    const isSilent = ({ word }: KnownHost) => ((this.#silentUntilMs.get(word.host) ?? 0) > nowMs ? 1 : 0);
    const load = ({ word }: KnownHost) => word.waiting + (this.#asked.get(word.host) ?? 0);
    return shuffled.sort((a, b) => isSilent(a) - isSilent(b) || load(a) - load(b));
  }
}

const isServing = ({ planners }: PathHostWord, planner: string | undefined): boolean =>
  planner === undefined || planners.some(({ name }) => name === planner);
