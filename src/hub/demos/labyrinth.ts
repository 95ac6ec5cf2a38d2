import { planarPose } from '../../core/base/pose.ts';
import { amigobot } from '../../core/robots/catalog/amigobot.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { type Demo, place } from './demo.ts';
import { demoBuilding } from './demo-building.ts';

/** In the spirit of figure 11 of the paper on EDL: two robots are after a third one. */
export const LABYRINTH = `LENGTH 1200
WIDTH 750

1 WALL: x= 150 y= 375 theta= 90 long= 450
2 WALL: x= 300 y= 150 theta= 0 long= 300
3 WALL: x= 450 y= 225 theta= 90 long= 150
4 WALL: x= 525 y= 300 theta= 0 long= 150
5 WALL: x= 225 y= 600 theta= 0 long= 150
6 WALL: x= 300 y= 450 theta= 90 long= 300
7 WALL: x= 600 y= 450 theta= 0 long= 300
8 WALL: x= 450 y= 600 theta= 90 long= 300
9 WALL: x= 600 y= 75 theta= 90 long= 150
10 WALL: x= 750 y= 375 theta= 90 long= 150
11 WALL: x= 825 y= 150 theta= 0 long= 150
12 WALL: x= 900 y= 225 theta= 90 long= 150
13 WALL: x= 975 y= 300 theta= 0 long= 150
14 WALL: x= 750 y= 600 theta= 0 long= 300
15 WALL: x= 750 y= 675 theta= 90 long= 150
16 WALL: x= 900 y= 525 theta= 90 long= 150
17 WALL: x= 1050 y= 225 theta= 90 long= 450
18 WALL: x= 1125 y= 600 theta= 0 long= 150
19 DOOR: x= 1050 y= 375 theta= 0 wide= 90
20 POINT: x= 75 y= 75 theta= 0 name= "Start"
`;

const { models, entities, site } = demoBuilding('Labyrinth', LABYRINTH);

export const labyrinth: Demo = {
  id: 'labyrinth',
  name: 'Labyrinth',
  summary: '12 x 7.5 m, two pursuers and a prey',
  models,
  site,
  entities: [
    ...entities,
    place('pursuer-1', pioneer3dx, planarPose(0.75, 0.75, 0), { name: 'Pursuer 1', colour: 2 }),
    place('pursuer-2', pioneer3dx, planarPose(0.75, 6.7, 0), { name: 'Pursuer 2', colour: 7 }),
    place('prey', amigobot, planarPose(8.25, 5.2, Math.PI), { name: 'Prey', colour: 1 }),
  ],
  view: { eye: [10.4, -8.2, 12.6], target: [6, 3.2, 0] },
  enliven: () => ({ [Symbol.dispose]: () => undefined }),
};
