import { describe, expect, it } from 'vitest';
import { delay } from '../base/clock.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { SimulatedNetwork } from '../bus/simulated.ts';
import { type Script, ScriptedRuns } from './scripted-runs.contract.ts';
import { type FlagsPort, type ProgramsPort, readTask, TaskKeeper, type TaskOutcome, WorldTasks } from './tasks.ts';

const DONE: TaskOutcome = { kind: 'done' };
const lasting = (lastsMs: number): Script => ({ lastsMs, flags: [] });

/** The robots of a world, told of by scripts; hubs that perform its task; and somebody who asks for one. */
class Stage {
  readonly time = new VirtualTime();
  readonly network: SimulatedNetwork;
  readonly runs: ScriptedRuns;
  readonly started: string[] = [];
  readonly reported: unknown[] = [];
  onDuty = 'hub-a';
  /** So long each answer takes. */
  answerMs = 0;
  /** So many starts get lost on their way. */
  startsToLose = 0;
  /** Of the world's time. */
  rate = 1;

  constructor(scripts: Readonly<Record<string, Script>>) {
    this.network = new SimulatedNetwork({ time: this.time, random: seededRandom(1), report: this.#report, records: 'one server' });
    this.runs = new ScriptedRuns(['puma', 'jupiter'], new Map(Object.entries(scripts)));
  }

  readonly #report = (error: unknown): void => void this.reported.push(error);

  #ports(node: string) {
    const { clock } = this.network.node(node);
    const bus = this.network.node(node).connect();
    const time = () => ({ worldMs: this.runs.nowMs * this.rate, generation: 0, rate: this.rate });
    return { world: 'cell', bus, clock, random: seededRandom(node.length), time, report: this.#report };
  }

  visitor(node: string): WorldTasks {
    return new WorldTasks(this.#ports(node));
  }

  hub(node: string): TaskKeeper {
    const { runs, started } = this;
    const { clock } = this.network.node(node);
    const asked = async (deed: () => void): Promise<TaskOutcome> => {
      await delay(clock, this.answerMs);
      deed();
      return DONE;
    };
    const programs: ProgramsPort = {
      of: (robot) => runs.runOf(robot),
      start: async ({ robot, name, task }) => {
        if (this.startsToLose-- > 0) return { kind: 'lost', reason: 'nobody answered' };
        return asked(() => {
          started.push(name);
          runs.start(robot, name, task);
        });
      },
      pause: (robot) => asked(() => runs.set(robot, 'paused')),
      resume: (robot) => asked(() => runs.set(robot, 'running')),
      end: (robot) => asked(() => runs.set(robot, 'ended')),
    };
    const flags: FlagsPort = {
      cell: (flag) => runs.cellFlag(flag),
      of: (robot) => runs.flagOf(robot) ?? 0,
      setCell: (flag, value) => asked(() => void runs.flags.set(`#${flag}`, value)),
      set: (robot, value) => asked(() => void runs.flags.set(robot, value)),
    };
    const hasRobot = (robot: string) => runs.flagOf(robot) !== undefined;
    return new TaskKeeper({
      ...this.#ports(node),
      ...{ hasRobot, programs: () => programs, flags: () => flags, isOurs: () => this.onDuty === node },
    });
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10) {
      await this.time.run(this.time.now + 10);
      this.runs.pass(10);
    }
  }

  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    while (!isSettled) await this.pass(10);
    return promise;
  }
}

const TASK = 'N - - puma load -\nS puma 2 jupiter stamp -\nS jupiter 2 puma unload -\n';
const SCRIPTS = { load: lasting(500), stamp: lasting(500), unload: lasting(500) };
const wanted = (name: string, text = TASK) => ({ name, rows: readTask(text).rows.map((row) => ({ ...row, text: '', taught: [] })) });

describe('the task of a world', () => {
  it('[TK16] is one at a time, seen by all, and paused, resumed and stopped by whoever may', async () => {
    const stage = new Stage({ ...SCRIPTS, stamp: lasting(5000) });
    const [ada, kenji] = [stage.visitor('ada'), stage.visitor('kenji')];
    using _hub = stage.hub('hub-a');
    const both = await stage.until(Promise.all([ada.start(wanted('first')), kenji.start(wanted('second'))]));
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    expect(both.find(({ kind }) => kind === 'refused')).toMatchObject({ reason: expect.stringContaining('stop it first') });
    await stage.pass(300);
    expect(await stage.until(kenji.pause())).toEqual(DONE);
    await stage.pass(2000);
    expect([ada.current?.phase, ada.current?.rows[0]?.phase, stage.started]).toEqual(['paused', 'paused', ['load']]);
    expect(await stage.until(ada.resume())).toEqual(DONE);
    await stage.pass(600);
    expect([kenji.current?.phase, kenji.current?.rows[1]?.phase]).toEqual(['running', 'running']);
    expect(await stage.until(kenji.stop())).toEqual(DONE);
    await stage.pass(300);
    expect([ada.current?.phase, stage.runs.runOf('jupiter')?.phase]).toEqual(['stopped', 'ended']);
    expect(await stage.until(ada.pause())).toEqual({ kind: 'refused', reason: 'no task is performed' });
    expect(await stage.until(ada.start(wanted('third')))).toEqual(DONE);
    expect(stage.reported).toEqual([]);
  });

  it('[TK16] is started once, also when the answer is lost and somebody has stopped it by then', async () => {
    const stage = new Stage(SCRIPTS);
    const [ada, kenji] = [stage.visitor('ada'), stage.visitor('kenjiro')];
    using _hub = stage.hub('hub-a');
    await stage.pass(100);
    stage.network.faults.swapReplyLoss = 1;
    const starting = ada.start(wanted('first'));
    await stage.pass(10);
    stage.network.faults.swapReplyLoss = 0;
    await stage.pass(100);
    expect(await stage.until(kenji.stop())).toEqual(DONE);
    await stage.pass(300);
    expect(kenji.current?.phase).toBe('stopped');
    expect(await stage.until(starting)).toEqual(DONE);
    await stage.pass(1000);
    expect([kenji.current?.phase, ada.current?.phase]).toEqual(['stopped', 'stopped']);
  });

  it('[TK16] is refused when it is too large for its record', async () => {
    const stage = new Stage(SCRIPTS);
    const ada = stage.visitor('ada');
    const large = { name: 'large', rows: wanted('').rows.map((row) => ({ ...row, text: 'x'.repeat(20_000) })) };
    expect(await stage.until(ada.start(large))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('40000 bytes at most'),
    });
    const wide = { name: 'wide', rows: wanted('').rows.map((row) => ({ ...row, text: '\u20ac'.repeat(10_000) })) };
    expect(await stage.until(ada.start(wide))).toMatchObject({ kind: 'refused', reason: expect.stringContaining('40000 bytes at most') });
  });

  it('[TK13] [TK16] ends whatever the owner of a robot says, and whatever it has to tell', async () => {
    const stage = new Stage(SCRIPTS);
    const ada = stage.visitor('ada');
    using _hub = stage.hub('hub-a');
    await stage.until(ada.start(wanted('wordy')));
    await stage.pass(200);
    stage.runs.set('puma', 'failed', 'no '.repeat(7000));
    await stage.pass(300);
    expect(ada.current).toMatchObject({ phase: 'failed', message: expect.stringMatching(/^load of puma failed: no no .{0,300}$/) });
    // As many rows as there may be, all of them waiting for the same robot, under long names.
    const name = 'n'.repeat(200);
    const rows = Array.from({ length: 100 }, () => ({ ...wanted('').rows[0], robot: 'puma', program: name, text: 't'.repeat(50) }));
    stage.runs.start('puma', 'load');
    stage.runs.rename('puma', 'f'.repeat(300));
    expect(await stage.until(ada.start({ name: 'crowd', rows: rows as ReturnType<typeof wanted>['rows'] }))).toEqual(DONE);
    await stage.pass(300);
    expect(ada.current).toMatchObject({ phase: 'failed', message: expect.stringContaining('more to tell than its record holds') });
    expect(await stage.until(ada.start(wanted('next')))).toEqual(DONE);
    expect(stage.reported).toEqual([]);
  });

  it('[TK17] goes on when who asked for it has gone, and when the hub has, with no program twice and none left out', async () => {
    for (let cutMs = 0; cutMs <= 1400; cutMs += 70) {
      const stage = new Stage(SCRIPTS);
      const ada = stage.visitor('ada');
      const first = stage.hub('hub-a');
      using _second = stage.hub('hub-b');
      await stage.until(ada.start(wanted('task')));
      ada[Symbol.dispose]();
      await stage.pass(cutMs);
      first[Symbol.dispose]();
      stage.onDuty = 'hub-b';
      const kenji = stage.visitor('kenji');
      await stage.pass(3000);
      expect([cutMs, kenji.current?.phase, stage.started]).toEqual([cutMs, 'finished', ['load', 'stamp', 'unload']]);
      kenji[Symbol.dispose]();
    }
  });

  it('[TK8] begins with all its flags at 0: those of its robots, and flags 1 to 10 of the environment', async () => {
    const stage = new Stage(SCRIPTS);
    const ada = stage.visitor('ada');
    using _hub = stage.hub('hub-a');
    const flags = ['puma', 'jupiter', ...Array.from({ length: 10 }, (_, index) => `#${index + 1}`)];
    for (const flag of flags) stage.runs.flags.set(flag, 1);
    await stage.until(ada.start(wanted('task')));
    await stage.pass(300);
    expect(flags.filter((flag) => stage.runs.flags.get(flag) !== 0)).toEqual([]);
    expect([ada.current?.phase, stage.started]).toEqual(['running', ['load']]);
  });

  it('[TK14] asks again for a start that was lost, and is not paused by that', async () => {
    const stage = new Stage(SCRIPTS);
    const ada = stage.visitor('ada');
    using _hub = stage.hub('hub-a');
    stage.startsToLose = 2;
    await stage.until(ada.start(wanted('task')));
    await stage.pass(3000);
    expect([ada.current?.phase, ada.current?.message, stage.started]).toEqual(['finished', undefined, ['load', 'stamp', 'unload']]);
  });

  it('[TK14] starts no program again that came to its end unseen, before somebody started another one on its robot', async () => {
    const stage = new Stage({ ...SCRIPTS, other: lasting(300) });
    const ada = stage.visitor('ada');
    using _hub = stage.hub('hub-a');
    await stage.until(ada.start(wanted('task')));
    while (stage.started.length === 0) await stage.pass(10);
    stage.onDuty = 'nobody';
    await stage.pass(700);
    stage.runs.start('puma', 'other');
    await stage.pass(100);
    stage.onDuty = 'hub-a';
    await stage.pass(3000);
    expect([ada.current?.phase, stage.started]).toEqual(['finished', ['load', 'stamp', 'unload']]);
  });

  it('[TK17] is left alone by a hub that is not on duty', async () => {
    const stage = new Stage(SCRIPTS);
    const ada = stage.visitor('ada');
    using _hub = stage.hub('hub-b');
    await stage.until(ada.start(wanted('task')));
    await stage.pass(1000);
    expect([ada.current?.phase, stage.started]).toEqual(['starting', []]);
    stage.onDuty = 'hub-b';
    await stage.pass(3000);
    expect([ada.current?.phase, stage.started]).toEqual(['finished', ['load', 'stamp', 'unload']]);
  });

  it('[TK8] [TK11] waits for answers no less long in a world that runs a hundred times as fast', async () => {
    const stage = new Stage(SCRIPTS);
    const ada = stage.visitor('ada');
    using _hub = stage.hub('hub-a');
    stage.rate = 100;
    stage.answerMs = 150;
    stage.runs.flags.set('#3', 1);
    await stage.until(ada.start(wanted('fast')));
    await stage.pass(600);
    expect(ada.current).toMatchObject({ phase: 'running', rows: [{ phase: 'running' }, {}, {}] });
    await stage.until(ada.pause());
    await stage.pass(400);
    expect(await stage.until(ada.resume())).toEqual(DONE);
    await stage.pass(3000);
    expect([ada.current?.phase, ada.current?.message]).toEqual(['finished', undefined]);
  });

  it('[TK17] is never performed by two hubs at once, though both think that it is theirs', async () => {
    const stage = new Stage(SCRIPTS);
    const ada = stage.visitor('ada');
    stage.onDuty = 'hub-a';
    using _first = stage.hub('hub-a');
    using _second = stage.hub('hub-a');
    await stage.until(ada.start(wanted('task')));
    await stage.pass(3000);
    expect([ada.current?.phase, stage.started]).toEqual(['finished', ['load', 'stamp', 'unload']]);
  });
});
