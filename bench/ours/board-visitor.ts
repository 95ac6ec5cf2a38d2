/** A program that comes in by a hub's door and uses the blackboard there as the library gives it: a sensor that writes, or who is bound to it. In a process of its own. */
import type { Blackboard } from '../../src/core/blackboard/blackboard.ts';
import { noteMishap } from '../harness/mishaps.ts';
import { everyTick, monotonicMs, pause, serveRole } from '../harness/role.ts';
import { joinBoard } from './joining.ts';
import { machineTime } from './machine-time.ts';

/** The value is the machine's own time just before it was written: so whoever gets it knows how old it truly is. */
const NAME = 'sensors/bench/ir';
const PERIOD_MS = 5;
/** A process that was not run for so long between the two knows no more when it was written. */
const WRITTEN_WITHIN_MS = 0.1;

/** Of each value that came: when it was written, how old it was when its handler was called, and by how much its age was more than the truth. */
export interface Heard {
  readonly writtenMs: Float64Array;
  readonly lateMs: Float64Array;
  readonly overstatedMs: Float64Array;
}

const machine = machineTime();
let board: Blackboard | undefined;
let heard: { writtenMs: number; lateMs: number; overstatedMs: number }[] = [];

const handlers = {
  async join({ url, name }: { url: string; name: string }): Promise<void> {
    board = await joinBoard(url, name);
    await board.ready;
    await board.declare(NAME, { type: 'number', unit: 'ms' });
  },

  bind(): void {
    board?.bind(NAME, (answer) => {
      if (answer.kind !== 'value') return noteMishap(new Error(`a value that was just written is stale: ${answer.reason}`));
      const writtenMs = answer.value as number;
      const lateMs = monotonicMs() - writtenMs;
      // The age is that of the instant at which it was read, a moment ago.
      heard.push({ writtenMs, lateMs, overstatedMs: answer.ageMs - (machine.at(answer.readAtMs).atMs - writtenMs) });
    });
  },

  /** Answers which of them were certainly written when they say. */
  async write({ forMs }: { forMs: number }): Promise<Float64Array> {
    const certain: number[] = [];
    const writing = everyTick(monotonicMs(), PERIOD_MS, () => {
      const nowMs = monotonicMs();
      void board?.write(NAME, nowMs);
      if (monotonicMs() - nowMs < WRITTEN_WITHIN_MS) certain.push(nowMs);
    });
    await pause(forMs);
    writing[Symbol.dispose]();
    return Float64Array.from(certain);
  },

  /** What was heard since it was asked last. */
  heard(): Heard {
    const all = heard;
    heard = [];
    const column = (of: (one: (typeof all)[number]) => number) => Float64Array.from(all, of);
    return {
      writtenMs: column(({ writtenMs }) => writtenMs),
      lateMs: column(({ lateMs }) => lateMs),
      overstatedMs: column(({ overstatedMs }) => overstatedMs),
    };
  },
};
export type BoardVisitor = typeof handlers;

serveRole(handlers);
