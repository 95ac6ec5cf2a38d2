import type { EdlDocument, EdlMember } from '../edl/document.ts';
import type { Cut } from '../plan/cuts.ts';
import { type Gap, type Layout, type Obstacle, stretchUnder } from '../plan/layout.ts';
import { alongOf, degreesOf, distanceM, leftOf, lengthM, lineAngleDeg, middleOf, type Segment } from '../plan/segment.ts';
import { SegmentIndex, type Tolerance } from '../plan/segment-index.ts';
import { Visits } from '../plan/visits.ts';
import { type CheckedWhole, type Concern, called, centimetres, crowded, type Mend, warning } from './concern.ts';

/** Of doors and junctions: whether they open something, and all of what they should. */
export function checkOpenings({ document, layout, cuts, options }: CheckedWhole): Concern[] {
  const concerns = layout.gaps.flatMap((gap) => checkRobot(document, gap, options.robotRadiusCm));
  // Of gaps that nobody looked at, all that could be said is wrong.
  if (cuts.visits.isSpent) return [...concerns, ...crowded(document, cuts.visits, 'doors and junctions were not all opened')];
  const index = new SegmentIndex(layout.gaps);
  const visits = new Visits();
  for (const gap of layout.gaps) {
    visits.turnTo(gap.member);
    concerns.push(...checkWall(document, layout, gap, cuts.by(gap), visits), ...checkOthers(document, layout, gap, index, visits));
    if (visits.isSpent) break;
  }
  return [...concerns, ...crowded(document, visits, 'doors and junctions were not all looked at')];
}

function checkWall(document: EdlDocument, layout: Layout, gap: Gap, under: readonly Cut[], visits: Visits): Concern[] {
  const opened = under.filter(({ obstacle }) => obstacle.source !== 'border');
  const concerns: Concern[] = [];
  if (opened.length < under.length) {
    const message = `this ${gap.kind} lies on the border, which nothing opens`;
    concerns.push(warning('border', gap.member, { message, remedy: 'put it on a wall inside the field: no robot may leave the field' }));
  }
  if (opened.length > 0) concerns.push(...checkWidth(gap, opened, layout.tolerance.metres));
  else if (under.length === 0 && layout.isOnField(middleOf(gap))) concerns.push(...checkNothing(document, layout, gap, visits));
  return concerns;
}

/** What is opened together counts: two walls end to end are opened like one. */
function checkWidth(gap: Gap, opened: readonly Cut[], toleranceM: number): Concern[] {
  const wideM = lengthM(gap);
  const stretches = opened
    .map(({ obstacle }) => stretchUnder(obstacle, gap, { metres: Number.POSITIVE_INFINITY, degrees: 90 }))
    .filter((stretch) => stretch !== undefined)
    .sort((a, b) => a.fromM - b.fromM);
  let [openM, endM] = [0, 0];
  for (const { fromM, toM } of stretches) {
    openM += Math.max(toM - Math.max(fromM, endM), 0);
    endM = Math.max(endM, toM);
  }
  if (wideM - openM <= toleranceM + 1e-6) return [];
  const message = `this ${gap.kind} is ${centimetres(wideM)} wide, but opens only ${centimetres(openM)} of a wall`;
  return [
    warning('too-wide', gap.member, { attribute: 'wide', message, remedy: 'make it narrower, or move it to where the wall goes on' }),
  ];
}

function checkNothing(document: EdlDocument, layout: Layout, gap: Gap, visits: Visits): Concern[] {
  const askew = nearestOf(layout, gap, visits);
  if (visits.isSpent) return [];
  const { thetaDeg } = document.members[gap.member] as EdlMember;
  if (!askew) {
    const message = `this ${gap.kind} lies on no wall: there is nothing to open`;
    const remedy = 'its x, y must be on a wall or on the side of a corridor, within 1 cm';
    return [{ severity: 'error', code: 'opens-nothing', member: gap.member, message, remedy }];
  }
  // Across what it should open, the way that is nearer to what was written.
  const across = leftOf(alongOf(askew));
  const angle = degreesOf(Math.atan2(across[1], across[0]));
  const turns = [angle, angle + 180].map((deg) => Math.round((((deg % 360) + 360) % 360) * 100) / 100);
  const value = turns.reduce((best, deg) => (turn(deg, thetaDeg) < turn(best, thetaDeg) ? deg : best));
  const off = Math.round(lineAngleDeg(alongOf(gap), alongOf(askew)) * 10) / 10;
  const message = `this ${gap.kind} is ${off} degrees off the ${nameOf(document, askew)} it lies on, and opens nothing`;
  const mend: Mend = { title: `Write theta= ${value}`, changes: [{ kind: 'set', member: gap.member, attribute: 'theta', value }] };
  return [warning('askew', gap.member, { attribute: 'theta', message, remedy: `theta is the way through: write theta= ${value}`, mend })];
}

const turn = (a: number, b: number): number => Math.abs(((((a - b) % 360) + 540) % 360) - 180);

/** What the middle of the gap lies on, whichever way that goes. */
function nearestOf(layout: Layout, gap: Segment, visits: Visits): Obstacle | undefined {
  const middle = middleOf(gap);
  let [best, bestM]: [Obstacle | undefined, number] = [undefined, layout.tolerance.metres + 1e-9];
  const isWanted = (obstacle: Obstacle) => {
    const distance = distanceM(middle, obstacle);
    if (obstacle.source !== 'border' && distance <= bestM) [best, bestM] = [obstacle, distance];
    return bestM === 0;
  };
  const tolerance = { metres: layout.tolerance.metres, degrees: 90 };
  layout.obstacleIndex.find({ from: middle, to: middle }, { tolerance, visits, isWanted });
  return best;
}

const nameOf = (document: EdlDocument, { member, source }: Obstacle): string =>
  member === undefined ? source : source === 'corridor' ? `side of ${called(document, member)}` : called(document, member);

function checkRobot(document: EdlDocument, gap: Gap, robotRadiusCm: number | undefined): Concern[] {
  const wideCm = centimetres(lengthM(gap));
  if (robotRadiusCm === undefined || wideCm >= 2 * robotRadiusCm) return [];
  const message = `${called(document, gap.member)} is ${wideCm} wide: a robot of ${2 * robotRadiusCm} does not fit through`;
  const value = 2 * robotRadiusCm;
  const mend = {
    title: `Make it ${value} wide`,
    changes: [{ kind: 'set' as const, member: gap.member, attribute: 'wide' as const, value }],
  };
  return [warning('too-narrow', gap.member, { attribute: 'wide', message, remedy: `make it at least ${value} wide`, mend })];
}

function checkOthers(document: EdlDocument, layout: Layout, gap: Gap, index: SegmentIndex<Gap>, visits: Visits): Concern[] {
  const { tolerance } = layout;
  // It shares no more than it has: hundreds of such in one place would all be compared, for nothing.
  if (lengthM(gap) <= tolerance.metres) return [];
  const sharedM = (other: Gap): number => {
    const shared = stretchUnder(gap, other, tolerance);
    return shared ? shared.toM - shared.fromM : 0;
  };
  const isWanted = (other: Gap) => other.member < gap.member && sharedM(other) > tolerance.metres;
  const other = index.find(gap, { tolerance, visits, isWanted });
  if (!other) return [];
  const message = `this ${gap.kind} and ${called(document, other.member)} overlap by ${centimetres(sharedM(other))}`;
  const mend = { title: `Remove this ${gap.kind}`, changes: [{ kind: 'remove' as const, member: gap.member }] };
  return [warning('overlapping-doors', gap.member, { message, remedy: 'leave one of them, or move it', mend })];
}

/** Walls that lie within others: they change nothing, and make a door look as if it did not open. */
export function checkHiddenWalls({ document, layout }: CheckedWhole): Concern[] {
  const { tolerance, obstacleIndex, obstacles } = layout;
  const visits = new Visits();
  const concerns: Concern[] = [];
  for (const wall of obstacles) {
    if (wall.source !== 'wall') continue;
    const member = wall.member as number;
    visits.turnTo(member);
    const cover = obstacleIndex.findCover(wall, { tolerance, visits, isWanted: (other) => covers(wall, other, tolerance) });
    if (visits.isSpent) break;
    if (!cover) continue;
    const by = cover.source === 'border' ? 'the border' : `the ${nameOf(document, cover)}`;
    const mend = { title: 'Remove this wall', changes: [{ kind: 'remove' as const, member }] };
    concerns.push(
      warning('hidden-wall', member, { message: `this wall lies within ${by}`, remedy: 'remove it: it changes nothing', mend }),
    );
  }
  return [...concerns, ...crowded(document, visits, 'walls were not all looked at')];
}

/** Of two that cover each other the later one is hidden. */
function covers(wall: Obstacle, other: Obstacle, tolerance: Tolerance): boolean {
  if (other === wall) return false;
  const isLonger = lengthM(other) > lengthM(wall) + tolerance.metres;
  if (!isLonger && other.source === 'wall' && (other.member as number) >= (wall.member as number)) return false;
  const shared = stretchUnder(wall, other, tolerance);
  return shared !== undefined && shared.toM - shared.fromM >= lengthM(wall) - tolerance.metres;
}
