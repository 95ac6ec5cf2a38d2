import { decodeJson, encodeJson } from '../api/messages.ts';
import { type Claim, elevatorKey, floorKey, floorWaysSchema, isElevatorKey, MOST_WAYS, queueSchema, type Waiting } from '../api/ways.ts';
import { type Clock, delay } from '../base/clock.ts';
import { between, type Random } from '../base/random.ts';
import { type Bus, isSilence, type Revision } from '../bus/bus.ts';
import { MAX_PAYLOAD_BYTES } from '../bus/limits.ts';
import { RecordMirror } from '../bus/record-mirror.ts';
import { buckets } from '../bus/subjects.ts';

export type { Claim, Waiting } from '../api/ways.ts';

export interface WaysPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  /** Shared time, now. */
  sharedMs(): number;
  /** Whether a participant is here: who has gone holds nothing. */
  isHere(participant: string): boolean;
}

/** What is not renewed for so long is nobody's: its holder is here, but forgot it. */
export const GOOD_MS = 15_000;
export const RENEW_MS = 5000;
const MOST_TRIES = 12;
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [10, 80];

type Holding = Waiting;

/** Who goes where on each floor, and who waits for which elevator, as all know it who send robots about. Changed by compare-and-swap alone. */
export class Ways implements Disposable {
  readonly #ports: WaysPorts;
  readonly #mirror: RecordMirror<readonly Holding[]>;
  readonly #world: string;
  readonly #status: Disposable;

  constructor(world: string, ports: WaysPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#mirror = new RecordMirror<readonly Holding[]>(ports.bus.bucket(buckets.ways(world)), {
      decode: (bytes, key) => holdingsIn(key, bytes),
      onChange: () => {},
      report: ports.report,
    });
    this.#status = ports.bus.onStatus(({ kind }) => {
      if (kind === 'reconnecting') this.#mirror.expectRelisting();
    });
  }

  [Symbol.dispose](): void {
    this.#status[Symbol.dispose]();
    this.#mirror[Symbol.dispose]();
  }

  get synced(): Promise<void> {
    return this.#mirror.synced;
  }

  /** All that go about on a floor, by those who are here. */
  claims(floor: string | undefined): readonly Claim[] {
    return this.#good(this.#mirror.get(floorKey(floor))?.value ?? []) as readonly Claim[];
  }

  /** Which robots wait for an elevator; the first has it. */
  queue(elevator: string): readonly Waiting[] {
    return this.#good(this.#mirror.get(elevatorKey(elevator))?.value ?? []);
  }

  /**
   * Says where one robot goes: `change` is given all others as they are now, and its own claim, and answers what shall be there; undefined: nothing is changed. It may
   * be asked several times, each time with what has come between. Whether it was written.
   */
  claim(
    floor: string | undefined,
    robot: string,
    change: (others: readonly Claim[], own: Claim | undefined) => Claim | undefined,
  ): Promise<boolean> {
    return this.#swap(floorKey(floor), (all) => {
      const others = (all as readonly Claim[]).filter((claim) => claim.robot !== robot);
      const next = change(
        others,
        (all as readonly Claim[]).find((claim) => claim.robot === robot),
      );
      return next && others.length < MOST_WAYS ? [...others, next] : undefined;
    });
  }

  /** Takes a robot out of a floor's record. */
  async withdraw(floor: string | undefined, robot: string): Promise<void> {
    await this.#leave(floorKey(floor), robot);
  }

  /** At the end of the queue, or renewed where it is. */
  enqueue(elevator: string, robot: string, holder: string): Promise<boolean> {
    return this.#swap(elevatorKey(elevator), (all) => {
      const mine: Holding = { robot, holder, goodUntilMs: this.#ports.sharedMs() + GOOD_MS };
      const index = all.findIndex((waiting) => waiting.robot === robot);
      return index < 0 ? [...all, mine] : all.with(index, mine);
    });
  }

  async dequeue(elevator: string, robot: string): Promise<void> {
    await this.#leave(elevatorKey(elevator), robot);
  }

  async #leave(key: string, robot: string): Promise<void> {
    const isThere = (all: readonly Holding[]) => all.some((holding) => holding.robot === robot);
    if (this.#mirror.isSynced && !isThere(this.#mirror.get(key)?.value ?? [])) return;
    await this.#swap(key, (all) => (isThere(all) ? all.filter((holding) => holding.robot !== robot) : undefined));
  }

  #good<T extends Holding>(holdings: readonly T[]): readonly T[] {
    const nowMs = this.#ports.sharedMs();
    return holdings.filter(
      ({ holder, goodUntilMs }) => goodUntilMs > nowMs && (holder === this.#ports.bus.self || this.#ports.isHere(holder)),
    );
  }

  /** Who has lost its link changes nothing; what it held is nobody's soon. */
  async #swap(key: string, change: (all: readonly Holding[]) => readonly Holding[] | undefined): Promise<boolean> {
    try {
      return await this.#trySwap(key, change);
    } catch (error) {
      if (isSilence(error)) return false;
      throw error;
    }
  }

  async #trySwap(key: string, change: (all: readonly Holding[]) => readonly Holding[] | undefined): Promise<boolean> {
    const { bus, clock, random } = this.#ports;
    const bucket = bus.bucket(buckets.ways(this.#world));
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { value, revision } = await this.#present(key, tries);
      const next = change(this.#good(value));
      const bytes = next && encodeRecord(key, next);
      // Too many, with ways of too many corners: whoever comes last waits until there are fewer.
      if (!bytes || bytes.length > MAX_PAYLOAD_BYTES) return false;
      const result = await bucket.swap(key, revision, bytes);
      if (result.kind === 'applied') return true;
      await delay(clock, between(random, SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS));
    }
    return false;
  }

  /** The mirror is the nearer; who was told of a conflict asks. */
  async #present(key: string, tries: number): Promise<{ value: readonly Holding[]; revision: Revision | undefined }> {
    await this.#mirror.synced;
    const mirrored = this.#mirror.get(key);
    if (tries === 0) return { value: mirrored?.value ?? [], revision: mirrored?.revision };
    const entry = await this.#ports.bus.bucket(buckets.ways(this.#world)).get(key);
    return { value: entry ? holdingsIn(key, entry.value) : [], revision: entry?.revision };
  }
}

function holdingsIn(key: string, bytes: Uint8Array): readonly Holding[] {
  return isElevatorKey(key) ? decodeJson(queueSchema, bytes).waiting : decodeJson(floorWaysSchema, bytes).claims;
}

const encodeRecord = (key: string, holdings: readonly Holding[]): Uint8Array =>
  encodeJson(isElevatorKey(key) ? { version: 1, waiting: holdings } : { version: 1, claims: holdings });
