import { ORIGIN, planarPose } from '../base/pose.ts';
import { lathe } from '../geometry/parts.ts';
import { rounded, type Site, type SiteFloor } from '../maps/maps.ts';
import type { Model } from '../robots/robots.ts';
import type { Fitting } from './fitting.ts';
import { namePlate, type Plate, picturePlate } from './plates.ts';
import { WALL_M } from './walls.ts';

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

/** The picture of a notice by the file that the map names; undefined: nobody has it. */
export type PictureOf = (file: string) => Uint8Array | undefined;

export const NO_PICTURES: PictureOf = () => undefined;

/** What is written in a building: the names of its rooms, on the floor, and its notices, on the walls. */
export function signsOf(floor: SiteFloor, { topology, wallHeightM }: Site, plateOf: (file: string) => Plate): Fitting[] {
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
      const { model, highM, meshes } = plateOf(file);
      // Walls are cut low, to look into the rooms: what hangs higher hangs at their top.
      const z = Math.min(heightM, wallHeightM - highM / 2 - 0.03);
      const [outX, outY] = [Math.cos(yawRad), Math.sin(yawRad)].map((way) => (way * WALL_M) / 2) as [number, number];
      return {
        part: `notice-${floor.document.members[member]?.number ?? `m${member + 1}`}`,
        name: name ?? titleOf(file),
        model,
        meshes,
        pose: { ...planarPose(rounded(x + outX), rounded(y + outY), yawRad), z: rounded(floor.heightM + z) },
      };
    }),
  ];
}

/** Each picture is made a plate of once, however many notices show it. */
export function plates(pictureOf: PictureOf): (file: string) => Plate {
  const made = new Map<string, Plate>();
  return (file) => {
    const known = made.get(file);
    if (known) return known;
    const picture = pictureOf(file);
    const plate = picture ? picturePlate(picture) : namePlate;
    made.set(file, plate);
    return plate;
  };
}

/** `signs/way-out.png` says "way-out". */
const titleOf = (file: string): string => {
  const title = (file.split(/[/\\]/).at(-1) ?? file)
    .replace(/\.\w+$/, '')
    .trim()
    .slice(0, 80);
  return title === '' ? 'Notice' : title;
};
