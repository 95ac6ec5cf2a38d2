import { describe, expect, it } from 'vitest';
import { until } from '../browser/until.ts';
import { type Event, joinAs, manyhands, Program, startHub } from './processes.ts';

/** What `manyhands board ...` answers. */
async function board(...args: string[]): Promise<{ code: number | null; lines: string[]; errors: string }> {
  await using program = manyhands('board', ...args);
  const code = await program.exited;
  return { code, lines: program.lines, errors: program.errors };
}

/** Each asking is a process of its own. */
const PATIENCE_MS = 180_000;

const parsed = (lines: readonly string[]): Event[] => lines.map((line) => JSON.parse(line) as Event);

describe('manyhands board', { timeout: PATIENCE_MS }, () => {
  it('sets, gets, lists and shows values; a value that is too old is stale, by a code of its own', async () => {
    await using hub = await startHub('--world', 'lab');
    const url = `${hub.url}/lab`;
    expect(await board('set', 'lab/lamp', 'true', url, '--good-for', '60000', '--as', 'ann')).toMatchObject({
      code: 0,
      lines: ['lab/lamp = true'],
    });
    expect(await board('set', 'lab/range', '1.5', url, '--unit', 'm', '--as', 'ann')).toMatchObject({
      code: 0,
      lines: ['lab/range = 1.5 m'],
    });
    const got = await board('get', 'lab/range', url);
    expect(got.lines[0]).toMatch(/^1\.5 m {2}\([\d.]+ (ms|s) old, from ann, who is gone\)$/);
    expect(got.code).toBe(0);
    const stale = await board('get', 'lab/lamp', '--max-age', '1', '--json', url);
    expect(stale.code).toBe(4);
    expect(parsed(stale.lines)).toMatchObject([{ name: 'lab/lamp', kind: 'stale', value: true, writer: 'ann', writerIsHere: false }]);
    const wrongType = await board('set', 'lab/lamp', 'bright', url);
    expect(wrongType).toMatchObject({ code: 2, errors: expect.stringContaining('"bright" is no boolean') });
    expect(await board('get', 'lab/nothing', url)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('there is no variable lab/nothing'),
    });
    expect(await board('get', 'Not A Name', url)).toMatchObject({ code: 1 });
    const listed = parsed((await board('list', url, '--json', '--filter', 'lab/*')).lines);
    expect(listed.map(({ name, value, unit }) => [name, value, unit])).toEqual([
      ['lab/lamp', true, ''],
      ['lab/range', 1.5, 'm'],
    ]);
    const tree = (await board('tree', url)).lines;
    expect(tree.map((line) => line.trim().split(' ')[0])).toEqual(['lab', 'lamp', 'range']);
    expect(await board('list', 'http://127.0.0.1:9/lab')).toMatchObject({ code: 3 });
    expect(await board('watch', 'a/**/b', url)).toMatchObject({ code: 2, errors: expect.stringContaining('is not a pattern') });
  });

  it('commands a robot by its values, under the rules of control, and watches them change', async () => {
    await using hub = await startHub('--world', 'lab');
    const url = `${hub.url}/lab`;
    await using alice = await joinAs('alice', url);
    await alice.command('insert Arm --id arm --dofs 2');
    await using watcher = manyhands('board', 'watch', 'robots/arm/joints/0', '--on-change', '--json', url, '--as', 'watcher');
    await watcher.line((line) => (JSON.parse(line).value === 0 ? line : undefined));
    const joint = await board('list', url, '--filter', 'robots/arm/joints/*');
    expect(joint.code).toBe(0);
    expect(await board('set', 'robots/arm/joints/0', '0.5', url)).toMatchObject({ code: 0 });
    const moved = await watcher.line((line) => (JSON.parse(line).value === 0.5 ? (JSON.parse(line) as Event) : undefined));
    expect(moved).toMatchObject({ name: 'robots/arm/joints/0', kind: 'value', unit: 'rad', writer: 'alice', writerIsHere: true });
    watcher.process.kill('SIGINT');
    expect(await watcher.exited, watcher.transcript).toBe(0);
    await alice.command('stop arm');
    const refused = await board('set', 'robots/arm/joints/0', '0', url);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('re-arm it first') });
  });
});

describe('examples/range-sensor.ts and examples/goal-setter.ts', { timeout: PATIENCE_MS }, () => {
  it('fuse what is measured into a goal that is as old as the measurement, and is stale when the sensor is silent', async () => {
    await using hub = await startHub('--world', 'lab');
    const url = `${hub.url}/lab`;
    await using alice = await joinAs('alice', url);
    await alice.command('insert Box --at 0.8,0');
    await using sensor = new Program('examples/range-sensor.ts', [url]);
    await sensor.line((line) => (line === 'range-sensor measures in world lab' ? line : undefined));
    await using setter = new Program('examples/goal-setter.ts', [url]);
    await setter.line((line) => (line.startsWith('goal 0.50 m ahead, at most ') ? line : undefined));
    const [goal] = parsed((await board('get', 'yair/goal', '--max-age', '1000', '--json', url)).lines);
    expect(goal).toMatchObject({ kind: 'value', writer: 'goal-setter', value: { x: 0.5 } });
    expect(goal).toMatchObject({ hops: [{ node: 'range-sensor' }, { node: 'goal-setter' }, { node: 'goal-setter' }] });
    sensor.process.kill('SIGINT');
    expect(await sensor.exited, sensor.transcript).toBe(0);
    // Its last value is as good for a while as it ever was.
    await until('the goal is stale', async () => (await board('get', 'yair/goal', url)).code === 4);
    expect(await board('get', 'yair/ir', url)).toMatchObject({
      code: 4,
      errors: expect.stringContaining('its writer range-sensor is gone'),
    });
    setter.process.kill('SIGINT');
    expect(await setter.exited, setter.transcript).toBe(0);
  });
});
