import type { EdlDocument, EdlMember } from '../edl/document.ts';
import type { Cuts } from '../plan/cuts.ts';
import type { Corridor, Gap, Layout } from '../plan/layout.ts';
import { cornersOf, degreesOf, leftOf, middleOf, type Place, type Segment, shifted, wayInside } from '../plan/segment.ts';
import { Visits } from '../plan/visits.ts';
import { type CheckedWhole, type Concern, called, centimetres, crowded, warning } from './concern.ts';

/** A side is looked at from just outside of it: beyond the tolerance, well within any corridor. */
const BESIDE_M = 0.02;
/** What is shorter is a corner that touches. */
const SHORTEST_M = 0.05;
/** What a pair of corridors that meet costs, in comparisons: both sides of both are looked at. */
const PAIR = 500;

/** Where the side of one corridor stands in the way of another: a junction belongs there, with this orientation. */
interface Blocked extends Segment {
  readonly outward: Place;
  readonly junctions: readonly Gap[];
  /** Opened by a junction or by a door. */
  readonly isOpen: boolean;
}

/** Of corridors that meet: whether robots can pass, and whether junctions are where corridors meet. */
export function checkCrossings({ document, layout, cuts }: CheckedWhole): Concern[] {
  // Without all that is open, everything looks shut.
  if (cuts.visits.isSpent) return [];
  const visits = new Visits();
  const used = new Set<Gap>();
  const concerns: Concern[] = [];
  for (const [a, b] of meetingPairs(layout.corridors, visits)) {
    const blocked = [...blockedIn(a, b, layout, cuts, visits), ...blockedIn(b, a, layout, cuts, visits)];
    for (const { junctions } of blocked) for (const junction of junctions) used.add(junction);
    const concern = concernOf(document, a, b, blocked);
    if (concern) concerns.push(concern);
  }
  if (visits.isSpent) return [...concerns, ...crowded(document, visits, 'only the first corridors that meet were looked at')];
  return [...concerns, ...misplaced(document, layout, cuts, used)];
}

/** Corridors whose bounds overlap, by a sweep along x; only the first of them when the visits are spent. */
function* meetingPairs(corridors: readonly Corridor[], visits: Visits): Generator<readonly [Corridor, Corridor]> {
  const bounded = corridors
    .map((corridor) => {
      const corners = cornersOf(corridor);
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      return { corridor, lowX: Math.min(...xs), highX: Math.max(...xs), lowY: Math.min(...ys), highY: Math.max(...ys) };
    })
    .sort((a, b) => a.lowX - b.lowX);
  let open: typeof bounded = [];
  for (const next of bounded) {
    visits.turnTo(next.corridor.member);
    open = open.filter(({ highX }) => highX + BESIDE_M >= next.lowX);
    if (!visits.spend(open.length)) return;
    for (const earlier of open) {
      if (earlier.highY + BESIDE_M < next.lowY || next.highY + BESIDE_M < earlier.lowY) continue;
      if (!visits.spend(PAIR)) return;
      const inOrder = earlier.corridor.member < next.corridor.member;
      yield inOrder ? [earlier.corridor, next.corridor] : [next.corridor, earlier.corridor];
    }
    open.push(next);
  }
}

/** The stretches of the sides of `corridor` that `other` runs into. */
function blockedIn(corridor: Corridor, other: Corridor, layout: Layout, cuts: Cuts, visits: Visits): Blocked[] {
  const { along, longM } = corridor;
  const left = leftOf(along);
  return layout.sidesOf(corridor).flatMap((side, i) => {
    const outward: Place = i === 0 ? left : [-left[0] + 0, -left[1] + 0];
    const within = wayInside(shifted(side.from, outward, BESIDE_M), along, longM, other);
    if (!within || within.toM - within.fromM < SHORTEST_M) return [];
    const stretch = { from: shifted(side.from, along, within.fromM), to: shifted(side.from, along, within.toM) };
    if (!layout.isOnField(shifted(middleOf(stretch), outward, BESIDE_M))) return [];
    const inSide = cuts.in(side);
    visits.spend(inSide.length);
    const here = inSide
      .filter(({ fromM, toM }) => Math.min(toM, within.toM) - Math.max(fromM, within.fromM) > layout.tolerance.metres)
      .map(({ gap }) => gap);
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

function misplaced(document: EdlDocument, layout: Layout, cuts: Cuts, used: ReadonlySet<Gap>): Concern[] {
  return layout.gaps.flatMap((gap) => {
    if (gap.kind !== 'junction' || used.has(gap) || cuts.by(gap).every(({ obstacle }) => obstacle.source === 'border')) return [];
    const message = `${called(document, gap.member)} is not where one corridor meets another`;
    const mend = { title: 'Make it a door', changes: [{ kind: 'become' as const, member: gap.member, keyword: 'DOOR' as const }] };
    return [warning('junction-misplaced', gap.member, { message, remedy: 'a way through a wall is a DOOR', mend })];
  });
}
