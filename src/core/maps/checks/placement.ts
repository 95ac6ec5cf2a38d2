import { readPicture } from '../../geometry/picture.ts';
import type { EdlMember } from '../edl/document.ts';
import { placeOf } from '../plan/layout.ts';
import { cornersOf, directionOf, insideOf, leftOf, overlap, type Place, type Rectangle, segmentAbout } from '../plan/segment.ts';
import { type Checked, type CheckedWhole, type CheckOptions, type Concern, called, warning } from './concern.ts';

/** Of each member by itself: whether it is on the field, and whether its numbers are what was meant. */
export function checkPlacement({ document, layout, options }: Checked): Concern[] {
  const slack = layout.tolerance.metres;
  const field: Rectangle = {
    centre: [layout.lengthM / 2, layout.widthM / 2],
    along: [1, 0],
    longM: layout.lengthM + 2 * slack,
    wideM: layout.widthM + 2 * slack,
  };
  return document.members.flatMap((member, index) => [
    ...checkOnField(member, index, field),
    ...checkTheta(member, index),
    ...checkProportions(member, index),
    ...checkPicture(member, index, options.pictureOf),
  ]);
}

function checkOnField(member: EdlMember, index: number, field: Rectangle): Concern[] {
  const extent = extentOf(member);
  const corners = extent.corners.filter((corner) => !contains(field, corner));
  if (corners.length === 0) return [];
  const what = `this ${member.kind.toLowerCase()}`;
  const remedy = 'x goes from 0 to LENGTH and y from 0 to WIDTH, in centimetres';
  if (extent.touches(field)) {
    const [x, y] = corners[0] as Place;
    const message = `${what} reaches out of the field, to ${Math.round(x * 100)}, ${Math.round(y * 100)}`;
    return [warning('partly-outside', index, { message, remedy })];
  }
  return [{ severity: 'error', code: 'outside', member: index, attribute: 'x', message: `${what} is outside of the field`, remedy }];
}

interface Extent {
  readonly corners: readonly Place[];
  readonly touches: (field: Rectangle) => boolean;
}

function extentOf(member: EdlMember): Extent {
  const centre = placeOf(member);
  const along = directionOf(member.thetaDeg);
  switch (member.kind) {
    case 'POINT':
    case 'NOTICE':
      return { corners: [centre], touches: (field) => contains(field, centre) };
    case 'CORRIDOR': {
      const rectangle = { centre, along, longM: member.longCm / 100, wideM: member.wideCm / 100 };
      return { corners: cornersOf(rectangle), touches: (field) => overlap(rectangle, field) };
    }
    case 'WALL':
    case 'DOOR':
    case 'JUNCTION': {
      const segment =
        member.kind === 'WALL'
          ? segmentAbout(centre, along, member.longCm / 100)
          : segmentAbout(centre, leftOf(along), member.wideCm / 100);
      return { corners: [segment.from, segment.to], touches: (field) => insideOf(segment, field) !== undefined };
    }
  }
}

const contains = ({ centre, longM, wideM }: Rectangle, [x, y]: Place): boolean =>
  Math.abs(x - centre[0]) <= longM / 2 && Math.abs(y - centre[1]) <= wideM / 2;

function checkTheta({ thetaDeg }: EdlMember, index: number): Concern[] {
  if (thetaDeg >= 0 && thetaDeg <= 360) return [];
  const value = ((thetaDeg % 360) + 360) % 360;
  return [
    warning('theta-range', index, {
      attribute: 'theta',
      message: `theta is ${thetaDeg}`,
      remedy: `write it within 0 to 360: ${value}`,
      mend: { title: `Write theta= ${value}`, changes: [{ kind: 'set', member: index, attribute: 'theta', value }] },
    }),
  ];
}

function checkProportions(member: EdlMember, index: number): Concern[] {
  if (member.kind !== 'CORRIDOR' || member.wideCm <= member.longCm) return [];
  const { longCm, wideCm, thetaDeg } = member;
  const turned = (thetaDeg + 90) % 360;
  return [
    warning('corridor-wide', index, {
      attribute: 'wide',
      message: `this corridor is wider (${wideCm}) than long (${longCm}): its walls are the sides along ${thetaDeg} degrees`,
      remedy: 'if it runs the other way, swap long and wide and turn it by 90 degrees',
      mend: {
        title: 'Turn it by 90 degrees',
        changes: [
          { kind: 'set', member: index, attribute: 'theta', value: turned },
          { kind: 'set', member: index, attribute: 'long', value: wideCm },
          { kind: 'set', member: index, attribute: 'wide', value: longCm },
        ],
      },
    }),
  ];
}

function checkPicture(member: EdlMember, index: number, pictureOf: CheckOptions['pictureOf']): Concern[] {
  if (member.kind !== 'NOTICE' || !pictureOf) return [];
  const bytes = pictureOf(member.file);
  if (bytes === undefined) {
    const message = `the picture "${member.file}" is not there`;
    return [warning('picture-missing', index, { attribute: 'file', message, remedy: 'put it beside the map, or mend its name' })];
  }
  const reading = readPicture(bytes);
  if (reading.kind === 'picture') return [];
  const message = `the picture "${member.file}" cannot be shown: ${reading.reason}`;
  const remedy = 'save it as a smaller PNG or JPEG';
  return [{ severity: 'error', code: 'picture-unfit', member: index, attribute: 'file', message, remedy }];
}

/** Numbers are labels, and may come in any order; but one that is left out was likely forgotten. */
export function checkNumbering({ document }: CheckedWhole): Concern[] {
  const numbered = document.members
    .flatMap(({ number }, index) => (number === undefined ? [] : [{ number, index }]))
    .sort((a, b) => a.number - b.number);
  const gap = numbered.find(({ number }, i) => number > (numbered[i - 1]?.number ?? 0) + 1);
  if (!gap) return [];
  const before = numbered[numbered.indexOf(gap) - 1];
  const changes = document.members.map((_, index) => ({ kind: 'number' as const, member: index, number: index + 1 }));
  return [
    warning('numbering', gap.index, {
      message: before ? `the number after ${before.number} is ${gap.number}` : `the first number is ${gap.number}`,
      remedy: `if ${called(document, gap.index)} was not meant to follow a gap, number the members anew`,
      mend: { title: 'Number all members anew', changes },
    }),
  ];
}
