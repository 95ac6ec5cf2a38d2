import { planarPose } from '../../core/base/pose.ts';
import { aiboErs7 } from '../../core/robots/catalog/aibo-ers-7.ts';
import { amigobot } from '../../core/robots/catalog/amigobot.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { type Demo, place } from './demo.ts';
import { demoBuilding } from './demo-building.ts';
import { patrol } from './habits.ts';
import { live } from './life.ts';

/** Figure 8 of the paper on EDL, letter by letter. */
export const FIGURE_8 = `LENGTH 900.0
WIDTH 500.0

1 CORRIDOR:
  x= 450.0
  y= 50.0
  theta= 0.0
  long= 900.0
  wide= 100.0

2 CORRIDOR:
  x= 450.0
  y= 250.0
  theta= 90.0
  long= 500.0
  wide= 100.0

3 JUNCTION:
  x= 400.0
  y= 50.0
  theta= 0.0
  wide= 100.0

4 JUNCTION:
  x= 500.0
  y= 50.0
  theta= 0.0
  wide= 100.0

5 JUNCTION:
  x= 450.0
  y= 100.0
  theta= 90.0
  wide= 100.0

6 DOOR:
  x= 250.0
  y= 100.0
  theta= 90.0
  wide= 100.0

7 DOOR:
  x= 500.0
  y= 350.0
  theta= 0.0
  wide= 100.0
`;

const { models, entities, site } = demoBuilding('Fig. 8', FIGURE_8);

/** Along both corridors, in the middle of them. */
const corridors: readonly (readonly [number, number])[] = [
  [4.5, 0.5],
  [4.5, 4.3],
  [4.5, 0.5],
  [8.2, 0.5],
  [4.5, 0.5],
  [1, 0.5],
];

export const figure8: Demo = {
  id: 'fig-8',
  name: 'Fig. 8',
  summary: '2 corridors, 2 rooms, 3 robots',
  models,
  site,
  entities: [
    ...entities,
    place('pioneer', pioneer3dx, planarPose(1, 0.5, 0), { name: 'Pioneer', colour: 8 }),
    place('amigobot', amigobot, planarPose(2.9, 2.5, -0.9), { name: 'AmigoBot', colour: 7 }),
    place('aibo', aiboErs7, planarPose(7.4, 2.2, 2.4), { name: 'Aibo', colour: 12 }),
  ],
  view: { eye: [7.6, -6.8, 9.6], target: [4.4, 2.1, 0] },
  enliven: (world, ports) => live(world, [patrol('pioneer', corridors, { forwardMPerS: 0.4, turnRadPerS: 1.1 })], ports),
};
