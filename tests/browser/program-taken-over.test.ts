import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import type { RunView, World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { Lab } from './lab.ts';
import { until } from './until.ts';

const ROUNDS = 4;
const RESUMED_MS = 3000;
/** What is done twice or left out shows in what it printed, and in the number of its deeds. */
const TEXT = `int i;
for (i = 1; i <= ${ROUNDS}; i = i + 1) {
  drive(150, 45);
  flag(i);
  print("round ", i);
}`;
const DEEDS_OF_A_ROUND = 3;

let opened: AsyncDisposableStack;
let lab: Lab;
let observer: World;
let ada: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  observer = opened.use(await lab.join('Observer'));
  ada = opened.use(await lab.enter('Ada'));
});
afterAll(() => opened.disposeAsync());

it('the tab that owns a robot is closed while its program runs: another goes on with it, nothing is done twice or left out', async () => {
  const id = await ada.insert(draftOf(pioneer3dx, { name: 'Rover', pose: planarPose(0, 0, 0) }));
  const owner = await ada.id;
  await until('Ada’s page owns it', () => observer.entity(id)?.owner === owner);
  const seen: RunView[] = [];
  using _watching = observer.programs.changes.on(({ robot }) => {
    const view = observer.programs.of(robot);
    if (view) seen.push(view);
  });
  expect(await observer.programs.start({ robot: id, name: 'Rounds', text: TEXT, positions: [] })).toMatchObject({ kind: 'done' });
  await until('it is in its second round', () => (observer.programs.of(id)?.effects ?? 0) > DEEDS_OF_A_ROUND);
  const { epoch = 0 } = observer.entity(id) ?? {};
  const { effects = 0 } = observer.programs.of(id) ?? {};
  await ada.close();
  const goesOn = () => (observer.entity(id)?.epoch ?? 0) > epoch && (observer.programs.of(id)?.effects ?? 0) > effects;
  const resumedMs = await until('another goes on with it', goesOn);
  await until('it has finished', () => observer.programs.of(id)?.phase === 'finished');
  const { printed = [] } = observer.programs.of(id) ?? {};
  expect(printed.map(({ text }) => text)).toEqual(Array.from({ length: ROUNDS }, (_, at) => `round ${at + 1}`));
  expect(observer.flags.of(id)).toBe(ROUNDS);
  expect(seen.findIndex((view, at) => view.effects < (seen[at - 1]?.effects ?? 0))).toBe(-1);
  expect(resumedMs, `it went on after ${resumedMs.toFixed(0)} ms`).toBeLessThan(RESUMED_MS);
});
