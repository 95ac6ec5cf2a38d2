import { fileURLToPath } from 'node:url';
import { type Pose, planarPose } from '../../core/base/pose.ts';
import { waysOf } from '../../core/navigation/world-ways.ts';
import { aiboErs7 } from '../../core/robots/catalog/aibo-ers-7.ts';
import { amigobot } from '../../core/robots/catalog/amigobot.ts';
import { cardboardBox, smallCardboardBox } from '../../core/robots/catalog/boxes.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import type { Model } from '../../core/robots/robots.ts';
import { type Commute, commute } from './commuter.ts';
import { type Demo, place } from './demo.ts';
import { demoSite } from './demo-building.ts';
import { patrol } from './habits.ts';
import { live } from './life.ts';
import { Shift } from './shift.ts';

/** In the spirit of the building of the paper on SMRN: three floors that two elevators join. */
const { models, meshes, entities, site, pictures } = demoSite(
  fileURLToPath(new URL('research-building/', import.meta.url)),
  'research-building.json',
);

/** Of the ground above that of the site, floor by floor. */
const [GROUND_M, FIRST_M, SECOND_M] = [0, 4, 8];

const on = (floorM: number, x: number, y: number, yawRad: number): Pose => ({ ...planarPose(x, y, yawRad), z: floorM });

const cartons = [
  place('carton-1', cardboardBox, on(GROUND_M, 20.8, 11.3, 0.1)),
  place('carton-2', cardboardBox, on(GROUND_M, 20.1, 11.35, -0.05)),
  place('carton-3', smallCardboardBox, on(GROUND_M, 20.5, 10.5, 0.4)),
];

type Round = readonly (readonly [x: number, y: number])[];

/** Each stays in its rooms: the corridors are for who comes and goes. */
const rounds: readonly {
  readonly id: string;
  readonly name: string;
  readonly model: Model;
  readonly colour: number;
  readonly floorM: number;
  readonly round: Round;
  readonly forwardMPerS: number;
}[] = [
  {
    ...{ id: 'carrier', name: 'Carrier', model: pioneer3dx, colour: 8, floorM: GROUND_M, forwardMPerS: 0.4 },
    // From the workshop through the door to the robot lab, and back.
    round: [
      [2, 9.3],
      [2, 11.2],
      [7.6, 11.2],
      [7.6, 10.05],
      [12.4, 10.05],
      [12.4, 8.8],
      [12.4, 10.05],
      [7.6, 10.05],
      [7.6, 9.3],
    ],
  },
  {
    ...{ id: 'guide', name: 'Guide', model: amigobot, colour: 7, floorM: GROUND_M, forwardMPerS: 0.3 },
    round: [
      [1.5, 1.2],
      [7.5, 1.2],
      [7.5, 2.8],
      [1.5, 2.8],
    ],
  },
  {
    ...{ id: 'librarian', name: 'Librarian', model: pioneer3dx, colour: 9, floorM: FIRST_M, forwardMPerS: 0.35 },
    round: [
      [1.4, 1.4],
      [7.4, 1.4],
      [7.4, 3],
      [1.4, 3],
    ],
  },
  {
    ...{ id: 'messenger', name: 'Messenger', model: amigobot, colour: 3, floorM: FIRST_M, forwardMPerS: 0.3 },
    // Between the two offices.
    round: [
      [14, 10.1],
      [14, 9],
      [14, 10.1],
      [8.2, 10.1],
      [8.2, 9],
      [8.2, 10.1],
    ],
  },
  {
    ...{ id: 'runner', name: 'Runner', model: pioneer3dx, colour: 1, floorM: SECOND_M, forwardMPerS: 0.5 },
    round: [
      [13.4, 9.6],
      [13.4, 11],
      [20.4, 11],
      [20.4, 9.6],
    ],
  },
  {
    ...{ id: 'aibo', name: 'Aibo', model: aiboErs7, colour: 12, floorM: SECOND_M, forwardMPerS: 0.14 },
    round: [
      [2, 1.4],
      [5, 1.4],
      [5, 2.8],
      [2, 2.8],
    ],
  },
];

/** Along the corridor of each floor, and with the west elevator to the next. */
const courier: Commute = {
  entity: 'courier',
  elevator: 'west-elevator',
  shaft: entities.find(({ id }) => id.includes('_elevator-west'))?.id ?? '',
  wait: [3.4, 6],
  aboard: [1.05, 6],
  rounds: [GROUND_M, FIRST_M, SECOND_M].map(() => [[17.5, 6]]),
  speed: { forwardMPerS: 0.6, turnRadPerS: 1.1 },
};

export const researchBuilding: Demo = {
  id: 'research-building',
  name: 'Research building',
  summary: '3 floors, 2 elevators, 7 robots',
  models,
  meshes,
  site,
  pictures,
  entities: [
    ...entities,
    ...cartons,
    ...rounds.map(({ id, name, model, colour, floorM, round: [[x, y] = [0, 0]] }) =>
      place(id, model, on(floorM, x, y, 0), { name, colour }),
    ),
    place(courier.entity, pioneer3dx, on(GROUND_M, 8, 6, 0), { name: 'Courier', colour: 5 }),
  ],
  view: { eye: [17, -23, 27], target: [11, 5, 2.2] },
  enliven: (world, ports) => {
    using lives = new DisposableStack();
    const habits = rounds.map(({ id, round, forwardMPerS }) => patrol(id, round, { forwardMPerS, turnRadPerS: 1.1 }));
    lives.use(live(world, habits, ports));
    const ways = lives.use(waysOf(world, ports));
    lives.use(Shift.run(world, ports, (shift) => commute(shift, models, courier, { ...ports, ways })));
    return lives.move();
  },
};
