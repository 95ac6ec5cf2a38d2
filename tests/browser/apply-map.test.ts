import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOfSite } from '../../src/core/buildings/buildings.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf, planarPose, planarTwist, type World } from '../../src/library/manyhands.ts';
import { monotonicMs } from '../processes/started-process.ts';
import type { Guest } from './guest.ts';
import { insertPatiently } from './insertion.ts';
import { Lab } from './lab.ts';
import { MapAuthor } from './map-author.ts';
import { until } from './until.ts';

const MAP = `# A field with a wall across it.
LENGTH 800.0
WIDTH 400.0

1 WALL:
  x= 400.0
  y= 200.0
  theta= 90.0
  long= 400.0
`;

let opened: AsyncDisposableStack;
let lab: Lab;
let ada: MapAuthor;
let bob: Guest;
let cleo: World;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  lab = opened.use(await Lab.open());
  cleo = opened.use(await lab.join('Cleo'));
  await insertPatiently(cleo, draftOf(pioneer3dx, { name: 'Rover', pose: planarPose(3, 2, 0) }), 'rover');
  ada = opened.use(await MapAuthor.enter(lab.browser, lab, 'Ada', 'light'));
  bob = opened.use(await lab.enter('Bob'));
});
afterAll(() => opened.disposeAsync());

const wallsAmong = (entities: readonly string[]): string[] => entities.filter((id) => isOfSite(id)).sort();
/** What each of the three sees of the building. */
const seen = async (): Promise<string[][]> => [
  wallsAmong(await ada.entities()),
  wallsAmong(await bob.entities()),
  wallsAmong(cleo.entities.map(({ id }) => id)),
];

/** Waits until all three see the same building, and another than before. */
async function untilAnother(before: readonly string[]): Promise<string[]> {
  await until('all three see the same other building', async () => {
    const [first = [], ...others] = (await seen()).map((each) => each.join());
    return first.length > 0 && first !== before.join() && others.every((other) => other === first);
  });
  return wallsAmong(await bob.entities());
}

const rover = () => cleo.entity('rover') ?? expect.fail('there is no robot');

describe('a map that is put into a running world', () => {
  it('becomes its building, of one floor', async () => {
    await ada.import('Hall', MAP);
    await ada.openPanel();
    await ada.panel.getByText('This map becomes one, of one floor.').waitFor();
    await ada.panel.getByRole('button', { name: 'Put it in' }).click();
    await expect(ada.panel.getByText(/It stands in the world: 4 things came, 0 went, 0 stayed/).waitFor()).resolves.toBeUndefined();
    await untilAnother([]);
    await ada.closePanel();
  });

  it('moves the walls in every participant after an edit', async () => {
    const before = wallsAmong(await bob.entities());
    await ada.rewrite('x= 400.0', '  x= 600.0');
    await ada.openPanel();
    const fromMs = monotonicMs();
    await ada.panel.getByRole('button', { name: 'Put it in' }).click();
    const after = await untilAnother(before);
    console.info(`from the click until all three have the walls where they are now: ${(monotonicMs() - fromMs).toFixed(0)} ms`);
    // What has not changed is the same as before: the floor.
    expect(after.filter((id) => before.includes(id)).map((id) => id.split('_')[2])).toEqual(['floor']);
    await ada.panel.getByText(/3 things came, 3 went, 1 stayed/).waitFor();
    await ada.closePanel();
  });

  it('tells who is in the way and changes nothing; then moves them, by choice, and walls stop them', async () => {
    await until('Bob sees the robot', async () => (await bob.entity('rover')) !== undefined);
    const before = wallsAmong(await bob.entities());
    await ada.rewrite('x= 600.0', '  x= 300.0');
    await ada.openPanel();
    await ada.panel.getByRole('button', { name: 'Put it in' }).click();
    await ada.panel.getByText('Nothing has changed: this would stand in a wall.').waitFor();
    expect((await seen()).map((each) => each.join())).toEqual([before.join(), before.join(), before.join()]);
    expect(rover().posture.pose.x).toBeCloseTo(3, 3);
    // Its place is shown in the drawing.
    await ada.panel.getByRole('button', { name: /Rover 3\.00, 2\.00 m/ }).click();
    await ada.panel.getByRole('button', { name: 'Move them and put it in' }).click();
    await ada.panel.getByText('Moved out of the way, to:').waitFor();
    await untilAnother(before);
    await until('Cleo sees the robot beside the wall', () => Math.abs(rover().posture.pose.x - 3) > 0.2);
    await ada.closePanel();
    const toTheWall = Math.sign(3 - rover().posture.pose.x);
    await cleo.command('rover', { kind: 'drift', twist: planarTwist(0.5 * toTheWall, 0), durationMs: 10_000 });
    await until('a wall stops it', () => isOfSite(rover().contact?.with ?? ''));
    await until('it stands', () => cleo.time.worldMs > rover().endsAtMs);
    expect((rover().posture.pose.x - 3) * toTheWall).toBeLessThan(-0.05);
  });

  it('is not put in while there are errors in it', async () => {
    await ada.rewrite('long= 400.0', '  lang= 400.0');
    await ada.page.getByText(/\d errors?/).waitFor();
    await until('the button says why', async () => (await ada.putButton.getAttribute('aria-description'))?.includes('error') === true);
    expect(await ada.putButton.getAttribute('aria-disabled')).toBe('true');
    await ada.rewrite('lang= 400.0', '  long= 400.0');
    await ada.page.getByText('No problems').waitFor();
  });

  it('becomes another floor, with a name and a height', async () => {
    const before = wallsAmong(await bob.entities());
    await ada.putButton.click();
    const which = ada.panel.getByRole('combobox', { name: 'It becomes' });
    expect(await which.inputValue()).toBe('Hall, at 0.0 m');
    await which.click();
    await ada.page.getByRole('option', { name: 'A new floor' }).click();
    await ada.panel.getByText('There is a floor Hall already').waitFor();
    await ada.panel.getByLabel('Name').fill('Attic');
    expect(await ada.panel.getByLabel('Height, m').inputValue()).toBe('3.5');
    await ada.panel.getByRole('button', { name: 'Put it in' }).click();
    await ada.panel.getByText(/4 things came, 0 went, 4 stayed/).waitFor();
    const after = await untilAnother(before);
    expect(after.filter((id) => id.startsWith('site_attic_'))).toHaveLength(4);
    await ada.closePanel();
  });

  it('is opened again from the building that stands, when nobody has it as a map', async () => {
    // It was put in before it was written on: its lines may be indented otherwise by now.
    const words = (text: string) => text.trim().split(/\s+/).join(' ');
    const written = words(await ada.text());
    await ada.page.getByRole('button', { name: 'Hall', exact: true }).click();
    await ada.page.getByText('Delete this map').click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    // Not before the list says that it is gone: until then this would lead to the map that was deleted.
    await ada.page.getByRole('button', { name: 'Open Hall' }).filter({ hasText: 'Open as a map' }).click();
    await until('the floor is open', async () => words(await ada.text()) === written);
    await ada.putButton.click();
    await expect(
      until(
        'it is the floor it came from',
        async () => (await ada.panel.getByRole('combobox', { name: 'It becomes' }).inputValue()) === 'Hall, at 0.0 m',
      ),
    ).resolves.toEqual(expect.any(Number));
  });
});
