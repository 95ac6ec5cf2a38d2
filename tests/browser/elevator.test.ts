import { afterAll, beforeAll, expect, it } from 'vitest';
import { planarPose } from '../../src/core/base/pose.ts';
import { isOfSite } from '../../src/core/buildings/buildings.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { HubClient } from '../../src/hub/catalog/hub-client.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { holdKey } from './held-key.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { TappedLine } from './tapped-line.ts';
import { until } from './until.ts';

const FLOORS = ['Ground floor', 'First floor', 'Second floor'];
/** Three empty floors with an elevator in the middle; one leaves it along x. */
const SITE = JSON.stringify({
  name: 'Tower',
  floors: FLOORS.map((name, index) => ({ name, heightCm: 400 * index, edl: 'LENGTH 1200.0\nWIDTH 600.0\n' })),
  elevators: [{ name: 'Lift', facingDegrees: 0, stops: FLOORS.map((floor) => ({ floor, xCm: 500, yCm: 300 })) }],
});

let opened: AsyncDisposableStack;
let lab: Lab;
let robot: World;
let [low, high]: TappedLine[] = [];
let ada: Guest;
let bob: Guest;
let cleo: Guest;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  robot = opened.use(await lab.join('Robot'));
  const client = await HubClient.come({ hub: undefined, link: lab.administratorLink, name: 'Teacher' });
  expect(await client.putSite(lab.world, SITE, 'refuse')).toMatchObject({ kind: 'applied' });
  [low, high] = [opened.use(await TappedLine.open(lab.port)), opened.use(await TappedLine.open(lab.port))];
  ada = opened.use(await lab.enter('Ada'));
  bob = opened.use(await lab.enter('Bob', { url: low.url }));
  cleo = opened.use(await lab.enter('Cleo', { url: high.url }));
});
afterAll(() => opened.disposeAsync());

const x = (): number => robot.entity('rover')?.posture.pose.x ?? Number.NaN;
const z = (): number => robot.entity('rover')?.posture.pose.z ?? Number.NaN;
const hears = async (guest: Guest, entity: string): Promise<boolean> => (await guest.entity(entity))?.isElsewhere === false;

async function drive(key: 'w' | 's', isThere: () => boolean): Promise<void> {
  await ada.select('Rover');
  await holdKey(ada.page, { key, until: `the robot has come far enough with ${key}`, isThere, place: x });
}

it('a robot is driven into the elevator on the ground floor, rides, and leaves on the second, seen by who watches each', async () => {
  await insertPatiently(robot, draftOf(pioneer3dx, { name: 'Other', pose: { ...planarPose(9, 4, 0), z: 8 } }), 'other');
  await cleo.page.getByRole('radio', { name: 'Second floor' }).click();
  await until('Cleo hears of the second floor', () => hears(cleo, 'other'));
  if ((await ada.entities()).includes('rover')) await ada.remove('rover');
  await ada.insert(draftOf(pioneer3dx, { name: 'Rover', pose: planarPose(7.5, 3, Math.PI) }), 'rover');
  await until('Bob hears of the ground floor', () => hears(bob, 'rover'));
  expect([await hears(cleo, 'rover'), await hears(bob, 'other')]).toEqual([false, false]);
  high?.receivedBytes.clear();

  await drive('w', () => x() < 5.1);
  await ada.select('Lift');
  await ada.inspector.getByRole('button', { name: 'Call to Second floor' }).press('Enter');
  await until('the robot is on the second floor', () => Math.abs(z() - 8) < 0.001);
  await until('the door is open', () => (robot.entities.find(({ name }) => name === 'Lift')?.posture.values[4] ?? 0) > 0.4);
  // Its driver's view came along.
  await drive('s', () => x() > 7);
  await until('it stands', () => (robot.entity('rover')?.endsAtMs ?? 0) < robot.time.worldMs);

  await until(
    'Cleo sees it where it is',
    async () => Math.abs((await cleo.shown('rover')).pose.x - x()) < 0.01 && (await hears(cleo, 'rover')),
  );
  expect((await cleo.shown('rover')).pose.z).toBeCloseTo(8, 3);
  await until('Bob does not', async () => !(await hears(bob, 'rover')));
  // It passed the first floor, and of what became of it there he was not told.
  expect((await bob.entity('rover'))?.floor).toBe('first-floor');
  expect(await ada.page.getByRole('radio', { name: 'Second floor' }).isChecked()).toBe(true);

  // Who watches one floor is sent nothing of the others.
  expect(low?.bytesOf('.ground-floor_')).toBeGreaterThan(0);
  expect(high?.bytesOf('.second-floor_')).toBeGreaterThan(0);
  expect([low?.bytesOf('.first-floor_'), low?.bytesOf('.second-floor_')]).toEqual([0, 0]);
  expect([high?.bytesOf('.ground-floor_'), high?.bytesOf('.first-floor_')]).toEqual([0, 0]);
  expect((await bob.entity('other'))?.epoch).toBe(0);
});

it('walls of other floors are not drawn, and come when one looks at them', async () => {
  const heard = async (floor: string): Promise<boolean[]> => {
    const walls = (await bob.entities()).filter((id) => isOfSite(id) && id.includes(`_${floor}_walls_`));
    return Promise.all(walls.map((id) => hears(bob, id)));
  };
  expect([await heard('ground-floor'), await heard('first-floor')]).toEqual([[true], [false]]);
  await bob.page.getByRole('radio', { name: 'First floor' }).click();
  await until('Bob hears of the walls there', async () => (await heard('first-floor')).every(Boolean));
  await until('and of none below', async () => (await heard('ground-floor')).every((isHeard) => !isHeard));
  await bob.page.getByRole('radio', { name: 'All floors' }).click();
  await until('Bob hears of all', async () => (await Promise.all(['rover', 'other'].map((id) => hears(bob, id)))).every(Boolean));
});
