import { ORIGIN, planarPose } from '../base/pose.ts';
import { box, lathe } from '../geometry/parts.ts';
import { at } from '../geometry/placement.ts';
import { rounded, type Site, type SiteFloor } from '../maps/maps.ts';
import type { Model } from '../robots/robots.ts';
import type { Fitting } from './fitting.ts';
import { WALL_M } from './walls.ts';

const PLATE_M = 0.3;
const PLATE_THICK_M = 0.012;
const NOTICE = '#E3AE1F';

/** A plate that faces along x, its back at the origin. */
const plate: Omit<Model, 'id'> = {
  name: 'Notice',
  kind: 'sign',
  summary: 'Plate on a wall, 0.3 x 0.3 m',
  links: [
    {
      name: 'Plate',
      parent: -1,
      origin: ORIGIN,
      parts: [
        box('graphite', [PLATE_THICK_M, PLATE_M, PLATE_M], at(PLATE_THICK_M / 2, 0, 0), 0.004),
        box(NOTICE, [0.002, PLATE_M - 0.03, PLATE_M - 0.03], at(PLATE_THICK_M + 0.0005, 0, 0), 0.0005),
      ],
    },
  ],
  dofs: [],
  extent: { radiusM: PLATE_M / 2, heightM: PLATE_M / 2 },
};

const RING_M = 0.13;
const LINE_M = 0.022;

/** A ring on the floor, as paint. */
const mark: Omit<Model, 'id'> = {
  name: 'Room',
  kind: 'sign',
  summary: 'Mark on the floor of a room',
  links: [
    {
      name: 'Mark',
      parent: -1,
      origin: ORIGIN,
      parts: [
        lathe('foot', [
          [RING_M - LINE_M, 0.003],
          [RING_M, 0.003],
          [RING_M, 0.004],
          [RING_M - LINE_M, 0.004],
          [RING_M - LINE_M, 0.003],
        ]),
      ],
    },
  ],
  dofs: [],
  extent: { radiusM: RING_M, heightM: 0.004 },
};

/** What is written in a building: the names of its rooms, on the floor, and its notices, on the walls. */
export function signsOf(floor: SiteFloor, { topology, wallHeightM }: Site): Fitting[] {
  const rooms = topology.nodes.filter((node) => node.kind === 'room' && node.floor === floor.id);
  return [
    ...rooms.map(
      ({ id, name, at: [x, y] }): Fitting => ({
        part: id.slice(id.indexOf('/') + 1),
        name,
        model: mark,
        pose: { ...planarPose(rounded(x), rounded(y), 0), z: floor.heightM },
      }),
    ),
    ...floor.plan.notices.map(({ at: [x, y], yawRad, name, file, heightM, member }): Fitting => {
      // Walls are cut low, to look into the rooms: what hangs higher hangs at their top.
      const z = Math.min(heightM, wallHeightM - PLATE_M / 2 - 0.03);
      const [outX, outY] = [Math.cos(yawRad), Math.sin(yawRad)].map((way) => (way * WALL_M) / 2) as [number, number];
      return {
        part: `notice-${floor.document.members[member]?.number ?? `m${member + 1}`}`,
        name: name ?? titleOf(file),
        model: plate,
        pose: { ...planarPose(rounded(x + outX), rounded(y + outY), yawRad), z: rounded(floor.heightM + z) },
      };
    }),
  ];
}

/** `signs/way-out.png` says "way-out". */
const titleOf = (file: string): string => {
  const title = (file.split(/[/\\]/).at(-1) ?? file)
    .replace(/\.\w+$/, '')
    .trim()
    .slice(0, 80);
  return title === '' ? 'Notice' : title;
};
