import { describe, expect, it } from 'vitest';
import { encodeJson } from '../api/messages.ts';
import { ORIGIN } from '../base/pose.ts';
import { buckets } from '../bus/subjects.ts';
import { put } from '../host/bodies.contract.ts';
import { compileProgram, Machine } from '../programs/programs.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import type { ProgramContent } from './program-shelf.ts';
import type { RunState } from './run-state.ts';
import { type Operator, RunningStage } from './running-stage.contract.ts';
import { encodeWork } from './work-codec.ts';

interface Scene {
  readonly stage: RunningStage;
  readonly ann: Operator;
  /** The owner says this of its robot, whatever it is. */
  say(content: ProgramContent, change?: (run: RunState) => RunState): Promise<void>;
}

const CODE = compileProgram('print(1);').program;

/** Somebody owns a robot and says of its program what no runner would. */
async function scene(): Promise<Scene> {
  const stage = new RunningStage();
  const mallory = await stage.operator('mallory');
  const ann = await stage.operator('ann');
  expect(ann.programs.runs.all).toEqual([]);
  await put(mallory.actor, 'rover', pioneer3dx, ORIGIN);
  await stage.run(500);
  const { participant } = mallory.actor;
  const say: Scene['say'] = async (content, change = (run) => run) => {
    if (!CODE) throw new Error('no code');
    const run: RunState = {
      ...{
        id: 'run',
        program: await stage.until(mallory.programs.shelf.put(content)),
        task: undefined,
        phase: 'running',
        message: undefined,
      },
      ...{ generation: participant.time.generation, startedMs: 0, endedMs: undefined, isStepping: false, pausedAtStep: -1 },
      ...{ breakpoints: [], machine: new Machine(CODE).state, deed: undefined, writes: [], printed: [] },
    };
    mallory.programs[Symbol.dispose]();
    participant.perform('rover', { work: { bytes: encodeWork({ flag: 0, run: change(run) }), isActive: false } });
    await stage.run(300);
  };
  return { stage, ann, say };
}

describe('what is kept under the name of a program', () => {
  it('[RN2] is run only if it is what the name says', async () => {
    const stage = new RunningStage();
    const mallory = await stage.operator('mallory');
    const ann = await stage.operator('ann');
    await put(ann.actor, 'rover', pioneer3dx, ORIGIN);
    const key = 'f'.repeat(32);
    const other = encodeJson({ name: 'Other', text: 'print("other");', positions: [] });
    expect(await stage.until(mallory.actor.bus.bucket(buckets.programs('stage')).swap(`${key}-0`, undefined, other))).toMatchObject({
      kind: 'applied',
    });
    const order = { kind: 'start', run: 'x', program: { key, pieces: 1 }, breakpoints: [], isPaused: false };
    expect(await ann.actor.ask('rover', { kind: 'work', order: JSON.stringify(order) })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('has not come'),
    });
  });
});

describe('what an owner says of a program', () => {
  it('[RN3] may name a record that is no program: who looks on sees a run without a text', async () => {
    const { ann, say } = await scene();
    await say({ nothing: 1 } as never);
    expect(ann.programs.runs.all).toMatchObject([{ robot: 'rover', text: '', phase: 'running' }]);
  });

  it('[RN3] may name a text that is no program: who looks on finds that out once', async () => {
    const { ann, say } = await scene();
    const text = Array.from({ length: 6000 }, (_, index) => `unknown${index}();`).join('\n');
    await say({ name: 'None', text, positions: [] });
    // Without that each of these takes as long as the first, and all of them longer than a test may.
    for (let times = 0; times < 300; times++) {
      expect(ann.programs.runs.of('rover')).toMatchObject({ name: 'None', variables: [] });
      // All that was shown is made anew.
      ann.actor.participant.timeChanges.emit(undefined);
    }
  });
});
