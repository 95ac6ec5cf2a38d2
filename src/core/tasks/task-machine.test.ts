import { describe, expect, it } from 'vitest';
import { integerBelow, seededRandom } from '../base/random.ts';
import { type Script, ScriptedRuns } from './scripted-runs.contract.ts';
import { rowTag } from './task-machine.ts';
import { chartOf, newTaskState, readTask, rowMeant, stepTask, type TaskOrder, type TaskState, taskView } from './tasks.ts';

const TICK_MS = 50;

const orderOf = (text: string): TaskOrder => {
  const { rows, diagnostics } = readTask(text);
  expect(diagnostics).toEqual([]);
  return { id: 't1', name: 'test', rows: rows.map((row) => ({ ...row, text: '', taught: [] })) };
};
const lasting = (lastsMs: number, ...flags: Script['flags']): Script => ({ lastsMs, flags });

class Stage {
  readonly runs: ScriptedRuns;
  readonly order: TaskOrder;
  state: TaskState;

  constructor(text: string, scripts: Readonly<Record<string, Script>>) {
    this.order = orderOf(text);
    this.runs = new ScriptedRuns(
      this.order.rows.map(({ robot }) => robot),
      new Map(Object.entries(scripts)),
    );
    this.state = newTaskState(this.order, this.runs);
  }

  /** One tick: what is decided is done, then time passes. The state goes through JSON each time, as to another who goes on with it. */
  tick(times = 1): this {
    for (let count = 0; count < times; count++) {
      this.step();
      this.runs.pass(TICK_MS);
    }
    return this;
  }

  step(): void {
    const { state, deeds } = stepTask(this.order, JSON.parse(JSON.stringify(this.state)) as TaskState, this.runs);
    this.state = state;
    this.runs.do(this.order, deeds);
  }

  wish(wish: TaskState['wish']): this {
    this.state = { ...this.state, wish };
    return this;
  }

  get view() {
    return taskView(this.order, this.state);
  }

  get phases() {
    return [this.state.phase, ...this.view.rows.map(({ phase }) => phase)].join(' ');
  }

  get starts() {
    return this.view.rows.map(({ startedMs }) => startedMs);
  }
}

describe('a task that runs', () => {
  it('[TK8] begins when all flags are 0, which it sees to', () => {
    const stage = new Stage('F puma 0 puma a -\nF #2 0 jupiter a -\nF puma 1 mm a -', { a: lasting(100) });
    stage.runs.flags.set('puma', 1).set('#2', 7);
    stage.tick(3);
    expect(stage.runs.log[0]).toBe('clear');
    expect(stage.starts).toEqual([50, 50, undefined]);
    expect(stage.state.startedMs).toBe(50);
  });

  it.each(['#1', '#2', '#3', '#4', '#5', '#6', '#7', '#8', '#9', '#10', 'puma'])('[TK8] does not begin before flag %s is 0', (flag) => {
    const stage = new Stage('N - - puma a -', { a: lasting(100) });
    stage.runs.flags.set(flag, 1);
    stage.step();
    expect([stage.state.phase, stage.runs.log]).toEqual(['starting', ['clear']]);
    stage.tick(4);
    expect([stage.state.phase, stage.runs.flags.get(flag)]).toEqual(['finished', 0]);
  });

  it('[TK8] ends when flags do not become 0', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(100) });
    for (let count = 0; count < 70; count++) {
      stage.runs.flags.set('#4', 1);
      stage.step();
      stage.runs.nowMs += TICK_MS;
    }
    expect(stage.state).toMatchObject({ phase: 'failed', message: 'its flags do not become 0: something else sets them' });
    expect(stage.runs.log).not.toContain('start a');
  });

  it('[TK8] ends when one of its robots is not there', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(100) });
    const runs = new ScriptedRuns([], new Map());
    expect(stepTask(stage.order, stage.state, runs).state).toMatchObject({ phase: 'failed', message: 'there is no robot puma' });
  });

  it('[TK9] starts every row exact to the tick', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { text, scripts } = randomTask(seed);
      const stage = new Stage(text, scripts).tick(400);
      expect(stage.starts, `seed ${seed}\n${text}`).toEqual(expectedStarts(stage.order, scripts));
    }
  });

  it('[TK10] lets a row wait until its robot is free', () => {
    const stage = new Stage('N - - puma a -\nT - 0.1 puma b -\nT - 0.05 puma c -', { a: lasting(300), b: lasting(100), c: lasting(100) });
    stage.tick(5);
    expect(stage.phases).toBe('running running due due');
    expect(stage.view.rows[1]).toMatchObject({ dueMs: 100, message: 'puma runs a' });
    stage.tick(20);
    expect(stage.starts).toEqual([0, 300, 400]);
    expect(stage.phases).toBe('finished finished finished finished');
  });

  it('[TK10] starts one row of a robot only, where two come due in the same tick', () => {
    const stage = new Stage('F #1 1 puma a -\nF #1 1 puma b -', { a: lasting(200), b: lasting(100) });
    stage.tick(2);
    stage.runs.flags.set('#1', 1);
    stage.tick(2);
    expect(stage.phases).toBe('running running due');
    expect(stage.view.rows[1]).toMatchObject({ dueMs: 100, message: 'puma runs a' });
    stage.tick(8);
    expect([stage.state.phase, stage.starts]).toEqual(['finished', [100, 300]]);
  });

  it('[TK10] waits for programs of others, too', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(100), foreign: lasting(200) });
    stage.runs.start('puma', 'foreign');
    stage.tick(3);
    expect(stage.view.rows[0]).toMatchObject({ phase: 'due', message: 'puma runs foreign' });
    stage.tick(10);
    expect(stage.starts).toEqual([200]);
    expect(stage.state.phase).toBe('finished');
  });

  it('[TK11] is paused with its programs and its time, and goes on', () => {
    const stage = new Stage('N - - puma a -\nT - 0.5 mm b -\nN - - jupiter c -', { a: lasting(400), b: lasting(100), c: lasting(50) });
    stage.tick(3).wish('pause').tick(20);
    expect(stage.phases).toBe('paused paused waiting finished');
    expect(stage.runs.runOf('puma')?.phase).toBe('paused');
    stage.wish('run').tick(20);
    // Asked for at 150 ms, and to go on at 1150 ms: one second was no time of the task's.
    expect(stage.starts).toEqual([0, 1500, 0]);
    expect(stage.view.rows[0]?.endedMs).toBe(1400);
    expect(stage.state.phase).toBe('finished');
  });

  it('[TK11] starts nothing when it is paused before it has begun, until it is resumed', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(100) });
    stage.runs.flags.set('#2', 1);
    stage.tick().wish('pause').tick(4);
    expect([stage.phases, stage.runs.log]).toEqual(['paused waiting', ['clear']]);
    stage.wish('run').tick(5);
    expect(stage.phases).toBe('finished finished');
  });

  it('[TK11] pauses a program whose start was on its way when the task was paused', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(300) });
    stage.state = stepTask(stage.order, stage.state, stage.runs).state;
    // For people what is about to run is running.
    expect(stage.phases).toBe('running running');
    stage.wish('pause').tick();
    expect([stage.state.phase, stage.runs.log]).toEqual(['paused', []]);
    stage.runs.start('puma', 'a', rowTag(stage.order.id, 0));
    stage.tick(2);
    expect([stage.phases, stage.runs.runOf('puma')?.phase]).toEqual(['paused paused', 'paused']);
  });

  it('[TK12] is paused when one of its programs is, and says why', () => {
    const stage = new Stage('N - - puma a -\nN - - mm b -', { a: lasting(300), b: lasting(300) });
    stage.tick(2);
    stage.runs.set('puma', 'paused', 'stopped by Ada');
    stage.tick(2);
    expect(stage.phases).toBe('paused paused paused');
    expect(stage.state.message).toBe('a of puma is paused: stopped by Ada');
    expect(stage.runs.runOf('mm')?.phase).toBe('paused');
    stage.runs.refusals.set(0, 'puma is stopped: by Ada');
    stage.wish('run').tick(3);
    expect(stage.phases).toBe('paused paused paused');
    expect(stage.state.message).toBe('a of puma is paused: puma is stopped: by Ada');
    stage.runs.refusals.clear();
    stage.wish('run').tick(10);
    expect(stage.phases).toBe('finished finished finished');
    expect(stage.runs.log.filter((deed) => deed === 'start a')).toHaveLength(1);
  });

  it('[TK12] is paused when a program could not be started, and tries again when it is resumed', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(100) });
    stage.runs.refusals.set(0, 'Ada has control of it');
    stage.tick(3);
    expect(stage.phases).toBe('paused due');
    expect(stage.state.message).toBe('puma did not start a: Ada has control of it');
    stage.runs.refusals.clear();
    stage.wish('run').tick(5);
    expect(stage.phases).toBe('finished finished');
  });

  it('[TK12] is paused again when a program does not go on', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(1000) });
    stage.tick(2).wish('pause').tick(2).wish('run');
    for (let count = 0; count < 63; count++) {
      stage.state = stepTask(stage.order, stage.state, stage.runs).state;
      stage.runs.nowMs += TICK_MS;
    }
    expect(stage.phases).toBe('paused paused');
  });

  it('[TK13] has failed when one of its programs has', () => {
    for (const [how, message] of [
      ['failed', 'a of puma failed: the lathe is in its way'],
      ['ended', 'a of puma was ended: the lathe is in its way'],
    ] as const) {
      const stage = new Stage('N - - puma a -\nN - - mm b -\nS puma 2 jupiter c -', { a: lasting(300), b: lasting(300), c: lasting(1) });
      stage.tick(2);
      stage.runs.set('puma', how, 'the lathe is in its way');
      stage.tick(2);
      expect(stage.phases).toBe('failed failed ended waiting');
      expect(stage.state.message).toBe(message);
      expect(stage.runs.runOf('mm')?.phase).toBe('ended');
    }
  });

  it('[TK13] ends its other programs when it has failed, also those that are paused', () => {
    const stage = new Stage('N - - puma a -\nN - - mm b -', { a: lasting(300), b: lasting(300) });
    stage.tick(2).wish('pause').tick(2);
    expect(stage.runs.runOf('mm')?.phase).toBe('paused');
    stage.runs.set('puma', 'ended', 'by Ada');
    stage.tick(2);
    expect([stage.phases, stage.runs.runOf('mm')?.phase]).toEqual(['failed failed ended', 'ended']);
  });

  it('[TK13] is stopped by who wants it, and by a reset of the world; what it did not start is left alone', () => {
    for (const stop of [(stage: Stage) => stage.wish('stop'), (stage: Stage) => Object.assign(stage.runs, { generation: 1 })]) {
      const stage = new Stage('N - - puma a -\nT - 9 mm b -', { a: lasting(900), b: lasting(300), foreign: lasting(900) });
      stage.runs.start('mm', 'foreign');
      stage.tick(2);
      stop(stage);
      stage.tick(2);
      expect(stage.phases).toBe('stopped ended waiting');
      expect([stage.runs.runOf('puma')?.phase, stage.runs.runOf('mm')?.phase]).toEqual(['ended', 'running']);
    }
  });

  it('[TK13] has failed when somebody else lets its robot run something else', () => {
    const stage = new Stage('N - - puma a -', { a: lasting(900), foreign: lasting(900) });
    stage.tick(2);
    stage.runs.start('puma', 'foreign');
    stage.tick(2);
    expect(stage.state).toMatchObject({ phase: 'failed', message: 'puma does not run a any more' });
    expect(stage.runs.runOf('puma')?.phase).toBe('running');
  });

  it('[TK14] goes on from its state wherever who performed it was cut, with no program twice and none left out', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { text, scripts } = randomTask(seed);
      const whole = new Stage(text, scripts).tick(400);
      const cut = new Stage(text, scripts);
      const random = seededRandom(seed + 1000);
      for (let count = 0; count < 400; count++) {
        const { state, deeds } = stepTask(cut.order, JSON.parse(JSON.stringify(cut.state)) as TaskState, cut.runs);
        // The state is written before anything is done: whoever is killed behind that leaves deeds undone.
        cut.state = state;
        if (integerBelow(random, 3) > 0) cut.runs.do(cut.order, deeds);
        else cut.step();
        cut.runs.pass(TICK_MS);
      }
      const count = (log: readonly string[]) => log.filter((deed) => deed.startsWith('start')).toSorted();
      expect(count(cut.runs.log), `seed ${seed}\n${text}`).toEqual(count(whole.runs.log));
    }
  });

  it('[TK15] has a chart of who ran when', () => {
    const stage = new Stage('N - - puma a -\nS puma 2 mm b -\nS mm 2 jupiter a -', { a: lasting(200), b: lasting(300) });
    stage.runs.flags.set('#1', 1);
    stage.tick(8);
    expect(chartOf(stage.view, stage.runs.nowMs)).toEqual([
      { row: 0, robot: 'puma', program: 'a', fromMs: 0, toMs: 200, phase: 'finished' },
      { row: 1, robot: 'mm', program: 'b', fromMs: 200, toMs: 350, phase: 'running' },
    ]);
  });
});

/** Any task in which every robot has one row, and its scripts. */
function randomTask(seed: number): { text: string; scripts: Record<string, Script> } {
  const random = seededRandom(seed);
  const rows = 2 + integerBelow(random, 6);
  const scripts: Record<string, Script> = {};
  const lines = Array.from({ length: rows }, (_, row) => {
    const lastsMs = (1 + integerBelow(random, 60)) * 10;
    scripts[`p${row}`] = lasting(lastsMs, { atMs: Math.ceil((lastsMs * random.next()) / 10) * 10, flag: 'own', value: 1 });
    const other = integerBelow(random, rows);
    const conditions = ['N - -', `T - ${integerBelow(random, 150) / 100}`, `S r${other} 1`, `S r${other} 2`, `F r${other} 1`];
    return `${conditions[integerBelow(random, conditions.length)]} r${row} p${row} -`;
  });
  return { text: lines.join('\n'), scripts };
}

/** By working backwards from each condition, without steps: what the machine should come to. */
function expectedStarts({ rows }: TaskOrder, scripts: Readonly<Record<string, Script>>): (number | undefined)[] {
  const toTick = (ms: number) => Math.ceil(ms / TICK_MS) * TICK_MS;
  const startOf = (row: number, waiting: readonly number[]): number | undefined => {
    const condition = rows[row]?.condition;
    if (waiting.includes(row) || !condition) return undefined;
    const after = (other: number | undefined, ms: (script: Script) => number): number | undefined => {
      const start = other === undefined ? undefined : startOf(other, [...waiting, row]);
      const script = scripts[rows[other ?? -1]?.program ?? ''];
      return start === undefined || !script ? undefined : toTick(start + ms(script));
    };
    switch (condition.kind) {
      case 'none':
        return 0;
      case 'time':
        return toTick(condition.afterS * 1000);
      case 'status':
        return after(rowMeant(rows, row), ({ lastsMs }) => (condition.status === 1 ? 0 : lastsMs));
      case 'flag':
        return after(
          rows.findIndex(({ robot }) => robot === condition.flag),
          ({ flags }) => flags[0]?.atMs ?? 0,
        );
    }
  };
  return rows.map((_, row) => startOf(row, []));
}
