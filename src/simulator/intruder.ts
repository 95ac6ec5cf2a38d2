import { decodeJson, encodeJson, ownershipSchema } from '../core/api/messages.ts';
import type { Role } from '../core/api/roles.ts';
import { planarTwist } from '../core/base/pose.ts';
import { pick, type Random } from '../core/base/random.ts';
import type { VirtualTime } from '../core/base/virtual-time.ts';
import type { Bus, Entry } from '../core/bus/bus.ts';
import { buckets, subjects } from '../core/bus/subjects.ts';
import { WORLD } from './cast.ts';
import type { Witness } from './witness.ts';

export const INTRUDER = 'intruder';

/** What it may try all the same: a stick that sends nonces which it was not given moves nothing. */
const OPERATORS_DEEDS: ReadonlySet<string> = new Set(['publish now']);

/** Of what the intruder tries, all but what its role allows. */
export function isForbidden(role: Role, deed: string, subject: string): boolean {
  if (deed === 'subscribe' || deed === 'request') {
    const [, , kind = ''] = subject.split('.');
    if (deed === 'subscribe') return ['cmd', 'now', 'ctl'].includes(kind);
    return role === 'viewer' && kind === 'cmd';
  }
  const [, , kind = ''] = subject.split(/[. ]/);
  return ['publish', 'swap'].includes(deed) && !(role === 'operator' && OPERATORS_DEEDS.has(`${deed} ${kind}`));
}

/** Somebody at a door who tries what it has no right to: to read what is for others, to speak for them, to write their records. */
export class Intruder {
  readonly #bus: Bus;
  readonly #role: Role;
  readonly #random: Random;
  readonly #records = new Map<string, Entry>();
  #state: { readonly subject: string; readonly payload: Uint8Array } | undefined;
  #beat: { readonly subject: string; readonly payload: Uint8Array } | undefined;

  constructor(bus: Bus, role: Role, random: Random, witness: Witness) {
    this.#bus = bus;
    this.#role = role;
    this.#random = random;
    for (const kind of ['cmd', 'now', 'ctl'])
      bus.subscribe(`v1.${WORLD}.${kind}.*`, ({ subject }) => witness.violate('I9', `${INTRUDER} reads ${subject}`));
    bus.subscribe(subjects.allStates(WORLD), (message) => {
      this.#state = message;
    });
    bus.subscribe(subjects.allBeats(WORLD), (message) => {
      this.#beat = message;
    });
    bus.bucket(buckets.ownership(WORLD)).watch((event) => {
      if (event.kind === 'value') this.#records.set(event.entry.key, event.entry);
    });
  }

  begin(time: VirtualTime, fromMs: number, untilMs: number, everyMs: number): void {
    for (let t = fromMs; t < untilMs; t += everyMs * 2 * this.#random.next()) time.at(t, () => this.#try());
  }

  #try(): void {
    const entry = this.#records.size === 0 ? undefined : pick(this.#random, [...this.#records.values()]);
    if (this.#bus.status.kind !== 'connected' || !entry) return;
    const { key, revision } = entry;
    const record = decodeJson(ownershipSchema, entry.value);
    const own = this.#bus.bucket(buckets.ownership(WORLD));
    const swap = (changes: Partial<typeof record>) =>
      void own.swap(key, revision, encodeJson({ ...record, nonce: 'forged', ...changes })).catch(() => undefined);
    const tries: (() => void)[] = [
      () => this.#state && this.#bus.publish(this.#state.subject, this.#state.payload),
      () => this.#beat && this.#bus.publish(this.#beat.subject, this.#beat.payload),
      () => this.#bus.publish(subjects.control(WORLD, record.owner), encodeJson({ kind: 'nonce', entity: key, epoch: 1, nonce: 'forged' })),
      () =>
        this.#bus.publish(
          subjects.urgent(WORLD, key),
          encodeJson({ kind: 'hold', nonce: 'forged', seq: 1e6, twist: planarTwist(0.7, 0), rates: [] }),
        ),
      () => swap({ owner: 'p0', epoch: record.epoch + 1 }),
      () => swap({ owner: INTRUDER }),
      () => swap({ owner: INTRUDER, epoch: record.epoch + 2 ** 40 }),
      () =>
        void this.#bus
          .bucket(buckets.time(WORLD))
          .swap('lead', undefined, encodeJson({}))
          .catch(() => undefined),
    ];
    // Operators may: those who obey would only say that they do not understand.
    if (this.#role === 'viewer')
      tries.push(() => void this.#bus.request(subjects.command(WORLD, key), new Uint8Array(), { timeoutMs: 500 }).catch(() => undefined));
    pick(this.#random, tries)();
  }
}
