import {
  check,
  decodeJson,
  encodeJson,
  type LeaderRecord,
  leaderSchema,
  setupSchema,
  type WorldFloor,
  type WorldSetup,
  worldTimeSchema,
} from '../api/messages.ts';
import { delay } from '../base/clock.ts';
import { randomId } from '../base/random.ts';
import type { Bucket } from '../bus/bus.ts';
import { type MirroredRecord, RecordMirror } from '../bus/record-mirror.ts';
import { buckets } from '../bus/subjects.ts';
import { ClockSync, LEADER_KEY } from './clock-sync.ts';
import type { WorldContext } from './context.ts';
import type { Roster } from './roster.ts';
import { changed, initialWorldTime, type TimeChange, type WorldTimeRecord } from './world-time.ts';

const SETUP_KEY = 'setup';
const TIME_KEY = 'time';
const RETRY_MS = 50;
const TRIES = 40;

type TimeRecord =
  | { readonly kind: 'setup'; readonly setup: WorldSetup }
  | { readonly kind: 'leader'; readonly leader: LeaderRecord }
  | { readonly kind: 'time'; readonly time: WorldTimeRecord };

export class WorldTimeConflictError extends Error {
  override readonly name = 'WorldTimeConflictError';
}

/** The records all participants need before they can agree on anything: how the world is set up, whose clock leads, what time it is. */
export class Timekeeping {
  readonly #context: WorldContext;
  readonly #bucket: Bucket;
  readonly #mirror: RecordMirror<TimeRecord>;
  readonly #sync: ClockSync;
  readonly #founder: WorldSetup | undefined;
  readonly #onSetup: (setup: WorldSetup) => void;
  readonly #onTime: (record: WorldTimeRecord) => void;
  #isFounding = false;

  constructor(
    context: WorldContext,
    roster: Roster,
    options: {
      mayLead: boolean;
      /** Creates the world's records if nobody has. */
      founder: WorldSetup | undefined;
      onSetup: (setup: WorldSetup) => void;
      onTime: (record: WorldTimeRecord) => void;
      onClockLost: () => void;
      onLeaderChange: () => void;
    },
  ) {
    this.#context = context;
    this.#bucket = context.bus.bucket(buckets.time(context.world));
    this.#founder = options.founder;
    this.#onSetup = options.onSetup;
    this.#onTime = options.onTime;
    this.#sync = new ClockSync(context, roster, {
      bucket: this.#bucket,
      mayLead: options.mayLead,
      onLost: options.onClockLost,
      onLeaderChange: options.onLeaderChange,
    });
    this.#mirror = new RecordMirror(this.#bucket, {
      decode: decodeTimeRecord,
      onChange: (_, record) => record && this.#changed(record),
      report: context.report,
    });
  }

  get isReady(): boolean {
    return this.#mirror.get(SETUP_KEY) !== undefined && this.#mirror.get(TIME_KEY) !== undefined && this.#context.shared.isSynced;
  }

  get isLeading(): boolean {
    return this.#sync.isLeading;
  }

  /** Whose clock leads, and for which time in a row. */
  get leader(): LeaderRecord | undefined {
    return this.#sync.leader;
  }

  expectRelisting(): void {
    this.#mirror.expectRelisting();
  }

  /** This machine slept, or its clock was set. `beforeMs`: shared time when it last looked at its clock before. */
  clockLeapt(beforeMs: number): void {
    this.#sync.clockLeapt(beforeMs);
  }

  tick(): void {
    if (!this.#mirror.isSynced) return;
    this.#sync.tick();
    if (this.#founder && !this.#isFounding && this.#context.shared.isSynced) void this.#found(this.#founder);
  }

  /** Changes the course of world time. Others may be at it too: it is tried again on what they made of it. */
  async change(change: TimeChange): Promise<WorldTimeRecord> {
    const nonce = randomId(this.#context.random, 12);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const known = this.#mirror.get(TIME_KEY);
      if (known?.value.kind === 'time') {
        const { nonces = [] } = known.value.time;
        // The answer to an earlier try was lost.
        if (nonces.includes(nonce)) return known.value.time;
        const next = { ...changed(known.value.time, change, this.#context.shared.now()), nonces: [...nonces.slice(-7), nonce] };
        const result = await this.#bucket.swap(TIME_KEY, known.revision, encodeJson(next));
        if (result.kind === 'applied') return next;
      }
      await delay(this.#context.clock, RETRY_MS);
    }
    throw new WorldTimeConflictError(
      `world time could not be changed in ${TRIES} tries; the records are out of reach, or others change it all the time`,
    );
  }

  /** Says which floors the world has from now on. Only hubs may; others' words do not reach the records. */
  async setFloors(floors: readonly WorldFloor[]): Promise<void> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const known = this.#mirror.get(SETUP_KEY);
      if (known?.value.kind === 'setup') {
        const { setup } = known.value;
        const wanted = check(setupSchema, { ...setup, floors });
        if (JSON.stringify(setup.floors ?? []) === JSON.stringify(wanted.floors)) return;
        await this.#bucket.swap(SETUP_KEY, known.revision, encodeJson(wanted));
      }
      await delay(this.#context.clock, RETRY_MS);
    }
    throw new WorldTimeConflictError(`the floors of the world could not be changed in ${TRIES} tries; are the records out of reach?`);
  }

  [Symbol.dispose](): void {
    this.#sync[Symbol.dispose]();
    this.#mirror[Symbol.dispose]();
  }

  async #found(setup: WorldSetup): Promise<void> {
    this.#isFounding = true;
    try {
      if (!this.#mirror.get(SETUP_KEY)) await this.#bucket.swap(SETUP_KEY, undefined, encodeJson(setup));
      if (!this.#mirror.get(TIME_KEY))
        await this.#bucket.swap(TIME_KEY, undefined, encodeJson(initialWorldTime(this.#context.shared.now())));
    } catch (error) {
      this.#context.report(error);
    }
    this.#isFounding = !(this.#mirror.get(SETUP_KEY) === undefined || this.#mirror.get(TIME_KEY) === undefined);
  }

  #changed(record: MirroredRecord<TimeRecord>): void {
    switch (record.value.kind) {
      case 'setup':
        this.#onSetup(record.value.setup);
        break;
      case 'leader':
        this.#sync.setRecord({ value: record.value.leader, revision: record.revision });
        break;
      case 'time':
        this.#onTime(record.value.time);
        break;
    }
  }
}

function decodeTimeRecord(bytes: Uint8Array, key: string): TimeRecord {
  switch (key) {
    case SETUP_KEY:
      return { kind: 'setup', setup: decodeJson(setupSchema, bytes) };
    case LEADER_KEY:
      return { kind: 'leader', leader: decodeJson(leaderSchema, bytes) };
    default:
      return { kind: 'time', time: decodeJson(worldTimeSchema, bytes) };
  }
}
