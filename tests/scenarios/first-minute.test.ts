import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HubProcess } from '../processes/hub-process.ts';
import { JoinProcess } from '../processes/join-process.ts';
import { differenceOf } from '../processes/same-instant.ts';
import { StartedProcess } from '../processes/started-process.ts';

const HZ = 50;
const SPEED_M_PER_S = 0.5;

it('two people move a robot from their terminals, and one goes on when the other is gone', { timeout: 90_000 }, async () => {
  await using hub = await HubProcess.start();
  expect(await (await fetch(`${hub.url}/health`)).json()).toMatchObject({ status: 'ok' });
  await using alice = await JoinProcess.join(hub.url, 'alice');
  await using bob = await JoinProcess.join(hub.url, 'bob');
  await alice.must('insert Robot --id r1 --model pioneer-3-dx --dofs 1');
  await alice.must('insert Table --id t1 --static --at 3,3');
  await bob.must('wait-for r1 here');
  await bob.must('wait-for t1 here');

  // Everybody sees a movement at the same instant.
  for (const person of [alice, bob]) await person.must(`watch r1 ${HZ}`);
  await alice.must(`go r1 2,0 ${2 / SPEED_M_PER_S}`);
  await Promise.all([alice, bob].map((person) => person.must('wait-for r1 at 2,0')));
  const isUnderWay = ({ pose }: { pose: { x: number } }) => pose.x > 0.8 && pose.x < 1.95;
  const [atAlice = [], atBob = []] = [alice, bob].map((person) => person.poses('r1').filter(isUnderWay));
  const difference = differenceOf(atAlice, atBob, { hz: HZ, rate: 1, speedMPerS: SPEED_M_PER_S });
  console.log(`seen at ${difference.instants} instants, at most ${(1000 * difference.metres).toFixed(2)} mm apart`);
  expect(difference.instants).toBeGreaterThan(20);
  expect(difference.metres).toBeLessThan(0.005);

  // Bob moves what is Alice's; it stays hers.
  await bob.must('go r1 2,1 1');
  await bob.must('move r1 joint0 90deg 1');
  await alice.must('wait-for r1 at 2,1');
  expect((await bob.list()).find(({ id }) => id === 'r1')).toMatchObject({ owner: 'alice' });

  // Alice's machine dies in mid-motion; the robot is there still, and Bob goes on.
  await alice.must('go r1 2,5 8');
  await bob.pose('r1', 'was on its way', ({ pose }) => pose.y > 1.2);
  const mark = bob.mark;
  await alice.kill();
  expect(await bob.change('r1', 'orphaned', mark)).toMatchObject({ owner: 'alice' });
  const times = await bob.insist('go r1 0,0 2');
  await bob.must('wait-for r1 at 0,0');
  await bob.must('wait-for r1 still');
  console.log(`bob asked ${times} times`);
  const rows = await bob.list();
  expect(rows.map(({ id }) => id).sort()).toEqual(['r1', 't1']);
  expect(rows.find(({ id }) => id === 'r1')).toMatchObject({ owner: 'bob', flags: ['mine'] });

  // A program takes part, too: its exit code tells how it went.
  expect(await runScript(hub.url, ['wait-for r1 here', 'go r1 1,0 0.5', 'wait-for r1 at 1,0', 'chat there it is'])).toBe(0);
  expect(await runScript(hub.url, ['go nobody 1,0'])).toBe(1);
  await bob.must('wait-for r1 at 1,0');
  expect((await bob.list()).find(({ id }) => id === 'r1')).toMatchObject({ owner: 'bob' });

  // Who moves the robot of somebody who has only just come does not take it over.
  await using dave = await JoinProcess.join(hub.url, 'dave');
  await dave.must('insert Crane --id c1');
  await bob.must('wait-for c1 here');
  await bob.must('go c1 1,1 0.5');
  await dave.must('wait-for c1 at 1,1');
  expect((await dave.list()).find(({ id }) => id === 'c1')).toMatchObject({ owner: 'dave' });

  bob.endInput();
  expect(await bob.ended).toBe(0);
});

async function runScript(url: string, lines: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-script-'));
  try {
    const script = join(folder, 'script.txt');
    writeFileSync(script, lines.join('\n'));
    await using program = StartedProcess.start('the script', 'src/hub/main.ts', [
      'join',
      url,
      '--as',
      'carol',
      '--json',
      '--script',
      script,
    ]);
    return await program.ended;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
