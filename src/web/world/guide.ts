import { levelAt } from '../../core/base/levels.ts';
import type { Pose } from '../../core/base/pose.ts';
import { WALL_M } from '../../core/buildings/walls.ts';
import type { Guidance } from '../guidance/guidance.ts';
import { Settable } from '../link/observable.ts';
import type { TravelGoal } from '../link/travel-link.ts';
import type { EntityInfo, WorldLink } from '../link/world-link.ts';
import { isSeen } from '../overlays/overlay.ts';
import type { Scene, SceneEvent } from '../scene/scene.ts';
import type { FloorView } from './floor-view.ts';
import type { Group } from './groups.ts';

/** As buildings have them. */
const WALLS = { thickM: WALL_M, highM: 1 };
/** A floor's height is not always hit to the millimetre. */
const ON_FLOOR_M = 0.2;

/** Joins guidance and the 3D view: what is to be drawn goes to the one, where somebody points to the other. */
export class Guide implements Disposable {
  readonly guidance: Guidance;
  /** Whom a goal is for. */
  readonly robot: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly #link: WorldLink;
  readonly #floors: FloorView;
  readonly #endings: readonly (() => void)[];

  constructor(
    guidance: Guidance,
    { link, scene, floors }: { readonly link: WorldLink; readonly scene: Scene; readonly floors: FloorView },
  ) {
    this.guidance = guidance;
    this.#link = link;
    this.#floors = floors;
    const { overlays } = scene;
    this.#endings = [
      guidance.paths.subscribe(() => overlays.setPaths(guidance.paths.get())),
      guidance.graphs.subscribe(() => overlays.setGraphs(guidance.graphs.get())),
      guidance.senses.scans.subscribe(() => overlays.setScans(guidance.senses.scans.get())),
      guidance.known.building.subscribe(() => overlays.setKnown(guidance.known.building.get()?.floors ?? [], WALLS)),
      this.robot.subscribe(() => this.#look()),
      floors.chosen.subscribe(() => this.#look()),
    ];
  }

  /** A goal was pointed at: the robot goes there, or it is only planned. */
  pointed({ at, headingRad }: Extract<SceneEvent, { kind: 'goal' }>): void {
    const robot = this.robot.get();
    if (robot === undefined) return;
    const floor = levelAt(this.#link.floors.get(), at.z + ON_FLOOR_M)?.id;
    const goal: TravelGoal = { x: at.x, y: at.y, floor, headingRad };
    if (this.guidance.purpose.get() === 'plan') this.guidance.planGoal.set(goal);
    else this.guidance.send(robot, goal);
  }

  /** As one robot knows a building, nothing of it is drawn but what it knows; of what stands about, what stands where it has seen the floor. */
  visible(entities: ReadonlyMap<string, EntityInfo>, groupOf: (info: EntityInfo) => Group, placeOf: (info: EntityInfo) => Pose) {
    const known = this.guidance.known.building.get();
    if (!known) return entities;
    const isSeenBy = (info: EntityInfo): boolean => {
      if (info.id === known.robot) return true;
      if (groupOf(info) === 'Building') return false;
      const { x, y } = placeOf(info);
      return known.floors.some(({ floor, seen }) => (floor === info.floor || info.floor === undefined) && isSeen(seen, [x, y]));
    };
    return new Map([...entities].filter(([, info]) => isSeenBy(info)));
  }

  #look(): void {
    this.guidance.looking.set({ selected: this.robot.get(), floor: this.#floors.chosen.get() });
  }

  [Symbol.dispose](): void {
    for (const end of this.#endings) end();
    this.guidance[Symbol.dispose]();
  }
}
