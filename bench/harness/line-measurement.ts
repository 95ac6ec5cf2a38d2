/** One publisher and twenty subscribers, in two processes: how late the slowest are at a steady pace, and how fast all get what goes. */
import type { BusParties, LineKind } from './bus-parties.ts';
import { type Role, startRole } from './conductor.ts';
import type { Timing } from './scenario.ts';
import { median, quantile } from './statistics.ts';

const SUBSCRIBERS = 20;
/** The sides take turns, so that both meet the same neighbours: each figure is the median of so many turns. */
const TURNS = 9;
const SATURATING = 4000;
/** Before anything is measured: a node runs for days, and is not charged for compiling its code. */
const RUN_IN = 20_000;
/** A thousand times as long as it takes. */
const HEARD_WITHIN_MS = 60_000;

export interface LineMeasured {
  readonly p99Ms: number;
  /** For a thousand messages to all subscribers. */
  readonly msPerThousand: number;
  /** Of the subscribers' process, saturated. */
  readonly cpuUsPerDelivery: number;
}

/** One kind of line, with its processes. */
class Side implements AsyncDisposable {
  readonly #publisher: Role<BusParties> = startRole<BusParties>('harness/bus-parties.ts');
  readonly #subscribers: Role<BusParties> = startRole<BusParties>('harness/bus-parties.ts');
  readonly #p99Ms: number[] = [];
  readonly #msPerThousand: number[] = [];
  readonly #cpuUs: number[] = [];

  async open(kind: LineKind, servers: string[]): Promise<void> {
    await this.#subscribers.ask('join', { kind, servers, count: SUBSCRIBERS, label: 'r' });
    await this.#publisher.ask('join', { kind, servers, count: 1, label: 'w' });
    await this.#subscribers.ask('listen');
    await this.#send(RUN_IN);
  }

  async steadily(forMs: number): Promise<void> {
    await this.#subscribers.ask('forget', 0);
    await this.#publisher.ask('publishSteadily', { forMs });
    this.#p99Ms.push(quantile(await this.#subscribers.ask('latencies'), 0.99));
  }

  async saturated(): Promise<void> {
    const before = await this.#subscribers.ask('cpuMs');
    this.#msPerThousand.push(((await this.#send(SATURATING)) * 1000) / SATURATING);
    this.#cpuUs.push((((await this.#subscribers.ask('cpuMs')) - before) * 1000) / (SATURATING * SUBSCRIBERS));
  }

  measured(): LineMeasured {
    return { p99Ms: median(this.#p99Ms), msPerThousand: median(this.#msPerThousand), cpuUsPerDelivery: median(this.#cpuUs) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await Promise.all([this.#publisher.ask('leave'), this.#subscribers.ask('leave')]);
    } finally {
      await Promise.all([this.#publisher[Symbol.asyncDispose](), this.#subscribers[Symbol.asyncDispose]()]);
    }
  }

  /** How many milliseconds it took until all had all. */
  async #send(count: number): Promise<number> {
    await this.#subscribers.ask('forget', count * SUBSCRIBERS);
    const startMs = await this.#publisher.ask('publishAll', count);
    return (await this.#subscribers.ask('last', { withinMs: HEARD_WITHIN_MS })) - startMs;
  }
}

/** Two kinds of line on the same servers, turn by turn. */
export async function measureLines(
  kinds: readonly [LineKind, LineKind],
  servers: string[],
  { warmUpMs, windowMs }: Timing,
): Promise<[LineMeasured, LineMeasured]> {
  await using one = new Side();
  await using other = new Side();
  await one.open(kinds[0], servers);
  await other.open(kinds[1], servers);
  await one.steadily(warmUpMs);
  await other.steadily(warmUpMs);
  for (let turn = 0; turn < TURNS; turn++) {
    const sides = turn % 2 === 0 ? [one, other] : [other, one];
    for (const side of sides) await side.steadily(windowMs / TURNS);
    for (const side of sides) await side.saturated();
  }
  return [one.measured(), other.measured()];
}
