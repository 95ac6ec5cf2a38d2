import type { Clock } from '../../core/base/clock.ts';
import { isMoving, NO_TWIST } from '../../core/base/pose.ts';
import type { Drive } from '../../core/world/world.ts';
import type { StickPosition } from './page-messages.ts';

/** A page that drives says so all the time. When it has said nothing for so long it hangs, is hidden or has gone: the robot must not go on. */
export const SILENCE_MS = 250;
/** A page that draws slowly is silent at every frame, and then goes on: only one that stays silent has let go. */
export const GONE_MS = 2000;
/** What moves is sent at most this often, beside the echo of every nonce; a centred stick at once. */
const SEND_MS = 40;

/** Of a Drive, what is needed here. */
export type HeldDrive = Pick<Drive, 'entity' | 'hold'> & { release(): Promise<unknown> };

interface Held {
  readonly drive: HeldDrive;
  position: StickPosition;
  heldMs: number;
  sentMs: number;
  sent: StickPosition | undefined;
}

/** The sticks this page holds, at the participant: what the page says is passed on, and its silence lets go. */
export class HeldSticks {
  readonly #held = new Map<number, Held>();
  readonly #clock: Clock;
  readonly #onLetGo: (stick: number, reason: string) => void;
  readonly #report: (error: unknown) => void;
  #count = 0;

  constructor(around: { clock: Clock; onLetGo: (stick: number, reason: string) => void; report: (error: unknown) => void }) {
    this.#clock = around.clock;
    this.#onLetGo = around.onLetGo;
    this.#report = around.report;
  }

  get entities(): string[] {
    return [...this.#held.values()].map(({ drive }) => drive.entity);
  }

  take(drive: HeldDrive): number {
    const stick = ++this.#count;
    this.#held.set(stick, { drive, position: {}, heldMs: this.#clock.now(), sentMs: Number.NEGATIVE_INFINITY, sent: undefined });
    return stick;
  }

  hold(stick: number, position: StickPosition): void {
    const held = this.#held.get(stick);
    // Let go of meanwhile; the page has been told.
    if (!held) return;
    held.heldMs = this.#clock.now();
    held.position = position;
    if (isCentred(position) || held.heldMs - held.sentMs >= SEND_MS) this.#send(held);
  }

  async release(stick: number): Promise<void> {
    const held = this.#held.get(stick);
    this.#held.delete(stick);
    await held?.drive.release();
  }

  /** A robot is about to be sent somewhere: a stick at rest would halt it on its way. One that is held goes before. */
  async layDown(entity: string): Promise<void> {
    const resting = [...this.#held].filter(([, { drive, position }]) => drive.entity === entity && isCentred(position));
    for (const [stick] of resting) this.#onLetGo(stick, 'it was sent somewhere');
    await Promise.all(resting.map(([stick]) => this.release(stick)));
  }

  /** Twenty times a second. */
  tick(): void {
    const nowMs = this.#clock.now();
    for (const [stick, held] of this.#held) {
      const silentMs = nowMs - held.heldMs;
      if (silentMs > SILENCE_MS) held.position = {};
      if (silentMs > GONE_MS) this.#letGo(stick, held, `the page said nothing for ${Math.round(silentMs)} ms`);
      else this.#send(held);
    }
  }

  letGoOfAll(reason: string): void {
    for (const [stick, held] of this.#held) this.#letGo(stick, held, reason);
  }

  #letGo(stick: number, held: Held, reason: string): void {
    this.#held.delete(stick);
    held.drive.release().catch(this.#report);
    this.#onLetGo(stick, reason);
  }

  #send(held: Held): void {
    if (held.sent !== undefined && isSamePosition(held.sent, held.position)) return;
    held.sent = held.position;
    held.sentMs = this.#clock.now();
    held.drive.hold(held.position);
  }
}

const isCentred = ({ twist, rates }: StickPosition): boolean =>
  !isMoving(twist ?? NO_TWIST) && (rates ?? []).every(([, rate]) => rate === 0);

function isSamePosition(a: StickPosition, b: StickPosition): boolean {
  const [ta, tb] = [a.twist ?? NO_TWIST, b.twist ?? NO_TWIST];
  const [ra, rb] = [a.rates ?? [], b.rates ?? []];
  return (
    ta.vx === tb.vx &&
    ta.vy === tb.vy &&
    ta.vz === tb.vz &&
    ta.wx === tb.wx &&
    ta.wy === tb.wy &&
    ta.wz === tb.wz &&
    ra.length === rb.length &&
    ra.every(([dof, rate], i) => dof === rb[i]?.[0] && rate === rb[i]?.[1])
  );
}
