import type { ElevatorStatus } from './elevator.ts';

/** What an elevator does next. */
export type Step =
  | { readonly kind: 'wait' }
  /** Nobody wants anything. */
  | { readonly kind: 'rest' }
  | Deed;

/** What is done at a landing: `answer` puts out the light of its button. */
export interface Deed {
  readonly kind: 'open' | 'shut' | 'go' | 'answer';
  readonly landing: number;
}

/** What a look at it cannot tell. */
export interface Memory {
  /** The door at the cabin has been open for long enough. */
  readonly hasDwelt: boolean;
  /** All that is in the cabin goes with it. */
  readonly isBoarded: boolean;
  /** Who is in the cabin has had enough time to hold on. */
  readonly hasWaited: boolean;
  /** Which way it went last. */
  readonly direction: 1 | -1;
}

/** One step at a time: whoever takes over the elevator goes on from how it stands. */
export function nextStep(status: ElevatorStatus, memory: Memory): Step {
  const { at, doors, calls } = status;
  if (status.isMoving) return { kind: 'wait' };
  const astray = doors.findIndex((door, index) => index !== at && door !== 'shut');
  // A door that leads nowhere: somebody moved it, or the cabin.
  if (astray >= 0) return doors[astray] === 'moving' ? { kind: 'wait' } : { kind: 'shut', landing: astray };
  if (at === undefined) return { kind: 'go', landing: nearest(status) };
  const door = doors[at];
  if (door === 'moving') return { kind: 'wait' };
  if (calls[at]) return { kind: door === 'open' ? 'answer' : 'open', landing: at };
  const target = targetOf(status, at, memory.direction);
  if (target === undefined) return door === 'open' ? { kind: 'rest' } : { kind: 'open', landing: at };
  // It met somebody.
  if (door === 'ajar') return { kind: 'open', landing: at };
  if (door === 'open') return memory.hasDwelt ? { kind: 'shut', landing: at } : { kind: 'wait' };
  if (memory.isBoarded) return { kind: 'go', landing: target };
  return memory.hasWaited ? { kind: 'open', landing: at } : { kind: 'wait' };
}

const landings = ({ calls }: ElevatorStatus): number[] => calls.map((_, index) => index);

const nearest = (status: ElevatorStatus): number =>
  landings(status).reduce((best, index) => (Math.abs(status.offsM[index] ?? 0) < Math.abs(status.offsM[best] ?? 0) ? index : best), 0);

/** On in the same direction as long as somebody waits there, the nearest first; then back. */
function targetOf(status: ElevatorStatus, at: number, direction: 1 | -1): number | undefined {
  const wanted = landings(status).filter((index) => index !== at && status.calls[index]);
  const ahead = wanted.filter((index) => (index - at) * direction > 0);
  const among = ahead.length > 0 ? ahead : wanted;
  return among.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
}
