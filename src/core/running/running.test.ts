import { describe, expect, it } from 'vitest';
import type { ActionDraft } from '../api/messages.ts';
import { ORIGIN, planarPose, planarTwist } from '../base/pose.ts';
import { put } from '../host/bodies.contract.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { isOver, type Operator, positionsOf, RunningStage } from './running-stage.contract.ts';

const POSITIONS = positionsOf('p1 20 90 -90 0 0 0\np2 -20 90 -90 0 0 0');

/** A robot, who owns it, and somebody who looks on. */
async function scene(kind: 'arm' | 'rover' = 'arm'): Promise<{ stage: RunningStage; owner: Operator; ann: Operator }> {
  const stage = new RunningStage();
  const owner = await stage.operator('owner');
  const ann = await stage.operator('ann');
  await put(owner.actor, kind, kind === 'arm' ? puma560 : pioneer3dx, ORIGIN);
  await stage.run(500);
  return { stage, owner, ann };
}

const degrees = (radians = Number.NaN) => Math.round((radians * 180) / Math.PI);

describe('a program at the owner of its robot', () => {
  it('[RN15] runs to its end, seen by everybody', async () => {
    const { stage, owner, ann } = await scene();
    const text = 'int i;\ni = 2;\nmove(p1);\nflag(i + 1);\nprint("there ", i);\nwait(500);\nmove(1, -10);';
    expect(await stage.start(ann, 'arm', text, { positions: POSITIONS, task: 'demo' })).toMatchObject({ kind: 'done' });
    await stage.run(100);
    expect(ann.programs.runs.of('arm')).toMatchObject({ phase: 'running', line: 3, isWaiting: true, name: 'Test', text, task: 'demo' });
    const view = await stage.awaitRun(ann, 'arm', isOver);
    expect(view).toMatchObject({ phase: 'finished', printed: [{ line: 5, text: 'there 2' }], effects: 6 });
    expect(view.variables).toEqual([{ name: 'i', value: 2, of: 'program' }]);
    expect((view.endedMs ?? 0) - view.startedMs).toBeGreaterThan(1000);
    expect(ann.programs.flags.of('arm')).toBe(3);
    expect(degrees(ann.actor.see('arm').posture.values[0])).toBe(10);
    await stage.run(100);
    expect(owner.programs.isAsleep).toBe(true);
    expect(ann.programs.runs.all.map(({ robot }) => robot)).toEqual(['arm']);
  });

  it('[RN15] tells of what it reckons once a second, and of lines that one state has no room for', async () => {
    const { stage, owner, ann } = await scene();
    await stage.start(
      ann,
      'arm',
      'int i; for (i = 0; i < 60; i = i + 1) { print("line ", i, " of many that a state has no room for"); wait(20); } while (time() < 9000) { i = i + 1 - 1; }',
    );
    await stage.awaitRun(ann, 'arm', ({ effects }) => effects === 120);
    expect(ann.programs.runs.of('arm')?.printed.map(({ text }) => Number(text.split(' ')[1]))).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 10),
    );
    const seqs = await stage.watch(3000, 100, () => ann.actor.see('arm').seq);
    expect(new Set(seqs).size).toBeGreaterThanOrEqual(3);
    expect(new Set(seqs).size).toBeLessThanOrEqual(5);
    expect(owner.actor.see('arm').isWorking).toBe(true);
  });

  it('[RN1] takes no byte where there is none', async () => {
    const { stage, owner, ann } = await scene();
    const heard = stage.overhear('v1.stage.*.st.arm');
    await owner.actor.ask('arm', { kind: 'halt' });
    await stage.until(ann.programs.flags.set('arm', 7));
    await stage.until(ann.programs.flags.set('arm', 0));
    const [before, flagged, after] = heard.map(({ payload }) => payload.length);
    expect(flagged).toBeGreaterThan(before ?? 0);
    // But for the ids of the commands that were applied.
    expect(owner.actor.see('arm').work).toBeUndefined();
    expect(after).toBeGreaterThan(0);
  });

  it('[RN2] begins only when its text is there', async () => {
    const { stage, owner } = await scene();
    const order = { kind: 'start', run: 'x', program: { key: 'f'.repeat(32), pieces: 1 }, breakpoints: [], isPaused: false };
    const outcome = await owner.actor.ask('arm', { kind: 'work', order: JSON.stringify(order) });
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('has not come') });
    const long = `// ${'x'.repeat(90_000)}\nprint("long");`;
    expect(await stage.start(owner, 'arm', long)).toMatchObject({ kind: 'done' });
    expect((await stage.awaitRun(owner, 'arm', isOver)).printed).toEqual([{ line: 2, text: 'long' }]);
  });

  it('[RN9] is started once for a row of a task, however many ask for that', async () => {
    const { stage, owner, ann } = await scene();
    const row = { task: 'task.0' };
    expect(await stage.start(ann, 'arm', 'flag(flag() + 1);', row)).toMatchObject({ kind: 'done' });
    await stage.awaitRun(ann, 'arm', isOver);
    expect(await stage.start(owner, 'arm', 'flag(flag() + 1);', row)).toMatchObject({ kind: 'done' });
    await stage.run(500);
    expect(ann.programs.flags.of('arm')).toBe(1);
    expect(await stage.start(owner, 'arm', 'flag(flag() + 1);', { task: 'task.1' })).toMatchObject({ kind: 'done' });
    await stage.run(500);
    expect(ann.programs.flags.of('arm')).toBe(2);
  });

  it('[RN9] is started once for a row of a task, though somebody started another program since, and tells how that row ended', async () => {
    const { stage, owner, ann } = await scene();
    const row = { task: 'task.0' };
    await stage.start(ann, 'arm', 'flag(flag() + 1);', row);
    await stage.awaitRun(ann, 'arm', isOver);
    await stage.start(ann, 'arm', 'print("by hand");');
    await stage.awaitRun(ann, 'arm', isOver);
    expect(await stage.start(owner, 'arm', 'flag(flag() + 1);', row)).toMatchObject({ kind: 'done' });
    await stage.run(500);
    expect(ann.programs.flags.of('arm')).toBe(1);
    expect(ann.programs.runs.of('arm')).toMatchObject({ task: undefined, past: { task: 'task.0', phase: 'finished' } });
  });

  it('[RN9] is refused with the line where its text is wrong, and where there is no such robot', async () => {
    const { stage, ann } = await scene();
    expect(await stage.start(ann, 'arm', 'int i;\ni = ;')).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^line 2: /) });
    expect(await stage.start(ann, 'arm', 'move(p9);')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('p9') });
    expect(await stage.start(ann, 'leg', 'wait(1);')).toMatchObject({ kind: 'refused' });
  });

  it('[RN12] fails with the reason when something is in the way of a motion, or goes on where it asks', async () => {
    const { stage, owner, ann } = await scene('rover');
    await put(owner.actor, 'other', pioneer3dx, planarPose(1.5, 0, 0));
    await stage.start(ann, 'rover', 'drive(3000);');
    expect(await stage.awaitRun(ann, 'rover', isOver)).toMatchObject({ phase: 'failed', message: 'line 1: other is in its way' });
    await stage.start(ann, 'rover', 'print(drive(3000)); print(drive(-200));');
    expect((await stage.awaitRun(ann, 'rover', isOver)).printed.map(({ text }) => text)).toEqual(['0', '1']);
  });

  it('[RN16] reads the sensors of its robot, from its first statement on', async () => {
    const { stage, owner, ann } = await scene('rover');
    await put(owner.actor, 'other', pioneer3dx, planarPose(1.5, 0, 0));
    await stage.start(ann, 'rover', 'print(sensor("laser")); print(sensor("laser", 91));');
    const view = await stage.awaitRun(ann, 'rover', isOver);
    const [nearest, ahead] = view.printed.map(({ text }) => Number(text));
    expect(nearest).toBeGreaterThan(500);
    expect(ahead).toBeLessThan(1500);
    await ann.actor.ask('rover', { kind: 'place', pose: planarPose(0, 5, Math.PI / 2) });
    await stage.start(ann, 'rover', 'print(sensor("compass"));');
    const { printed } = await stage.awaitRun(ann, 'rover', isOver);
    expect(Math.abs(Number(printed[0]?.text) - 90)).toBeLessThan(5);
  });
});

describe('control', () => {
  it('[RN9] of a robot is control of its program', async () => {
    const { stage, owner, ann } = await scene();
    const bob = await stage.operator('bob');
    await ann.actor.ask('arm', { kind: 'lease', request: { kind: 'ask' } });
    expect(await stage.start(bob, 'arm', 'wait(5000);')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('ann has the lease'),
    });
    expect(await stage.start(ann, 'arm', 'while (1) { wait(1000); }')).toMatchObject({ kind: 'done' });
    const { runs, flags } = bob.programs;
    for (const asked of [runs.pause('arm'), runs.end('arm'), runs.setBreakpoints('arm', [1]), flags.set('arm', 3)])
      expect(await stage.until(asked)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('ann has the lease') });
    expect(await stage.start(ann, 'arm', 'wait(1);')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Test runs on it'),
    });
    for (const asked of [ann.programs.runs.resume('arm'), ann.programs.runs.step('arm')])
      expect(await stage.until(asked)).toEqual({ kind: 'refused', reason: 'Test is not paused' });
    expect(owner.programs.runs.of('arm')?.phase).toBe('running');
    expect(await stage.until(ann.programs.runs.end('arm'))).toMatchObject({ kind: 'done' });
    expect(ann.programs.runs.of('arm')).toMatchObject({ phase: 'ended', message: 'ended by ann' });
    expect(await stage.until(ann.programs.runs.resume('arm'))).toMatchObject({ kind: 'refused', reason: 'no program runs on it' });
  });

  it('[RN10] keeps hands off while a program runs; a stop pauses it, and once re-armed it goes on', async () => {
    const { stage, owner, ann } = await scene();
    await stage.start(ann, 'arm', 'move(p1); move(p2); print("both");', { positions: POSITIONS });
    await stage.run(300);
    expect(await ann.actor.ask('arm', { kind: 'glide', dof: 0, to: 1 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Test runs on it'),
    });
    await ann.actor.stop('arm', 'a hand');
    await stage.run(100);
    expect(ann.programs.runs.of('arm')).toMatchObject({ phase: 'paused', message: 'stopped by ann: a hand', line: 1 });
    const stood = ann.actor.see('arm').posture.values[0];
    expect(await stage.until(ann.programs.runs.resume('arm'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('re-arm'),
    });
    await stage.run(2000);
    expect(ann.actor.see('arm').posture.values[0]).toBe(stood);
    await stage.until(ann.actor.participant.rearm('arm'));
    await stage.run(500);
    expect(ann.actor.see('arm').posture.values[0]).toBe(stood);
    expect(await stage.until(ann.programs.runs.resume('arm'))).toMatchObject({ kind: 'done' });
    expect(await stage.awaitRun(ann, 'arm', isOver)).toMatchObject({ phase: 'finished', printed: [{ text: 'both' }], effects: 4 });
    expect(degrees(owner.actor.see('arm').posture.values[0])).toBe(-20);
  });

  it('[RN10] keeps hands off in every way, and lets nothing begin while its robot is stopped', async () => {
    const { stage, ann } = await scene('rover');
    await stage.start(ann, 'rover', 'wait(5000);');
    const moves: ActionDraft[] = [
      { kind: 'glide', dof: 0, to: 1 },
      { kind: 'assume', values: [0] },
      { kind: 'follow', knots: [{ afterMs: 1000, pose: planarPose(0.1, 0, 0) }] },
      { kind: 'drift', twist: planarTwist(0.1, 0), durationMs: 500 },
      { kind: 'place', pose: planarPose(0.1, 0, 0) },
      { kind: 'halt' },
      { kind: 'drive' },
    ];
    for (const move of moves)
      expect(await ann.actor.ask('rover', move), move.kind).toEqual({
        kind: 'refused',
        reason: 'Test runs on it: pause or end the program first',
      });
    await ann.actor.stop('rover', 'a hand');
    await stage.until(ann.programs.runs.end('rover'));
    expect(await stage.start(ann, 'rover', 'wait(1);')).toEqual({
      kind: 'refused',
      reason: 'stopped by ann (a hand); re-arm it first',
    });
  });

  it('[RN10] keeps hands off from the very instant at which a program was started', async () => {
    const { stage, owner } = await scene();
    const { participant } = owner.actor;
    const program = await stage.until(owner.programs.shelf.put({ name: 'Test', text: 'wait(5000);', positions: [] }));
    const order = { kind: 'start', run: 'x', program, breakpoints: [], isPaused: false };
    const both = [
      participant.command('arm', { kind: 'work', order: JSON.stringify(order) }),
      participant.command('arm', { kind: 'glide', dof: 0, to: 1 }),
    ];
    expect(await stage.until(Promise.all(both))).toMatchObject([
      { kind: 'done' },
      { kind: 'refused', reason: expect.stringContaining('Test runs on it') },
    ]);
  });

  it('[RN11] pauses and steps, statement by statement', async () => {
    const { stage, ann } = await scene();
    const text = 'int i;\nmove(1, 10);\nmove(1, 10);\ni = 5;\nprint(i);';
    await stage.start(ann, 'arm', text, { startPaused: true });
    await stage.run(500);
    expect(ann.programs.runs.of('arm')).toMatchObject({ phase: 'paused', effects: 0 });
    const lines: number[] = [];
    for (let step = 0; step < 10 && ann.programs.runs.of('arm')?.phase === 'paused'; step++) {
      expect(await stage.until(ann.programs.runs.step('arm'))).toMatchObject({ kind: 'done' });
      const view = await stage.awaitRun(ann, 'arm', ({ phase }) => phase !== 'running');
      lines.push(view.line);
    }
    expect(lines).toEqual([2, 3, 4, 5, 5]);
    expect(ann.programs.runs.of('arm')).toMatchObject({ phase: 'finished', effects: 4 });
    expect(degrees(ann.actor.see('arm').posture.values[0])).toBe(20);
  });

  it('[RN11] pauses at breakpoints, each time it comes there, and in the middle of a motion; hands may move it then', async () => {
    const { stage, ann } = await scene('rover');
    await stage.start(ann, 'rover', 'int i;\nfor (i = 0; i < 2; i = i + 1) {\n  drive(400);\n}\ndrive(100);', { breakpoints: [3] });
    for (const i of [0, 1]) {
      const view = await stage.awaitRun(ann, 'rover', ({ phase }) => phase === 'paused');
      expect(view).toMatchObject({ line: 3, variables: [{ name: 'i', value: i }] });
      await stage.until(ann.programs.runs.resume('rover'));
    }
    await stage.until(ann.programs.runs.setBreakpoints('rover', []));
    await stage.run(300);
    expect(await stage.until(ann.programs.runs.pause('rover'))).toMatchObject({ kind: 'done' });
    await stage.run(500);
    const { x } = ann.actor.see('rover').posture.pose;
    await stage.run(500);
    expect(ann.actor.see('rover').posture.pose.x).toBe(x);
    expect(await ann.actor.ask('rover', { kind: 'place', pose: planarPose(x, 1, 1) })).toMatchObject({ kind: 'done' });
    await stage.until(ann.programs.runs.resume('rover'));
    expect(await stage.awaitRun(ann, 'rover', isOver)).toMatchObject({ phase: 'finished' });
    const { pose } = ann.actor.see('rover').posture;
    expect([pose.x, pose.y]).toEqual([expect.closeTo(0.9, 2), expect.closeTo(0, 2)]);
  });
});

describe('time', () => {
  it('[RN13] stands still while the world does, and ends with a reset', async () => {
    const { stage, ann } = await scene();
    await stage.start(ann, 'arm', 'int i; while (1) { wait(200); i = i + 1; flag(i); }');
    await stage.run(1000);
    await stage.until(ann.actor.participant.changeTime({ kind: 'pause' }));
    await stage.run(300);
    const stood = ann.programs.flags.of('arm');
    expect(stood).toBeGreaterThan(2);
    await stage.run(2000);
    expect(ann.programs.flags.of('arm')).toBe(stood);
    await stage.until(ann.actor.participant.changeTime({ kind: 'run', rate: 1 }));
    await stage.run(1000);
    expect(ann.programs.flags.of('arm')).toBeGreaterThan(stood);
    await stage.until(ann.actor.participant.changeTime({ kind: 'reset' }));
    await stage.run(500);
    expect(ann.programs.runs.of('arm')).toMatchObject({ phase: 'ended', message: 'the world was reset' });
  });

  it('[RN13] begins anew after a reset, also where a program was paused; what was over before stays so', async () => {
    const { stage, owner, ann } = await scene();
    await put(owner.actor, 'rover', pioneer3dx, planarPose(0, 5, 0));
    await stage.start(ann, 'arm', 'wait(5000);');
    await stage.until(ann.programs.runs.pause('arm'));
    await stage.start(ann, 'rover', 'print("done");');
    await stage.awaitRun(ann, 'rover', isOver);
    await stage.until(ann.actor.participant.changeTime({ kind: 'reset' }));
    await stage.run(500);
    expect(ann.programs.runs.of('rover')).toMatchObject({ phase: 'finished', message: undefined });
    expect(ann.programs.runs.of('arm')).toMatchObject({ phase: 'ended', message: 'the world was reset' });
    expect(await stage.start(ann, 'arm', 'print("anew");')).toMatchObject({ kind: 'done' });
    expect(await stage.awaitRun(ann, 'arm', isOver)).toMatchObject({ phase: 'finished', printed: [{ text: 'anew' }] });
  });

  it('[RN14] of many that would all do something in each tick, some do, in turn', async () => {
    const { stage, owner } = await scene();
    const robots = Array.from({ length: 60 }, (_, index) => `rover-${index}`);
    for (const [index, id] of robots.entries())
      await put(owner.actor, id, pioneer3dx, planarPose(5 + 2 * (index % 8), 2 * Math.floor(index / 8), 0));
    for (const id of robots) await stage.start(owner, id, 'while (1) { flag(1 - flag()); wait(1); }');
    const effects = () => robots.map((id) => owner.programs.runs.of(id)?.effects ?? 0);
    const looks = await stage.watch(1000, 50, effects);
    for (const [index, look] of looks.slice(1).entries()) {
      const acted = look.filter((count, robot) => count > (looks[index]?.[robot] ?? 0)).length;
      expect(acted).toBeGreaterThan(0);
      expect(acted).toBeLessThanOrEqual(16);
    }
    for (const [robot, count] of (looks.at(10) ?? []).entries()) expect(count).toBeGreaterThan(looks[0]?.[robot] ?? 0);
  });

  it('[RN14] is taken from nobody by a program that never ends', async () => {
    const { stage, owner, ann } = await scene();
    for (const id of ['two', 'three', 'four']) await put(owner.actor, id, puma560, planarPose(0, 5 * id.length, 0));
    const hostile = [
      'int i; while (1) { i = i + 1; }',
      'f(1); function f(n) { return f(n + 1); }',
      'int i; while (1) { i = 1 - i; wcellflag(1, i); }',
    ];
    for (const [at, id] of ['two', 'three', 'four'].entries()) await stage.start(ann, id, hostile[at] ?? '');
    await stage.start(ann, 'arm', 'move(p1); move(p2); print("done");', { positions: POSITIONS });
    await stage.run(1000);
    expect(['two', 'three', 'four'].map((id) => ann.programs.runs.of(id)?.phase)).toEqual(['failed', 'failed', 'failed']);
    expect(ann.programs.runs.of('two')?.message).toContain('steps without doing or reading anything');
    expect(await stage.awaitRun(ann, 'arm', isOver)).toMatchObject({ phase: 'finished', printed: [{ text: 'done' }] });
  });
});

describe('flags', () => {
  it('[RN7] are variables of the blackboard, set by people and programs alike', async () => {
    const { stage, owner, ann } = await scene();
    for (const flag of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      expect(await stage.until(ann.programs.flags.setCell(flag, flag + 20))).toMatchObject({ kind: 'done' });
      expect(ann.programs.flags.cell(flag)).toBe(flag + 20);
      await stage.until(ann.programs.flags.setCell(flag, 0));
    }
    expect(await stage.until(ann.programs.flags.setCell(0, 1))).toMatchObject({ kind: 'refused' });
    expect(await stage.until(ann.programs.flags.setCell(3, 4))).toMatchObject({ kind: 'done' });
    await stage.start(
      ann,
      'arm',
      'print(cellflag(3)); wcellflag(4, cellflag(3) + 1); flag(2); while (cellflag(5) == 0) wait(50); print("seen");',
    );
    await stage.run(1000);
    expect(owner.board.peek('cell/flag/4')).toMatchObject({ kind: 'value', value: 5 });
    expect([ann.programs.flags.cell(4), ann.programs.flags.of('arm')]).toEqual([5, 2]);
    expect(ann.board.peek('robots/arm/flag')).toMatchObject({ kind: 'value', value: 2 });
    await stage.until(ann.board.write('cell/flag/5', 1));
    expect((await stage.awaitRun(ann, 'arm', isOver)).printed.map(({ text }) => text)).toEqual(['4', 'seen']);
    expect(await stage.until(ann.programs.flags.setCell(11, 1))).toMatchObject({ kind: 'refused' });
    expect(await stage.until(ann.programs.flags.set('arm', 0.5))).toMatchObject({ kind: 'refused' });
    await stage.until(ann.board.write('robots/arm/flag', 9));
    expect(owner.programs.flags.of('arm')).toBe(9);
  });

  it('[RN7] let two robots of two owners take turns', async () => {
    const { stage, ann } = await scene();
    await put(ann.actor, 'other', puma560, planarPose(0, 5, 0));
    const turn = (mine: number, next: number) =>
      `int i; for (i = 0; i < 3; i = i + 1) { while (cellflag(1) != ${mine}) wait(20); print(i); wcellflag(1, ${next}); }`;
    await stage.start(ann, 'arm', turn(1, 2));
    await stage.start(ann, 'other', turn(2, 1));
    await stage.run(500);
    expect([ann.programs.runs.of('arm')?.printed, ann.programs.runs.of('other')?.printed]).toEqual([[], []]);
    await stage.until(ann.programs.flags.setCell(1, 1));
    for (const robot of ['arm', 'other'])
      expect((await stage.awaitRun(ann, robot, isOver)).printed.map(({ text }) => text)).toEqual(['0', '1', '2']);
  });
});
