import { setTimeout as pause } from 'node:timers/promises';
import { bytesToText, textToBytes } from '../../core/base/bytes.ts';
import type { Bucket, Bus, Revision } from '../../core/bus/bus.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { NatsBackbone } from './nats.ts';
import { PrivateNats } from './private-nats.contract.ts';

const STATE_EVERY_MS = 10;
/** What was written before a server died, and after. */
const CALM_MS = 700;
/** How long the records may take to be written again. */
const PATIENCE_MS = 30_000;
const SERVERS = 3;

export interface ServerKill {
  readonly server: string;
  /** The longest time between two states that arrived. */
  readonly gapMs: number;
  /** From the kill until a swap was applied, and until somebody else had seen it. */
  readonly swappedMs: number;
  readonly seenMs: number;
}

export interface NatsServersReport {
  readonly kills: readonly ServerKill[];
  /** Swaps that were answered as applied, and those of which nothing is known. */
  readonly applied: number;
  readonly unknown: number;
  readonly problems: readonly string[];
}

/** Two hubs on a cluster, one of whose servers is killed again and again while states flow and records are written. */
export async function killServers(times: number, say: (line: string) => void): Promise<NatsServersReport> {
  await using nats = await PrivateNats.start({ servers: SERVERS });
  const problems: string[] = [];
  const join = (label: string) =>
    NatsBackbone.connect({
      servers: nats.addresses,
      space: 'kills',
      label,
      clock: systemClock,
      defer: queueMicrotask,
      report: (error) => problems.push(`${label}: ${error}`),
    });
  await using one = await join('hub-1');
  await using another = await join('hub-2');
  const [ann, ben] = [one.connect('ann'), another.connect('ben')];
  using states = new States(ann, ben);
  const counting = new Counting(ann.bucket('own'), ben.bucket('own'));
  const kills: ServerKill[] = [];
  for (let round = 0; round < times; round++) {
    await pause(CALM_MS);
    states.forget();
    const killedMs = performance.now();
    await nats.kill(round % SERVERS);
    await counting.wroteSince(killedMs);
    await pause(CALM_MS);
    const kill: ServerKill = {
      server: `nats-${(round % SERVERS) + 1}`,
      gapMs: states.longestGapMs,
      swappedMs: counting.firstAppliedSince(killedMs) - killedMs,
      seenMs: counting.firstSeenSince(killedMs) - killedMs,
    };
    kills.push(kill);
    say(
      `round ${String(round + 1).padStart(2)}  ${kill.server} killed  states ${kill.gapMs.toFixed(0)} ms apart at most  ` +
        `a record written after ${kill.swappedMs.toFixed(0)} ms, seen after ${kill.seenMs.toFixed(0)} ms`,
    );
    nats.restart(round % SERVERS);
    await nats.whole('kills');
  }
  await counting.end();
  problems.push(...counting.problems);
  return { kills, applied: counting.applied, unknown: counting.unknown, problems };
}

/** A state a hundred times a second from one hub to the other, as a robot that is driven sends it. */
class States implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #lastMs = performance.now();
  longestGapMs = 0;

  constructor(from: Bus, to: Bus) {
    to.subscribe('v1.w.r.st.puma', () => {
      const nowMs = performance.now();
      this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#lastMs);
      this.#lastMs = nowMs;
    });
    this.#timer = setInterval(() => from.publish('v1.w.r.st.puma', new Uint8Array(40)), STATE_EVERY_MS);
  }

  forget(): void {
    this.longestGapMs = 0;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** Counts in a record, one swap after the other; what was acknowledged must be there. */
class Counting {
  readonly #bucket: Bucket;
  readonly #appliedMs: number[] = [];
  readonly #seenMs: number[] = [];
  readonly problems: string[] = [];
  applied = 0;
  unknown = 0;
  #count = 0;
  #seen = 0;
  #revision: Revision | undefined;
  #isOver = false;
  readonly #working: Promise<void>;

  constructor(bucket: Bucket, watched: Bucket) {
    this.#bucket = bucket;
    watched.watch((event) => {
      if (event.kind !== 'value') return;
      const count = Number(bytesToText(event.entry.value));
      if (count < this.#seen) this.problems.push(`after ${this.#seen} somebody was told ${count}`);
      if (count > this.#seen) this.#seenMs.push(performance.now());
      this.#seen = count;
    });
    this.#working = this.#work();
  }

  async wroteSince(sinceMs: number): Promise<void> {
    const giveUpMs = performance.now() + PATIENCE_MS;
    while (Number.isNaN(this.firstSeenSince(sinceMs)) || Number.isNaN(this.firstAppliedSince(sinceMs))) {
      if (performance.now() > giveUpMs) throw new Error(`no record was written for ${PATIENCE_MS / 1000} s after a server was killed`);
      await pause(10);
    }
  }

  firstAppliedSince(sinceMs: number): number {
    return this.#appliedMs.find((atMs) => atMs > sinceMs) ?? Number.NaN;
  }

  firstSeenSince(sinceMs: number): number {
    return this.#seenMs.find((atMs) => atMs > sinceMs) ?? Number.NaN;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#working;
    const last = await this.#bucket.get('puma');
    const found = last && Number(bytesToText(last.value));
    if (found !== this.#count) this.problems.push(`${this.#count} was acknowledged, and ${found} is there`);
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      const result = await this.#bucket.swap('puma', this.#revision, textToBytes(`${this.#count + 1}`));
      if (result.kind === 'applied') {
        this.applied++;
        this.#count++;
        this.#revision = result.revision;
        this.#appliedMs.push(performance.now());
      } else if (result.kind === 'unknown') await this.#lookUp();
      else this.problems.push(`a swap after ${this.#count} met a conflict, and nobody else writes`);
      await pause(5);
    }
  }

  /** It may have been written or not: what is there tells, for nobody else writes. */
  async #lookUp(): Promise<void> {
    this.unknown++;
    try {
      const entry = await this.#bucket.get('puma');
      const found = entry === undefined ? 0 : Number(bytesToText(entry.value));
      if (found !== this.#count && found !== this.#count + 1) this.problems.push(`${this.#count} was acknowledged, and ${found} is there`);
      this.#count = found;
      this.#revision = entry?.revision;
    } catch {
      // Asked again after the next swap.
    }
  }
}
