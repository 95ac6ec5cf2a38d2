/** What people do to a map in its drawing: changes of members, in the units of EDL. `edl.ts` makes them edits of the text. */
import type { Change } from '../checks/concern.ts';
import type { AttributeName, EdlDocument, EdlMember } from '../edl/document.ts';
import { between, directionOf, dotted, leftOf, type Place, shifted } from '../plan/segment.ts';

/** Where a member lies: centimetres, its longer way along `along`. What has no length or width has 0 of it. */
export interface OutlineCm {
  readonly centre: Place;
  /** Of unit length. */
  readonly along: Place;
  readonly longCm: number;
  readonly wideCm: number;
}

/** Where a member can be pulled: at its ends, and at its sides if it has any. */
export type Grip = 'from' | 'to' | 'left' | 'right';

/** What is pulled shorter than this would be lost from sight. */
const SHORTEST_CM = 10;

export function outlineOf(member: EdlMember): OutlineCm {
  const centre: Place = [member.xCm, member.yCm];
  const along = directionOf(member.thetaDeg ?? 0);
  switch (member.kind) {
    case 'WALL':
      return { centre, along, longCm: member.longCm, wideCm: 0 };
    case 'CORRIDOR':
      return { centre, along, longCm: member.longCm, wideCm: member.wideCm };
    case 'DOOR':
    case 'JUNCTION':
      // Oriented the way one goes through: it lies across.
      return { centre, along: leftOf(along), longCm: member.wideCm, wideCm: 0 };
    case 'POINT':
    case 'NOTICE':
      return { centre, along, longCm: 0, wideCm: 0 };
  }
}

export function gripsOf(member: EdlMember): readonly (readonly [Grip, Place])[] {
  const { centre, along, longCm, wideCm } = outlineOf(member);
  const ends: (readonly [Grip, Place])[] = [
    ['from', shifted(centre, along, -longCm / 2)],
    ['to', shifted(centre, along, longCm / 2)],
  ];
  if (longCm === 0) return [];
  if (wideCm === 0) return ends;
  return [...ends, ['left', shifted(centre, leftOf(along), wideCm / 2)], ['right', shifted(centre, leftOf(along), -wideCm / 2)]];
}

/** To the nearest multiple of `stepCm`. */
export const snapped = (valueCm: number, stepCm: number): number => (stepCm > 0 ? Math.round(valueCm / stepCm) * stepCm : valueCm);

export function movedBy({ members }: EdlDocument, member: number, [dx, dy]: Place): Change[] {
  const { xCm, yCm } = members[member] as EdlMember;
  return [...set(member, 'x', xCm, millimetres(xCm + dx)), ...set(member, 'y', yCm, millimetres(yCm + dy))];
}

export function turnedTo({ members }: EdlDocument, member: number, thetaDeg: number): Change[] {
  const turned = Math.round((((thetaDeg % 360) + 360) % 360) * 10) / 10;
  return set(member, 'theta', (members[member] as EdlMember).thetaDeg, turned === 360 ? 0 : turned);
}

/** A grip is pulled to a place; what is opposite stays. */
export function pulled({ members }: EdlDocument, member: number, grip: Grip, to: Place, stepCm: number): Change[] {
  const pulledMember = members[member] as EdlMember;
  const { centre, along, longCm, wideCm } = outlineOf(pulledMember);
  const isEnd = grip === 'from' || grip === 'to';
  const axis = isEnd ? along : leftOf(along);
  const sign = grip === 'to' || grip === 'left' ? 1 : -1;
  const present = isEnd ? longCm : wideCm;
  const fixed = shifted(centre, axis, (-sign * present) / 2);
  const length = millimetres(Math.max(SHORTEST_CM, snapped(sign * dotted(between(fixed, to), axis), stepCm)));
  const [x, y] = shifted(fixed, axis, (sign * length) / 2);
  return [
    ...set(member, 'x', pulledMember.xCm, millimetres(x)),
    ...set(member, 'y', pulledMember.yCm, millimetres(y)),
    ...set(member, attributeOf(pulledMember, isEnd), present, length),
  ];
}

const attributeOf = ({ kind }: EdlMember, isEnd: boolean): AttributeName =>
  kind === 'DOOR' || kind === 'JUNCTION' || !isEnd ? 'wide' : 'long';

/** Another one like it, beside it. */
export function copied({ members }: EdlDocument, member: number, [dx, dy]: Place): Change {
  const { number: _, ...original } = members[member] as EdlMember;
  return {
    kind: 'add',
    members: [{ ...original, xCm: millimetres(original.xCm + dx), yCm: millimetres(original.yCm + dy) } as EdlMember],
  };
}

/** Which member somebody means who points there; `withinCm`: how far beside it. */
export function memberAt({ members }: EdlDocument, place: Place, withinCm: number): number | undefined {
  let best: { readonly member: number; readonly rank: number; readonly distanceCm: number } | undefined;
  members.forEach((each, member) => {
    const outline = outlineOf(each);
    const distanceCm = distanceTo(outline, place);
    if (distanceCm > withinCm) return;
    const rank = each.kind === 'CORRIDOR' ? 2 : each.kind === 'WALL' ? 1 : 0;
    const isNearer = !best || rank < best.rank || (rank === best.rank && distanceCm < best.distanceCm);
    if (isNearer) best = { member, rank, distanceCm };
  });
  return best?.member;
}

/** 0 inside. */
function distanceTo({ centre, along, longCm, wideCm }: OutlineCm, place: Place): number {
  const from = between(centre, place);
  const beyond = Math.max(0, Math.abs(dotted(from, along)) - longCm / 2);
  const beside = Math.max(0, Math.abs(dotted(from, leftOf(along))) - wideCm / 2);
  return Math.hypot(beyond, beside);
}

const set = (member: number, attribute: AttributeName, present: number | undefined, value: number): Change[] =>
  present === value ? [] : [{ kind: 'set', member, attribute, value }];

const millimetres = (valueCm: number): number => Math.round(valueCm * 10) / 10 + 0;
