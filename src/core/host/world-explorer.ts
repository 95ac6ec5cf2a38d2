import { type Clock, delay } from '../base/clock.ts';
import { distance, type Pose, planarPose, yawOf } from '../base/pose.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import { isSiteModel } from '../buildings/buildings.ts';
import {
  type Around,
  cellOf,
  type ExploringRobot,
  type FloorKnowledge,
  KNOWLEDGE,
  knowledgeName,
  segmentsOf,
} from '../knowledge/knowledge.ts';
import type { Place, Segment } from '../maps/maps.ts';
import type { ActionDraft, EntityView, Outcome } from '../world/world.ts';
import { isLeaf, isShutLeaf } from './door-leaves.ts';
import { knowledgeOn, partsOn } from './knowledge-shelf.ts';

/** As much of a participant as an explorer needs. */
export interface ExplorersWorld {
  readonly time: { readonly worldMs: number };
  readonly entities: readonly EntityView[];
  entity(id: string): EntityView | undefined;
  command(entity: string, action: ActionDraft): Promise<Outcome>;
}

export interface ExplorerPorts {
  readonly board: Blackboard;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

export interface ExplorerOptions {
  /** How far something of a model reaches, as its catalog says. */
  radiusOf(model: string): number;
  /** As its eyes are. */
  readonly rangeM?: number | undefined;
  readonly fieldRad?: number | undefined;
  readonly speedMPerS?: number | undefined;
  readonly turnRadPerS?: number | undefined;
  /** Others whose knowledge counts as its own. */
  readonly team?: readonly string[] | undefined;
}

const LOOK_EVERY_MS = 100;
/** From a look of its owner's until that is here, if nothing is said about it: two ticks, the least time between two words, and the way. */
const SETTLED_MS = 1000;
/** And so much more for what is large, for that is said more rarely. */
const BYTES_PER_MS = 25;
const FIRST_WORD_WITHIN_MS = 15_000;
const REFUSED_FOR_MS = 1000;
const THERE_M = 0.02;
/** A door's leaf lies on what is known of the door. */
const ON_LINE_M = 0.02;
const WIDEST_DOOR_M = 3;
const SAME_FLOOR_M = 1;
/** A robot is planned for as a little larger than it is: walls are not to be brushed along. */
const OWN_BERTH_M = 0.03;
/** Owners stop what comes nearer to what somebody else owns: the more, the faster it comes. */
const BERTH_M = 0.12;
/** Half as thick as a leaf, and what an owner keeps away from it: a door is somebody else's. */
const LEAF_M = 0.1;
/** The same of its frame, which stands out a little from the wall on both sides of the door. */
const JAMB_M = 0.125;
const LEAF_STEP_M = 0.1;

interface KnownNow {
  readonly floor: string | undefined;
  readonly all: FloorKnowledge | undefined;
  readonly bytes: number;
}

/** A robot of a world that explores: what it knows comes by the blackboard, where it goes are commands, under the usual rules of control. Whoever owns it looks for it as long as this listens. */
export class WorldExplorer implements ExploringRobot, Disposable {
  readonly radiusM: number;
  readonly rangeM: number;
  readonly fieldRad: number;
  readonly #world: ExplorersWorld;
  readonly #robot: string;
  readonly #ports: ExplorerPorts;
  readonly #options: ExplorerOptions;
  readonly #listening: readonly Disposable[];
  #shut: ReadonlySet<number> = new Set();
  /** Since something was last heard: what is known, and how many bytes of it are its own. */
  #known: KnownNow | undefined;

  constructor(world: ExplorersWorld, robot: string, options: ExplorerOptions, ports: ExplorerPorts) {
    this.#world = world;
    this.#robot = robot;
    this.#ports = ports;
    this.#options = options;
    this.radiusM = options.radiusOf(world.entity(robot)?.description.model ?? '') + OWN_BERTH_M;
    this.rangeM = options.rangeM ?? 8;
    this.fieldRad = options.fieldRad ?? 2 * Math.PI;
    const names = [robot, ...(options.team ?? [])].flatMap((knower) => [knowledgeName(knower), `${KNOWLEDGE}/${knower}/*`]);
    const heard = () => {
      this.#known = undefined;
    };
    this.#listening = names.map((name) => ports.board.bind(name, heard));
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
  }

  get shut(): ReadonlySet<number> {
    return this.#shut;
  }

  /** All that is no wall and stands where it has looked, leaves of doors too. What moves meets it where it meets it. */
  get avoid(): readonly Around[] {
    const { z } = this.#pose();
    const { all } = this.#knownNow();
    const isSeen = ({ at }: Around) => all?.cells.has(...cellOf(at)) === true;
    return this.#world.entities.flatMap((view) => {
      if (view.id === this.#robot || Math.abs(view.posture.pose.z - z) > SAME_FLOOR_M) return [];
      const sizeM = this.#options.radiusOf(view.description.model);
      return (isLeaf(view) ? leafDiscs(view, sizeM) : isSiteModel(view.description.model) ? [] : [discOf(view, sizeM)]).filter(isSeen);
    });
  }

  stand(): { readonly at: Place; readonly yawRad: number } {
    const pose = this.#pose();
    return { at: [pose.x, pose.y], yawRad: yawOf(pose) };
  }

  async known(until: Place | 'settled'): Promise<FloorKnowledge> {
    const { clock } = this.#ports;
    const sinceMs = clock.now();
    for (;;) {
      const { all, bytes } = this.#knownNow();
      const isSettled = clock.now() - sinceMs >= SETTLED_MS + bytes / BYTES_PER_MS;
      const hasSeen = until !== 'settled' && all?.cells.has(...cellOf(until));
      if (all && (hasSeen || isSettled)) {
        this.#shut = this.#shutOf(all);
        return all;
      }
      if (!all && clock.now() - sinceMs > FIRST_WORD_WITHIN_MS)
        throw new Error(`nobody says what ${this.#robot} sees: it has no owner, or its world no building`);
      await delay(clock, LOOK_EVERY_MS);
    }
  }

  async go(way: readonly Place[], headingRad: number): Promise<boolean> {
    const { clock } = this.#ports;
    const knots = knotsOf(this.#pose(), way, headingRad, this.#options);
    const outcome = await this.#world.command(this.#robot, { kind: 'follow', knots });
    if (outcome.kind !== 'done') {
      await delay(clock, REFUSED_FOR_MS);
      return false;
    }
    while ((this.#world.entity(this.#robot)?.endsAtMs ?? 0) > this.#world.time.worldMs) await delay(clock, LOOK_EVERY_MS);
    const last = knots.at(-1)?.pose;
    return last !== undefined && distance(last, this.#pose()) < THERE_M;
  }

  /** Of the floor that it is on: all that it and its team know; nothing while it knows nothing itself. */
  #knownNow(): KnownNow {
    const { floor } = this.#world.entity(this.#robot) ?? {};
    if (this.#known && this.#known.floor === floor) return this.#known;
    const { board, report } = this.#ports;
    const bytes = [...partsOn(board, this.#robot).values()].reduce((sum, { length }) => sum + length, 0);
    const all = knowledgeOn(board, this.#robot, report);
    const here = all.floors.find((known) => floor === undefined || known.floor === floor);
    for (const mate of this.#options.team ?? []) all.merge(knowledgeOn(board, mate, report));
    this.#known = { floor, all: here && all.of(here.floor, here.edition), bytes };
    return this.#known;
  }

  #pose(): Pose {
    const view = this.#world.entity(this.#robot);
    if (!view) throw new Error(`${this.#robot} is not in the world any more`);
    return view.posture.pose;
  }

  /** Of the doors that it knows those whose leaves are shut, by their members. */
  #shutOf(known: FloorKnowledge): ReadonlySet<number> {
    const { z } = this.#pose();
    const leaves = this.#world.entities.filter((view) => isShutLeaf(view) && Math.abs(view.posture.pose.z - z) < SAME_FLOOR_M).map(gapOf);
    const doors = known.openings.filter(({ kind }) => kind === 'door');
    return new Set(
      doors.flatMap((door) => (segmentsOf(door).some((seen) => leaves.some((leaf) => liesIn(seen, leaf))) ? (door.member ?? []) : [])),
    );
  }
}

const discOf = ({ posture: { pose } }: EntityView, radiusM: number): Around => ({ at: [pose.x, pose.y], radiusM: radiusM + BERTH_M });

/** A door's frame, and its leaf when that is open, stand in the way of who passes beside: one disc after the other. */
function leafDiscs({ posture: { pose, values } }: EntityView, lengthM: number): Around[] {
  const yaw = yawOf(pose);
  const from = (angle: number, alongM: number, radiusM: number): Around => ({
    at: [pose.x + Math.cos(angle) * alongM, pose.y + Math.sin(angle) * alongM],
    radiusM,
  });
  const leaf = Array.from({ length: Math.ceil(lengthM / LEAF_STEP_M) }, (_, i) =>
    from(yaw - (values[0] ?? 0), (i + 1) * LEAF_STEP_M, LEAF_M),
  );
  return [from(yaw, 0, JAMB_M), from(yaw, lengthM, JAMB_M), ...leaf];
}

interface Leaf {
  readonly from: Place;
  readonly along: Place;
}

const gapOf = ({ posture: { pose } }: EntityView): Leaf => ({
  from: [pose.x, pose.y],
  along: [Math.cos(yawOf(pose)), Math.sin(yawOf(pose))],
});

function liesIn({ from, to }: Segment, leaf: Leaf): boolean {
  const [dx, dy] = [(from[0] + to[0]) / 2 - leaf.from[0], (from[1] + to[1]) / 2 - leaf.from[1]];
  const along = dx * leaf.along[0] + dy * leaf.along[1];
  return along >= 0 && along < WIDEST_DOOR_M && Math.abs(dy * leaf.along[0] - dx * leaf.along[1]) < ON_LINE_M;
}

/** On the spot to where it goes next, then straight there; in the end as it shall stand. */
function knotsOf(
  from: Pose,
  way: readonly Place[],
  headingRad: number,
  { speedMPerS = 0.35, turnRadPerS = 1.2 }: ExplorerOptions,
): { afterMs: number; pose: Pose }[] {
  const knots: { afterMs: number; pose: Pose }[] = [];
  let [x, y, yaw, afterMs] = [from.x, from.y, yawOf(from), 0];
  const put = (ms: number) => {
    afterMs += Math.ceil(ms);
    knots.push({ afterMs, pose: { ...planarPose(x, y, yaw), z: from.z } });
  };
  const turn = (to: number) => {
    const by = Math.atan2(Math.sin(to - yaw), Math.cos(to - yaw));
    yaw = to;
    if (Math.abs(by) > 1e-3) put((1000 * Math.abs(by)) / turnRadPerS);
  };
  for (const to of way) {
    const longM = Math.hypot(to[0] - x, to[1] - y);
    if (longM < 1e-3) continue;
    turn(Math.atan2(to[1] - y, to[0] - x));
    [x, y] = to;
    put((1000 * longM) / speedMPerS);
  }
  turn(headingRad);
  return knots.length > 0 ? knots : [{ afterMs: 0, pose: from }];
}
