import { describe, expect, it } from 'vitest';
import { ORIGIN, planarPose } from '../base/pose.ts';
import { put } from '../host/bodies.contract.ts';
import type { Effect } from '../programs/programs.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { openState } from '../world/state-codec.ts';
import { isOver, type Operator, RunningStage } from './running-stage.contract.ts';
import { decodeWork, encodeWork } from './work-codec.ts';

/** All kinds of effects; relative motions, and a flag that somebody else takes back at once. */
const TEXT = `int i;
for (i = 1; i <= 2; i = i + 1) {
  drive(400, 60);
  wcellflag(1, 1);
  while (cellflag(1) == 1) wait(30);
  flag(i);
  print("round ", i);
}
move("turn", -40);
goto(600, 300, 90);
wait(300);
print("end");`;

/** Counts how often the flag was set. */
const COUNTER = 'int n; while (1) { while (cellflag(1) == 0) wait(20); n = n + 1; wcellflag(1, 0); flag(n); }';

interface Scene {
  readonly stage: RunningStage;
  readonly owner: Operator;
  readonly resident: Operator;
  readonly ann: Operator;
  /** What anybody could hear of the program, in its order. */
  effects(): Effect[];
}

async function scene(text = TEXT): Promise<Scene> {
  const stage = new RunningStage();
  const resident = await stage.operator('resident', { isResident: true });
  const owner = await stage.operator('owner');
  const ann = await stage.operator('ann');
  await put(owner.actor, 'rover', pioneer3dx, ORIGIN);
  await put(ann.actor, 'counter', pioneer3dx, planarPose(0, 20, 0));
  await stage.start(ann, 'counter', COUNTER);
  await stage.run(1000);
  const heard = stage.overhear('v1.stage.*.st.rover');
  const effects = () =>
    heard.flatMap(({ payload }) => {
      const { work } = openState('rover', payload).state;
      return (work && decodeWork(work.bytes).run?.machine.last) ?? [];
    });
  await stage.start(ann, 'rover', text);
  return { stage, owner, resident, ann, effects };
}

/** What is left when it is over. */
const traces = ({ ann, effects }: Scene) => {
  const view = ann.programs.runs.of('rover');
  const { pose } = ann.actor.see('rover').posture;
  const numbers = effects().map(({ number }) => number);
  return {
    phase: view?.phase,
    message: view?.message,
    printed: view?.printed.map(({ text }) => text),
    flag: ann.programs.flags.of('rover'),
    counted: ann.programs.flags.of('counter'),
    place: [Math.round(pose.x * 50), Math.round(pose.y * 50)],
    isSkipping: numbers.some((number, at) => number - (numbers[at - 1] ?? 0) > 1 || number < (numbers[at - 1] ?? 0)),
  };
};

const EXPECTED = {
  ...{ phase: 'finished', message: undefined, printed: ['round 1', 'round 2', 'end'], flag: 2, counted: 2 },
  ...{ place: [30, 15], isSkipping: false },
};

/** Each number was one and the same deed, whoever did it; but for waits, whose end depends on when they began. */
function expectOnce(effects: readonly Effect[]): void {
  const deeds = new Map<number, string>();
  for (const { number, deed } of effects) {
    const said = deed.kind === 'wait' ? deed.kind : JSON.stringify(deed);
    expect(deeds.get(number) ?? said, `effect ${number}`).toBe(said);
    deeds.set(number, said);
  }
}

async function untilOver(run: Scene): Promise<void> {
  await run.stage.awaitRun(run.ann, 'rover', isOver);
  await run.stage.run(300);
}

/** How many effects there are but for the waits in the loops, at which the kinds change. */
async function kinds(): Promise<number[]> {
  const run = await scene();
  await untilOver(run);
  expect(traces(run)).toEqual(EXPECTED);
  const changes = new Map<number, string>();
  for (const { number, deed } of run.effects()) changes.set(number, deed.kind);
  return [...changes].filter(([number, kind]) => changes.get(number - 1) !== kind).map(([number]) => number);
}

describe('whoever takes a robot over', () => {
  const PATIENTLY = { timeout: 120_000 };
  it.each([0, 1, 2])(
    '[RN4] goes on within 3 s at the last effect that was seen, wherever its owner died: none twice, none skipped (%i)',
    PATIENTLY,
    async (third) => {
      const cuts = await kinds();
      expect(cuts.length).toBeGreaterThan(12);
      for (const [at, number] of cuts.entries()) {
        if (at % 3 !== third) continue;
        const run = await scene();
        await run.stage.awaitRun(run.ann, 'rover', ({ effects }) => effects >= number);
        // At once, and somewhere in the middle of what takes time.
        await run.stage.run(130 * third);
        const isCutShort = run.ann.programs.runs.of('rover')?.phase === 'running';
        run.owner.actor.node.crash();
        const resumedMs = await resumedAfter(run);
        if (isCutShort) expect(resumedMs).toBeLessThanOrEqual(3000);
        await untilOver(run);
        expect(traces(run), `cut at effect ${number}`).toEqual(EXPECTED);
        expectOnce(run.effects());
      }
    },
  );

  it('[RN4] goes on in the hands of who is given it, and of a resident when its owner leaves', async () => {
    for (const change of ['hand over', 'leave'] as const) {
      for (const number of [1, 2, 6]) {
        const run = await scene();
        await run.stage.awaitRun(run.ann, 'rover', ({ effects }) => effects >= number);
        await run.stage.run(150);
        if (change === 'leave') await run.stage.until(run.owner.actor.participant.leave());
        else expect(await run.ann.actor.ask('rover', { kind: 'handover' })).toMatchObject({ kind: 'done' });
        await untilOver(run);
        expect(traces(run), `${change} at effect ${number}`).toEqual(EXPECTED);
        expectOnce(run.effects());
      }
    }
  });

  it('[RN2] lets a program fail whose text is gone, and the robot stands until then', async () => {
    const run = await scene('drive(100); wait(60000);');
    await run.stage.awaitRun(run.ann, 'rover', ({ effects }) => effects >= 2);
    const { run: state } = decodeWork(run.owner.actor.see('rover').work?.bytes ?? new Uint8Array());
    await run.stage.until(run.ann.programs.shelf.remove(state?.program.key ?? ''));
    run.owner.actor.node.crash();
    await run.stage.run(10_000);
    expect([run.resident.actor.see('rover').isMine, run.ann.programs.runs.of('rover')?.phase]).toEqual([true, 'running']);
    await run.stage.run(10_000);
    expect(run.ann.programs.runs.of('rover')).toMatchObject({ phase: 'failed', message: 'its text is not to be had any more' });
  });

  it('[RN5] does the rest of a motion, however often it is cut', async () => {
    const stage = new RunningStage();
    const names = ['a', 'b', 'c', 'd'];
    const owners: Operator[] = [];
    for (const name of names) owners.push(await stage.operator(name, { isResident: true }));
    const ann = await stage.operator('ann');
    const [first] = owners;
    if (!first) return expect.fail('nobody is there');
    await put(first.actor, 'rover', pioneer3dx, ORIGIN);
    await stage.run(500);
    await stage.start(ann, 'rover', 'speed(30); drive(3000, 720); flag(1);');
    for (let deaths = 0; deaths < 3; deaths++) {
      await stage.run(1500);
      const owner = owners.find(({ actor }) => actor.id === ann.actor.see('rover').owner);
      owner?.actor.node.crash();
      await stage.run(2000);
    }
    expect(await stage.awaitRun(ann, 'rover', isOver)).toMatchObject({ phase: 'finished', effects: 3 });
    const { pose } = ann.actor.see('rover').posture;
    expect([pose.x, pose.y, pose.qz]).toEqual([expect.closeTo(0, 1), expect.closeTo(0, 1), expect.closeTo(0, 1)]);
  });

  it('[RN11] keeps to a pause, a stop and breakpoints', async () => {
    const run = await scene();
    await run.stage.awaitRun(run.ann, 'rover', ({ effects }) => effects >= 1);
    await run.stage.until(run.ann.programs.runs.setBreakpoints('rover', [7]));
    await run.stage.until(run.ann.programs.runs.pause('rover'));
    run.owner.actor.node.crash();
    await run.stage.run(3000);
    expect(run.ann.programs.runs.of('rover')).toMatchObject({ phase: 'paused', effects: 1 });
    expect(await run.stage.until(run.ann.programs.runs.resume('rover'))).toMatchObject({ kind: 'done' });
    expect(await run.stage.awaitRun(run.ann, 'rover', ({ phase }) => phase === 'paused')).toMatchObject({ line: 7 });
    await run.stage.until(run.ann.programs.runs.setBreakpoints('rover', []));
    await run.stage.until(run.ann.programs.runs.resume('rover'));
    await untilOver(run);
    expect(traces(run)).toEqual(EXPECTED);
  });

  it('[RN8] writes a flag again in its old place: what came later stays', async () => {
    const run = await scene('wcellflag(1, 1); wcellflag(2, 2); wait(60000);');
    await run.stage.awaitRun(run.ann, 'rover', ({ effects }) => effects >= 3);
    await run.stage.until(run.ann.programs.runs.end('counter'));
    await run.stage.until(run.ann.programs.flags.setCell(1, 7));
    run.owner.actor.node.crash();
    await run.stage.run(3000);
    expect(run.resident.actor.see('rover').isMine).toBe(true);
    expect([run.ann.programs.flags.cell(1), run.ann.programs.flags.cell(2)]).toEqual([7, 2]);
  });

  it('[RN8] writes a flag whose value was in the state, and reached nobody', async () => {
    const { stage, owner, resident, ann } = await scene('wait(60000); wcellflag(3, 9);');
    await stage.awaitRun(ann, 'rover', ({ effects }) => effects >= 1);
    const { flag, run } = decodeWork(owner.actor.see('rover').work?.bytes ?? new Uint8Array());
    if (!run) return expect.fail('no program runs');
    // The owner says that it has written, and dies before it has.
    owner.programs[Symbol.dispose]();
    const write = { flag: 3, value: 9, orderMs: owner.actor.participant.time.sharedMs };
    owner.actor.participant.perform('rover', { work: { bytes: encodeWork({ flag, run: { ...run, writes: [write] } }), isActive: true } });
    await stage.run(100);
    expect(ann.programs.flags.cell(3)).toBe(0);
    owner.actor.node.crash();
    await stage.run(3000);
    expect([resident.actor.see('rover').isMine, ann.programs.flags.cell(3)]).toEqual([true, 9]);
  });
});

async function resumedAfter(run: Scene): Promise<number> {
  const before = run.ann.actor.see('rover').epoch;
  for (let passedMs = 0; passedMs < 4000; passedMs += 50) {
    if (run.ann.actor.see('rover').epoch > before && run.resident.actor.see('rover').isMine) return passedMs;
    await run.stage.run(50);
  }
  return Number.POSITIVE_INFINITY;
}
