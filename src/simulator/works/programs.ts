import { planarPose } from '../../core/base/pose.ts';
import { type CompiledProgram, compileProgram, type Deed, Machine } from '../../core/programs/programs.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { OrderedRow, StartCondition } from '../../core/tasks/tasks.ts';

/** Robots that run programs, and where they begin. */
export const ROVERS = ['rover-a', 'rover-b', 'rover-c'] as const;

export const roverModels = (id: string): Model | undefined => (id === pioneer3dx.id ? pioneer3dx : undefined);
export const roverAt = (index: number) => planarPose(20 + 10 * index, 20, 0);
export { pioneer3dx as roverModel };

/** They read nothing, so that what each does is known beforehand: effect by effect. */
const ROUNDS = `int i;
for (i = 1; i <= 4; i = i + 1) {
  drive(200, 30);
  flag(i);
  wcellflag(1, i);
  print("round ", i);
  wait(150);
}
print("end of rounds");`;
const THERE_AND_BACK = `speed(60);
drive(600, 90);
flag(5);
wait(400);
drive(-300, -90);
wcellflag(2, 7);
print("back");
flag(0);`;
const SIGNALS = `wcellflag(3, 1);
print("signal");
wait(800);
wcellflag(3, 2);
flag(9);
wait(300);
flag(8);`;
const SHORT = 'flag(1);';

export const PROGRAMS: Readonly<Record<string, string>> = {
  rounds: ROUNDS,
  'there-and-back': THERE_AND_BACK,
  signals: SIGNALS,
  short: SHORT,
};
export const PROGRAM_NAMES: readonly string[] = Object.keys(PROGRAMS);

/** By the hash of a program: what it does, one effect after the other; waits have no time. */
export const EFFECTS: ReadonlyMap<number, readonly string[]> = new Map(
  Object.values(PROGRAMS).map((text) => {
    const { program } = compileProgram(text);
    if (!program) throw new Error(`this is no program: ${text}`);
    return [program.hash, effectsIn(program)] as const;
  }),
);

function effectsIn(program: CompiledProgram): readonly string[] {
  const machine = new Machine(program);
  const effects: string[] = [];
  const nothing = { reason: 'there is nothing to read' };
  let nowMs = 0;
  for (;;) {
    // Each second a step, so that nothing is done too often.
    nowMs += 1000;
    const standing = machine.advance(
      {
        nowMs,
        flag: () => 0,
        cellFlag: () => 0,
        flagOf: () => nothing,
        sensor: () => nothing,
        dof: () => nothing,
        progressOf: () => ({ kind: 'done' }),
      },
      1000,
    );
    if (standing.kind === 'over') return effects;
    if (standing.kind === 'effect') effects.push(wordsOf(standing.effect.deed));
  }
}

/** When a wait ends depends on when it began. */
export function wordsOf(deed: Deed): string {
  return deed.kind === 'wait' ? 'wait' : JSON.stringify(deed);
}

const row = (robot: string, program: string, condition: StartCondition): OrderedRow => ({
  ...{ robot, program, condition, positions: undefined, taught: [] },
  text: PROGRAMS[program] ?? '',
});
const [A, B, C] = ROVERS;
const AT_ONCE: StartCondition = { kind: 'none' };
const finished = (robot: string): StartCondition => ({ kind: 'status', robot, status: 2 });
const started = (robot: string): StartCondition => ({ kind: 'status', robot, status: 1 });
const after = (afterS: number): StartCondition => ({ kind: 'time', afterS });
const flag = (name: string, value: number): StartCondition => ({ kind: 'flag', flag: name, value });

/** All kinds of conditions, several rows of one robot, and rows that are due while their robot is busy. */
export const TASKS: Readonly<Record<string, readonly OrderedRow[]>> = {
  relay: [row(A, 'rounds', AT_ONCE), row(B, 'short', finished(A)), row(C, 'there-and-back', started(A)), row(A, 'signals', finished(B))],
  signals: [
    row(A, 'signals', AT_ONCE),
    row(B, 'short', flag('#3', 1)),
    row(C, 'rounds', flag('#3', 2)),
    row(B, 'there-and-back', flag(A, 8)),
  ],
  timed: [row(A, 'short', after(1)), row(B, 'rounds', after(0.5)), row(B, 'signals', after(2)), row(C, 'short', finished(B))],
};
export const TASK_NAMES: readonly string[] = Object.keys(TASKS);
