import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Event, joinAs, manyhands, type Program, startHub } from './processes.ts';

let hub: Program & { readonly url: string };
/** Each test has a world of its own. */
let worlds = 0;
const newWorld = () => `${hub.url}/w${++worlds}`;

beforeAll(async () => {
  hub = await startHub();
});

afterAll(() => hub[Symbol.asyncDispose]());

interface Sample {
  readonly sharedMs: number;
  readonly x: number;
}

const samplesOf = (participant: Program, entity: string): Sample[] =>
  participant.events
    .filter((event) => event.event === 'pose' && event.entity === entity)
    .map((event) => ({ sharedMs: Number(event.sharedMs), x: (event.pose as { x: number }).x }));

/** Where it was at an instant, by the samples before and after. */
function positionAt(samples: readonly Sample[], sharedMs: number): number | undefined {
  const after = samples.findIndex((sample) => sample.sharedMs >= sharedMs);
  const [a, b] = [samples[after - 1], samples[after]];
  return a && b && a.x + ((b.x - a.x) * (sharedMs - a.sharedMs)) / (b.sharedMs - a.sharedMs);
}

const poseOf = (event: Event, entity: string): { x: number; y: number; yawDeg: number } => {
  const { entities } = event.outcome as { entities: { id: string; pose: { x: number; y: number; yawDeg: number } }[] };
  const found = entities.find(({ id }) => id === entity);
  if (!found) throw new Error(`${entity} is not in ${JSON.stringify(event)}`);
  return found.pose;
};

describe('manyhands join', () => {
  it('shows a movement to all at the same instant', async () => {
    const url = newWorld();
    await using alice = await joinAs('alice', url);
    await using bob = await joinAs('bob', url);
    await alice.command('insert Robot --id r1');
    await bob.command('wait-for r1 here');
    await Promise.all([alice.command('watch r1 50'), bob.command('watch r1 50')]);
    expect(await alice.command('go r1 1.5,0 3'), alice.transcript).toMatchObject({ ok: true });
    await Promise.all([alice.command('wait-for r1 at 1.5,0'), bob.command('wait-for r1 at 1.5,0')]);
    await Promise.all([alice.command('wait 0.2'), bob.command('wait 0.2')]);
    const [atOwner, atProxy] = [samplesOf(alice, 'r1'), samplesOf(bob, 'r1')];
    // Who heard of it late has caught up by half way.
    const halfWay = atProxy.filter(({ x }) => x > 0.75 && x < 1.49);
    const apart = halfWay.map(({ sharedMs, x }) => Math.abs((positionAt(atOwner, sharedMs) ?? Number.NaN) - x));
    expect(halfWay.length, bob.transcript).toBeGreaterThan(10);
    expect(Math.max(...apart)).toBeLessThan(0.01);
    const [endedAtOwner, endedAtProxy] = [atOwner, atProxy].map((samples) => samples.find(({ x }) => x > 1.4999)?.sharedMs ?? Number.NaN);
    // Samples are 20 ms apart, and a busy machine takes some late.
    expect(Math.abs((endedAtOwner ?? 0) - (endedAtProxy ?? 0))).toBeLessThan(120);
  });

  it('moves what another owns, by a word to its owner', async () => {
    const url = newWorld();
    await using alice = await joinAs('alice', url);
    await alice.command('insert Arm --id arm --dofs 2');
    await using bob = await joinAs('bob', url);
    expect(await bob.command('move arm joint1 90deg 0.5'), bob.transcript).toMatchObject({ ok: true });
    await alice.command('wait-for arm still');
    const { entities } = (await alice.command('list')).outcome as { entities: { owner: string; dofs: { value: number }[] }[] };
    expect(entities[0]?.owner).toBe('alice');
    expect(entities[0]?.dofs[1]?.value).toBeCloseTo(Math.PI / 2, 5);
    expect(await bob.command('move arm 0 20cm')).toMatchObject({ ok: false, text: expect.stringContaining('joint0 turns') });
    expect(await bob.command('move arm 0 9')).toMatchObject({ ok: false, outcome: { kind: 'refused' } });
  });

  it('drives by holding the stick, until somebody stops it', async () => {
    const url = newWorld();
    await using alice = await joinAs('alice', url);
    await using bob = await joinAs('bob', url);
    await alice.command('insert Robot --id r1');
    await bob.command('wait-for r1 owned');
    expect(await bob.command('drive r1 1 0 0.8'), bob.transcript).toMatchObject({ ok: true });
    const { x } = poseOf(await alice.command('list'), 'r1');
    // It gains a metre per second, each second: 0.32 m in 0.8 s.
    expect(x).toBeGreaterThan(0.2);
    expect(x).toBeLessThan(0.7);

    const driven = bob.command('drive r1 1 0 5');
    await alice.command('wait-for r1 moving');
    expect(await alice.command('stop r1 a person is near')).toMatchObject({ ok: true });
    expect(await driven).toMatchObject({ ok: false, text: expect.stringContaining('a person is near') });
    expect(await bob.command('go r1 0,0 1')).toMatchObject({ ok: false, outcome: { kind: 'refused' } });
    expect(await bob.command('rearm r1')).toMatchObject({ ok: true });
    expect(await bob.command('go r1 0,0 0.1')).toMatchObject({ ok: true });
  });

  it('leases, hands over, and takes over what its owner left', async () => {
    const url = newWorld();
    await using alice = await joinAs('alice', url);
    await using bob = await joinAs('bob', url);
    await alice.command('insert Robot --id r1');
    await bob.command('wait-for r1 owned');
    await alice.event('participant', ({ change, id }) => change === 'came' && id === 'bob');
    expect(await bob.command('lease r1 ask')).toMatchObject({ ok: true, text: 'you have the lease of r1' });
    expect(await alice.command('go r1 1,0')).toMatchObject({ ok: false, text: expect.stringContaining('bob has the lease') });
    expect(await bob.command('lease r1 release')).toMatchObject({ ok: true });
    expect(await bob.command('take r1'), bob.transcript).toMatchObject({ ok: true });
    await alice.command('wait-for r1 owner bob');
    bob.end();
    expect(await bob.exited, bob.transcript).toBe(0);
    await alice.event('participant', ({ change, id }) => change === 'went' && id === 'bob', { withinMs: 2000 });
    expect(await alice.command('go r1 2,0 0.2'), alice.transcript).toMatchObject({ ok: true });
    expect(await alice.command('wait-for r1 mine 1')).toMatchObject({ ok: true });
  });

  it('pauses, steps and resets time for all', async () => {
    const url = newWorld();
    await using alice = await joinAs('alice', url);
    await using bob = await joinAs('bob', url);
    await alice.command('insert Robot --id r1');
    await bob.command('wait-for r1 owned');
    await alice.command('go r1 10,0 10');
    await bob.command('pause');
    await alice.command('wait 0.3');
    const before = poseOf(await bob.command('list'), 'r1').x;
    await alice.command('step 2');
    await alice.command('wait 0.5');
    const [atAlice, atBob] = [poseOf(await alice.command('list'), 'r1').x, poseOf(await bob.command('list'), 'r1').x];
    expect(atAlice).toBeCloseTo(before + 2, 1);
    expect(atBob).toBeCloseTo(atAlice, 3);
    await bob.command('reset');
    expect(await alice.command('wait-for r1 at 0,0 2')).toMatchObject({ ok: true });
  });

  it('tells what others say and do', async () => {
    const url = newWorld();
    await using alice = await joinAs('alice', url);
    await using bob = await joinAs('bob', url);
    await alice.event('participant', ({ change, id }) => change === 'came' && id === 'bob');
    bob.say("chat it's me", 'insert Table --static --at 1,2,90');
    expect(await alice.event('chat')).toMatchObject({ from: 'bob', text: "it's me" });
    const inserted = await alice.event('entity', ({ entity }) => entity === 'table');
    expect(inserted).toMatchObject({ change: { kind: 'inserted', owner: 'bob' } });
  });

  it('leaves when it is told to end, others know at once, and it may come back', async () => {
    const url = newWorld();
    await using alice = await joinAs('alice', url);
    await using bob = await joinAs('bob', url);
    await alice.event('participant', ({ change, id }) => change === 'came' && id === 'bob');
    bob.process.kill('SIGTERM');
    expect(await bob.exited, bob.transcript).toBe(0);
    expect(bob.events.at(-1)).toMatchObject({ event: 'left' });
    await alice.event('participant', ({ change, id }) => change === 'went' && id === 'bob', { withinMs: 600 });

    const from = alice.lines.length;
    await using again = await joinAs('bob', url);
    await alice.event('participant', ({ change, id }) => change === 'came' && id === 'bob', { from });
    expect(await again.command('who')).toMatchObject({ ok: true });
  });

  it('says why it could not join, and exits with 3', async () => {
    await using nobody = manyhands('join', 'http://127.0.0.1:1', '--as', 'alice');
    expect(await nobody.exited).toBe(3);
    expect(nobody.errors).toContain('Is a hub running there?');
  });
});

describe('a script', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function run(...lines: string[]): Promise<{ code: number | null; program: Program }> {
    const file = join(folder, `script-${++worlds}`);
    writeFileSync(file, lines.join('\n'));
    const program = manyhands('join', newWorld(), '--as', 'alice', '--script', file);
    return { code: await program.exited, program };
  }

  it('is carried out line by line, for people to read', async () => {
    const { code, program } = await run('# a robot', 'insert Robot', 'go robot 1,0 0.1', 'wait-for robot still', 'list');
    expect(code, program.transcript).toBe(0);
    expect(program.lines.join('\n')).toMatch(
      /inserted robot at .*\nrobot goes to .*\nrobot is still.*\nid +name +owner.*\nrobot +Robot +alice +\( 1\.000, {2}0\.000\)/,
    );
  });

  it('ends with 1 if a command fails, wherever it stands', async () => {
    const { code, program } = await run('mvoe robot 1', 'insert Robot');
    expect(code).toBe(1);
    expect(program.lines).toContain('line 1: column 1: there is no command "mvoe"; did you mean move?');
    expect(program.lines.join('\n')).toContain('inserted robot');
  });

  it('ends with 0 if what failed did not matter', async () => {
    expect((await run('-remove nothing', '- mvoe robot 1')).code).toBe(0);
  });

  it('that is not there is bad usage', async () => {
    await using program = manyhands('join', newWorld(), '--script', join(folder, 'nowhere'));
    expect(await program.exited, program.transcript).toBe(2);
    expect(program.errors).toMatch(/^manyhands: .*nowhere/);
  });
});
