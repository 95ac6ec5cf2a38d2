import { expect, it } from 'vitest';
import { readSite } from '../../core/maps/maps.ts';
import { Viewport } from '../maps/drawing/viewport.ts';
import { GoalAim, spotAt } from './goal-aim.ts';
import { floorsOf, plainFloor, Sheet } from './sheet.ts';

const EDL = 'LENGTH 1200\nWIDTH 800\n';
const SITE = JSON.stringify({
  name: 'Two floors',
  floors: [
    { name: 'Ground floor', heightCm: 0, edl: EDL },
    { name: 'First floor', heightCm: 350, edl: EDL },
  ],
});
const VIEW = new Viewport(0.5, [20, 400]);
const px = (x: number, y: number) => VIEW.toPx([x * 100, y * 100]);

it('[MN13] a press is a place of the floor that is drawn there, and none beside all floors', () => {
  const { site } = readSite(SITE);
  if (!site) throw new Error('the building cannot be read');
  const { tiles } = new Sheet(floorsOf(site), 2);
  const first = tiles[1];
  if (!first) throw new Error('there are two floors');
  expect(spotAt(px(2, 3), VIEW, tiles)).toMatchObject({ floor: 'ground-floor', x: 2, y: 3, heightM: 0 });
  expect(spotAt(px(2 + first.shift[0], 3 + first.shift[1]), VIEW, tiles)).toMatchObject({
    floor: 'first-floor',
    x: expect.closeTo(2),
    y: expect.closeTo(3),
    heightM: 3.5,
  });
  expect(spotAt(px(-5, 3), VIEW, tiles)).toBeUndefined();
  // A floor that is not shown is not pressed.
  expect(spotAt(px(2, 3), VIEW, [undefined, first])).toBeUndefined();
});

it('[MN13] on a plain floor a goal has no floor', () => {
  const { tiles } = new Sheet([plainFloor([[0, 0]])], 1);
  expect(spotAt(px(1, 1), VIEW, tiles)).toMatchObject({ floor: undefined, x: 1, y: 1 });
});

it('[MN13] a drag gives a heading, up being up; a short one gives none', () => {
  const spot = { floor: undefined, x: 1, y: 1, heightM: 0, headingRad: undefined };
  const aim = new GoalAim();
  aim.begin([100, 100], spot);
  aim.drag([106, 103]);
  expect(aim.goal?.headingRad).toBeUndefined();
  aim.drag([100, 60]);
  expect(aim.end()).toMatchObject({ x: 1, y: 1, headingRad: Math.PI / 2 });
  expect(aim.goal).toBeUndefined();
  // What was never pressed is no goal.
  aim.hover(spot);
  expect(aim.end()).toBeUndefined();
});
