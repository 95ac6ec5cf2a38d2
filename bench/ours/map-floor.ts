/** The text of a floor as an office tower has it: corridors that cross, and on both their sides rooms with walls, doors, a name and a notice. */
import { type EdlDocument, type EdlMember, writeEdl } from '../../src/core/maps/maps.ts';

/** Each a corridor with rooms above and below it. */
const BANDS = 10;
const ROOMS_A_SIDE = 10;
const ROOM_CM = 400;
const CORRIDOR_CM = 200;
const BAND_CM = 2 * ROOM_CM + CORRIDOR_CM;
const BLOCK_CM = ROOMS_A_SIDE * ROOM_CM;
const LENGTH_CM = 2 * BLOCK_CM + CORRIDOR_CM;
const WIDTH_CM = BANDS * BAND_CM;
/** Down the middle, across all bands. */
const MIDDLE_CM = LENGTH_CM / 2;

export const MEMBERS = 2000;

export function mapFloor(): string {
  const members = [...corridors(), ...rooms()];
  // As many rooms have a door to the next one as make it whole.
  const sides = members.filter((member) => member.kind === 'WALL' && member.thetaDeg === 90);
  const between = sides.slice(0, MEMBERS - members.length).map(({ xCm, yCm }) => door(xCm, yCm, 0));
  const document: EdlDocument = {
    lengthCm: LENGTH_CM,
    widthCm: WIDTH_CM,
    members: [...members, ...between].map((member, i) => ({ ...member, number: i + 1 })),
  };
  if (document.members.length !== MEMBERS) throw new RangeError(`the floor has ${document.members.length} members, not ${MEMBERS}`);
  return writeEdl(document);
}

const bands = Array.from({ length: BANDS }, (_, band) => band * BAND_CM + BAND_CM / 2);
const door = (xCm: number, yCm: number, thetaDeg: number): EdlMember => ({ kind: 'DOOR', xCm, yCm, thetaDeg, wideCm: 90 });
const junction = (xCm: number, yCm: number, thetaDeg: number): EdlMember => ({ kind: 'JUNCTION', xCm, yCm, thetaDeg, wideCm: CORRIDOR_CM });
const corridor = (xCm: number, yCm: number, thetaDeg: number, longCm: number): EdlMember => ({
  kind: 'CORRIDOR',
  xCm,
  yCm,
  thetaDeg,
  longCm,
  wideCm: CORRIDOR_CM,
});

function corridors(): EdlMember[] {
  const half = CORRIDOR_CM / 2;
  const crossings = bands.flatMap((yCm) => [
    junction(MIDDLE_CM, yCm - half, 90),
    junction(MIDDLE_CM, yCm + half, 90),
    junction(MIDDLE_CM - half, yCm, 0),
    junction(MIDDLE_CM + half, yCm, 0),
  ]);
  return [...bands.map((yCm) => corridor(MIDDLE_CM, yCm, 0, LENGTH_CM)), corridor(MIDDLE_CM, WIDTH_CM / 2, 90, WIDTH_CM), ...crossings];
}

function rooms(): EdlMember[] {
  const columns = [0, BLOCK_CM + CORRIDOR_CM].flatMap((fromCm) =>
    Array.from({ length: ROOMS_A_SIDE }, (_, i) => ({ fromCm: fromCm + i * ROOM_CM, isLast: i === ROOMS_A_SIDE - 1 })),
  );
  return bands.flatMap((bandCm, band) =>
    [-1, 1].flatMap((side) =>
      columns.flatMap(({ fromCm, isLast }, column): EdlMember[] => {
        const [xCm, yCm] = [fromCm + ROOM_CM / 2, bandCm + (side * (CORRIDOR_CM + ROOM_CM)) / 2];
        const name = `Room ${band}.${side > 0 ? 'N' : 'S'}${column}`;
        const wall = { kind: 'WALL' as const, longCm: ROOM_CM };
        return [
          { kind: 'POINT', xCm, yCm, thetaDeg: 90, name },
          door(xCm, bandCm + (side * CORRIDOR_CM) / 2, 90),
          { kind: 'NOTICE', xCm: fromCm + 50, yCm, thetaDeg: 0, heightCm: 150, file: `rooms/${column}.png` },
          // The last of a block ends at a corridor or at the border.
          ...(isLast ? [] : [{ ...wall, xCm: fromCm + ROOM_CM, yCm, thetaDeg: 90 }]),
          // Back to back with those of the band below.
          ...(side > 0 || band === 0 ? [] : [{ ...wall, xCm, yCm: band * BAND_CM, thetaDeg: 0 }]),
        ];
      }),
    ),
  );
}
