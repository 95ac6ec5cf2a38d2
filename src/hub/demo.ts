import { type Clock, every } from '../core/base/clock.ts';
import { distance, type Pose, planarPose, yawOf } from '../core/base/pose.ts';
import { between, integerBelow, type Random } from '../core/base/random.ts';
import type { ActionDraft, Dof, EntityDraft, EntityView, Participant } from '../core/world/world.ts';

const LOOK_EVERY_MS = 100;
const PATROL_SPEED_M_PER_S = 0.5;
const TURN_RAD_PER_S = 1.2;

/** The corners of the patrol, in metres. */
const CORNERS: readonly (readonly [number, number])[] = [
  [3, -2],
  [3, 2],
  [-3, 2],
  [-3, -2],
];

const joint = (name: string, limitDeg: number): Dof => ({
  name,
  kind: 'rotation',
  low: (-limitDeg * Math.PI) / 180,
  high: (limitDeg * Math.PI) / 180,
  speedPerS: 1.5,
});

const entity = (name: string, model: string, pose: Pose, dofs: readonly Dof[] = []): EntityDraft => ({
  name,
  model,
  kind: 'dynamic',
  dofs: [...dofs],
  initial: { pose, values: dofs.map(() => 0) },
});

const furniture = (name: string, model: string, pose: Pose): EntityDraft => ({ ...entity(name, model, pose), kind: 'static' });

/** What lives in the demonstration world, and what each does when it has nothing to do. */
const inhabitants: readonly { id: string; draft: EntityDraft; next: (view: EntityView, random: Random) => ActionDraft }[] = [
  { id: 'patrol', draft: entity('Patrol robot', 'pioneer-3-dx', planarPose(-3, -2, 0)), next: patrol },
  {
    id: 'arm',
    draft: entity('Waving arm', 'puma-560', planarPose(0, 0, 0), [
      joint('waist', 160),
      joint('shoulder', 90),
      joint('elbow', 120),
      joint('wrist roll', 110),
      joint('wrist bend', 100),
      joint('flange', 266),
    ]),
    next: wave,
  },
  {
    id: 'shuttle',
    draft: entity('Shuttle', 'conveyor', planarPose(0, 3, 0), [{ name: 'slide', kind: 'translation', low: 0, high: 2, speedPerS: 0.5 }]),
    next: (view) => ({ kind: 'glide', dof: 0, to: (view.values[0] ?? 0) > 1 ? 0 : 2, ramp: 0.2 }),
  },
];

const furnishings: readonly { id: string; draft: EntityDraft }[] = [
  { id: 'table', draft: furniture('Table', 'table', planarPose(1, 0, 0)) },
  { id: 'shelf', draft: furniture('Shelf', 'shelf', planarPose(0, -3.5, Math.PI / 2)) },
  { id: 'charger', draft: furniture('Charging station', 'charger', planarPose(-4, -2, 0)) },
];

/** Fills a world with things that live, through the same calls every participant has. Disposing lets them come to rest. */
export async function populate(
  world: Participant,
  { clock, random, report }: { clock: Clock; random: Random; report: (error: unknown) => void },
): Promise<Disposable> {
  for (const { id, draft } of [...inhabitants, ...furnishings]) await world.insert(draft, id);
  for (const { id } of inhabitants) world.setWorking(id, true);
  const busy = new Set<string>();
  const occupy = async (id: string, view: EntityView, next: (view: EntityView, random: Random) => ActionDraft) => {
    busy.add(id);
    // Refused while somebody drives it, holds its lease or has stopped it: it goes on when they are done.
    await world.command(id, next(view, random)).catch(report);
    busy.delete(id);
  };
  return every(clock, LOOK_EVERY_MS, () => {
    for (const { id, next } of inhabitants) {
      const view = world.entity(id);
      if (view?.isMine && !busy.has(id) && isIdle(world, view)) void occupy(id, view, next);
    }
  });
}

/** Nobody holds it back and its last motion is over. */
const isIdle = (world: Participant, view: EntityView): boolean =>
  world.time.rate > 0 &&
  view.endsAtMs <= world.time.worldMs &&
  !view.control.stop &&
  !view.control.lease &&
  view.control.driver === undefined;

/** Once round, from wherever it is: to each corner in turn, turning on the spot before it sets off. */
function patrol(view: EntityView): ActionDraft {
  const knots: { afterMs: number; pose: Pose }[] = [];
  let here = view.posture.pose;
  let afterMs = 0;
  for (const [x, y] of CORNERS) {
    const heading = Math.atan2(y - here.y, x - here.x);
    const turned = { ...planarPose(here.x, here.y, heading), z: here.z };
    const there = { ...planarPose(x, y, heading), z: here.z };
    afterMs += (1000 * Math.abs(turnBetween(yawOf(here), heading))) / TURN_RAD_PER_S;
    knots.push({ afterMs, pose: turned });
    afterMs += (1000 * distance(turned, there)) / PATROL_SPEED_M_PER_S;
    knots.push({ afterMs, pose: there });
    here = there;
  }
  return { kind: 'follow', knots };
}

const turnBetween = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from));

/** Some joint, to somewhere in the middle half of its range. */
function wave(view: EntityView, random: Random): ActionDraft {
  const { dofs } = view.description;
  const dof = integerBelow(random, dofs.length);
  const { low, high } = dofs[dof] ?? { low: 0, high: 0 };
  return { kind: 'glide', dof, to: between(random, low / 2, high / 2) };
}
