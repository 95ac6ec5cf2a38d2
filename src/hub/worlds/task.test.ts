import { describe, expect, it } from 'vitest';
import { puma560 } from '../../core/robots/catalog/puma-560.ts';
import { chartOf, draftOf, joinWorld, orderTask, planarPose, type World } from '../../library/manyhands.ts';
import { HubStage } from '../hub-stage.contract.ts';

const local = { host: '127.0.0.1', publicHost: undefined, db: ':memory:' };
const onError = (error: unknown): never => expect.fail(String(error));
const WITHIN = { timeout: 20_000 };

const PROGRAMS: Readonly<Record<string, string>> = {
  wave: 'move(1, 60);\nmove(1, -60);\nflag(1);\nmove(1, 30);\n',
  answer: 'move(1, 45);\nwcellflag(2, 5);\n',
};
const TASK = 'N - - left wave -\nF left 1 right answer -\nF #2 5 left answer -\n';

function ordered() {
  const { order, diagnostics } = orderTask(
    { id: 'x', name: 'waving', text: TASK },
    { program: (name) => PROGRAMS[name], positions: () => undefined },
  );
  return order ?? expect.fail(diagnostics.map(({ message }) => message).join('; '));
}

async function twoArms(world: World): Promise<void> {
  for (const [index, id] of ['left', 'right'].entries()) await world.insert(draftOf(puma560, { pose: planarPose(0, 3 * index, 0) }), id);
}

describe('a task in a world that runs', () => {
  it('[TK12] is stopped in the middle, re-armed and resumed; [TK17] and ends when who started it has left', {
    timeout: 90_000,
  }, async () => {
    await using stage = await HubStage.start(local);
    await using ada = await joinWorld(stage.hub.url, { name: 'Ada', onError });
    await twoArms(ada);
    const kenji = await joinWorld(stage.hub.url, { name: 'Kenji', onError });
    expect(await kenji.tasks.start(ordered())).toEqual({ kind: 'done' });
    await expect.poll(() => ada.programs.of('left')?.phase, WITHIN).toBe('running');
    await ada.stop('left', 'wait a moment');
    await expect.poll(() => ada.tasks.current?.phase, WITHIN).toBe('paused');
    expect(ada.tasks.current?.message).toContain('wave of left is paused');
    await kenji.leave();
    // Nothing goes on while it is stopped, and not by resuming it either.
    await ada.tasks.resume();
    await expect.poll(() => ada.tasks.current?.message, WITHIN).toContain('stopped');
    await expect.poll(() => ada.tasks.current?.phase, WITHIN).toBe('paused');
    expect(await ada.rearm('left')).toMatchObject({ kind: 'done' });
    expect(await ada.tasks.resume()).toEqual({ kind: 'done' });
    await expect.poll(() => ada.tasks.current?.phase, { timeout: 40_000 }).toBe('finished');
    const view = ada.tasks.current ?? expect.fail('there is no task');
    expect(chartOf(view, ada.time.worldMs).map(({ robot, program, phase }) => `${robot} ${program} ${phase}`)).toEqual([
      'left wave finished',
      'right answer finished',
      'left answer finished',
    ]);
    const [wave, answer, last] = view.rows;
    expect(answer?.startedMs).toBeGreaterThan(wave?.startedMs ?? Number.NaN);
    expect(last?.startedMs).toBeGreaterThanOrEqual(wave?.endedMs ?? Number.NaN);
    // 60 - 60 + 30 + 45 degrees, from 0: each motion once.
    expect(ada.entity('left')?.posture.values[0]).toBeCloseTo((75 * Math.PI) / 180, 3);
  });
});
