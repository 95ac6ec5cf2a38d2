import type { EdlDocument, EdlMember } from '../edl/document.ts';
import { type Corridor, type Gap, type Layout, stretchUnder } from '../plan/layout.ts';
import { alongOf, cornersOf, degreesOf, insideOf, leftOf, middleOf, type Place, type Segment, shifted, sidesOf } from '../plan/segment.ts';
import { SegmentIndex } from '../plan/segment-index.ts';
import { type Checked, type Concern, called, centimetres, warning } from './concern.ts';

/** A side is looked at from just outside of it: beyond the tolerance, well within any corridor. */
const BESIDE_M = 0.02;
/** What is shorter is a corner that touches. */
const SHORTEST_M = 0.05;
/** Pairs of corridors that meet: beyond that the map is no building any more, and looking would take seconds. */
const MOST_PAIRS = 20_000;

/** Where the side of one corridor stands in the way of another: a junction belongs there, with this orientation. */
interface Blocked extends Segment {
  readonly outward: Place;
  readonly junctions: readonly Gap[];
  /** Opened by a junction or by a door. */
  readonly isOpen: boolean;
}

/** Of corridors that meet: whether robots can pass, and whether junctions are where corridors meet. */
export function checkCrossings({ document, layout }: Checked): Concern[] {
  const gaps = new SegmentIndex(layout.gaps, layout);
  const used = new Set<Gap>();
  const concerns: Concern[] = [];
  const { pairs, isWhole } = meetingPairs(layout.corridors);
  for (const [a, b] of pairs) {
    const blocked = [...blockedIn(a, b, layout, gaps), ...blockedIn(b, a, layout, gaps)];
    for (const { junctions } of blocked) for (const junction of junctions) used.add(junction);
    const concern = concernOf(document, a, b, blocked);
    if (concern) concerns.push(concern);
  }
  if (isWhole) return [...concerns, ...misplaced(document, layout, used)];
  const message = `more than ${MOST_PAIRS} pairs of corridors overlap: only the first were looked at`;
  return [...concerns, warning('crowded', (layout.corridors[0] as Corridor).member, { message, remedy: 'make floors of it' })];
}

/** Corridors whose bounds overlap, by a sweep along x. */
function meetingPairs(corridors: readonly Corridor[]): { pairs: (readonly [Corridor, Corridor])[]; isWhole: boolean } {
  const bounded = corridors
    .map((corridor) => {
      const corners = cornersOf(corridor);
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      return { corridor, lowX: Math.min(...xs), highX: Math.max(...xs), lowY: Math.min(...ys), highY: Math.max(...ys) };
    })
    .sort((a, b) => a.lowX - b.lowX);
  const pairs: (readonly [Corridor, Corridor])[] = [];
  let open: typeof bounded = [];
  for (const next of bounded) {
    open = open.filter(({ highX }) => highX + BESIDE_M >= next.lowX);
    for (const earlier of open) {
      if (earlier.highY + BESIDE_M < next.lowY || next.highY + BESIDE_M < earlier.lowY) continue;
      if (pairs.length === MOST_PAIRS) return { pairs, isWhole: false };
      const inOrder = earlier.corridor.member < next.corridor.member;
      pairs.push(inOrder ? [earlier.corridor, next.corridor] : [next.corridor, earlier.corridor]);
    }
    open.push(next);
  }
  return { pairs, isWhole: true };
}

/** The stretches of the sides of `corridor` that `other` runs into. */
function blockedIn(corridor: Corridor, other: Corridor, layout: Layout, gaps: SegmentIndex<Gap>): Blocked[] {
  const left = leftOf(corridor.along);
  return sidesOf(corridor).flatMap((side, i) => {
    const outward: Place = i === 0 ? left : [-left[0] + 0, -left[1] + 0];
    const beside = { from: shifted(side.from, outward, BESIDE_M), to: shifted(side.to, outward, BESIDE_M) };
    const within = insideOf(beside, other);
    if (!within || within.toM - within.fromM < SHORTEST_M) return [];
    const stretch = { from: shifted(side.from, alongOf(side), within.fromM), to: shifted(side.from, alongOf(side), within.toM) };
    if (!layout.isOnField(shifted(middleOf(stretch), outward, BESIDE_M))) return [];
    const here = [...gaps.near(stretch)].filter((gap) => {
      const shared = stretchUnder(gap, stretch, layout.tolerance);
      return shared !== undefined && shared.toM - shared.fromM > layout.tolerance.metres;
    });
    return [{ ...stretch, outward, junctions: here.filter(({ kind }) => kind === 'junction'), isOpen: here.length > 0 }];
  });
}

const SHAPES: Readonly<Record<number, string>> = { 1: 'mouth', 2: 'corner', 3: 'T', 4: 'cross' };

function concernOf(document: EdlDocument, a: Corridor, b: Corridor, blocked: readonly Blocked[]): Concern | undefined {
  const junctions = new Set(blocked.flatMap((each) => each.junctions)).size;
  const closed = blocked.filter(({ isOpen }) => !isOpen);
  const opened = blocked.length - closed.length;
  if (blocked.length === 0 || (closed.length === 0 && junctions <= blocked.length)) return undefined;
  const [first, second] = [called(document, a.member), called(document, b.member)];
  const missing = closed.map((each) => junctionAt(each));
  const where = missing.map(({ xCm, yCm, thetaDeg, wideCm }) => `x= ${xCm} y= ${yCm} theta= ${thetaDeg} wide= ${wideCm}`).join('; ');
  const mend =
    missing.length === 0
      ? undefined
      : {
          title: `Add ${missing.length === 1 ? 'the junction' : `${missing.length} junctions`}`,
          changes: [{ kind: 'add' as const, members: missing }],
        };
  if (opened === 0) {
    const message = `${first} and ${second} meet without junctions: their sides block the way`;
    return warning('junctions-missing', b.member, { message, remedy: `add a JUNCTION at ${where}`, mend });
  }
  const shape = SHAPES[blocked.length] ?? 'crossing';
  const message = `${first} and ${second} meet in a ${shape}, which needs ${blocked.length} junctions; it has ${closed.length > 0 ? opened : junctions}`;
  return warning('junction-count', b.member, {
    message,
    remedy: missing.length > 0 ? `add a JUNCTION at ${where}` : 'remove those that are too many',
    mend,
  });
}

function junctionAt(blocked: Blocked): Extract<EdlMember, { kind: 'DOOR' | 'JUNCTION' }> {
  const [x, y] = middleOf(blocked);
  const deg = degreesOf(Math.atan2(blocked.outward[1], blocked.outward[0]));
  const wideM = Math.hypot(blocked.to[0] - blocked.from[0], blocked.to[1] - blocked.from[1]);
  return {
    kind: 'JUNCTION',
    xCm: centimetres(x),
    yCm: centimetres(y),
    // Of the two ways through the one that is written shorter.
    thetaDeg: Math.round((((deg % 180) + 180) % 180) * 100) / 100,
    wideCm: centimetres(wideM),
  };
}

function misplaced(document: EdlDocument, layout: Layout, used: ReadonlySet<Gap>): Concern[] {
  return layout.gaps.flatMap((gap) => {
    if (gap.kind !== 'junction' || used.has(gap) || layout.under(gap).every(({ obstacle }) => obstacle.source === 'border')) return [];
    const message = `${called(document, gap.member)} is not where one corridor meets another`;
    const mend = { title: 'Make it a door', changes: [{ kind: 'become' as const, member: gap.member, keyword: 'DOOR' as const }] };
    return [warning('junction-misplaced', gap.member, { message, remedy: 'a way through a wall is a DOOR', mend })];
  });
}
