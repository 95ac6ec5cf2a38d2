import { levelAt } from '../../core/base/levels.ts';
import { cellOf, editionOf, FloorKnowledge, type Knowledge, knownMap } from '../../core/knowledge/knowledge.ts';
import type { Place, Site, SiteFloor } from '../../core/maps/maps.ts';
import { shaftOutline } from '../../core/navigation/landing.ts';
import type { Avoided, PathRequest } from '../../core/navigation/path-service.ts';
import { type PlanningMap, planningMapOf } from '../../core/planners/planners.ts';
import { type Around, type Hinge, NOTHING_AROUND } from './standing.ts';

/** Beyond start, goal and all that stands there, in a world without a building. */
const MARGIN_M = 10;
/** Others are discs: so many sides, drawn outside. */
const SIDES = 12;
/** A hinge is at the end of its wall, to a tenth of a millimetre. */
const SAME_PLACE_M = 1e-3;
const SAME_HEIGHT_M = 0.01;
/** So many maps are kept: as long as nothing changes around, what planners made of one serves the next who asks. */
const MOST_KEPT = 32;

/** Where one plans in one world: its building, with what stands around. */
export class Premises {
  readonly site: Site | undefined;
  readonly #kept = new Map<string, PlanningMap>();

  constructor(site: Site | undefined) {
    this.site = site;
  }

  /** The map of a floor as it is now. Whoever is to be avoided is on it as an obstacle. */
  mapOf(floor: string | undefined, request: Pick<PathRequest, 'start' | 'goal' | 'avoid'>, around: Around = NOTHING_AROUND): PlanningMap {
    const obstacles = [...this.#shaftsOn(floor), ...this.#standingOn(floor, around), ...this.#avoidedOn(floor, request)];
    const plan = this.#floor(floor)?.plan;
    if (!plan) return { walls: [], wallThicknessM: 0, obstacles, bounds: boundsOf(request, obstacles) };
    const shut = this.#shutOn(floor, around.shut);
    const key = JSON.stringify([floor, [...shut], obstacles]);
    const map = this.#kept.get(key) ?? planningMapOf(plan, { shut, obstacles });
    this.#keep(key, map);
    return map;
  }

  /** The same with no more than a robot knows: what it has not seen of the floor is free, whatever stands there. */
  mapKnown(
    knowledge: Knowledge,
    floor: string | undefined,
    request: Pick<PathRequest, 'start' | 'goal' | 'avoid'>,
    around: Around,
  ): PlanningMap {
    const plan = this.#floor(floor)?.plan;
    if (!plan || floor === undefined) return this.mapOf(floor, request, around);
    const known = knowledge.of(floor, editionOf(plan)) ?? new FloorKnowledge();
    const seen = this.#standingOn(floor, around).filter((outline) => outline.some((corner) => known.cells.has(...cellOf(corner))));
    const bounds = [[0, 0] as const, [plan.lengthM, plan.widthM] as const] as const;
    const obstacles = [...this.#shaftsOn(floor), ...seen, ...this.#avoidedOn(floor, request)];
    return knownMap(known, { unknown: 'free', shut: this.#shutOn(floor, around.shut), obstacles, bounds });
  }

  #floor(floor: string | undefined): SiteFloor | undefined {
    return this.site?.floors.find(({ id }) => id === floor);
  }

  #standingOn(floor: string | undefined, { standing }: Around): (readonly Place[])[] {
    return standing.filter(({ zM }) => this.#floorAt(zM) === floor).map(({ outline }) => outline);
  }

  #avoidedOn(floor: string | undefined, { avoid }: Pick<PathRequest, 'avoid'>): (readonly Place[])[] {
    return avoid.filter((avoided) => this.#isOn(avoided, floor)).map(discOutline);
  }

  #keep(key: string, map: PlanningMap): void {
    this.#kept.delete(key);
    this.#kept.set(key, map);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  #floorAt(zM: number): string | undefined {
    return this.site && levelAt(this.site.floors, zM)?.id;
  }

  #isOn({ floor }: Avoided, wanted: string | undefined): boolean {
    return floor === wanted || (floor === undefined && (this.site?.floors.length ?? 1) === 1);
  }

  /** By their members. */
  #shutOn(floor: string | undefined, hinges: readonly Hinge[]): Set<number> {
    const found = this.#floor(floor);
    const here = hinges.filter(({ zM }) => Math.abs(zM - (found?.heightM ?? 0)) < SAME_HEIGHT_M);
    const isShut = ([x, y]: Place) => here.some(({ at }) => Math.hypot(at[0] - x, at[1] - y) < SAME_PLACE_M);
    const doors = found?.plan.openings.filter(({ kind, from }) => kind === 'door' && isShut(from)) ?? [];
    return new Set(doors.map(({ member }) => member));
  }

  #shaftsOn(floor: string | undefined): (readonly Place[])[] {
    return (this.site?.elevators ?? []).flatMap(({ stops, facingRad }) =>
      stops.filter((stop) => stop.floor === floor).map(({ at }) => shaftOutline(at, facingRad)),
    );
  }
}

function discOutline({ x, y, radiusM }: Avoided): Place[] {
  const reachM = radiusM / Math.cos(Math.PI / SIDES);
  return Array.from({ length: SIDES }, (_, index): Place => {
    const angle = (index * 2 * Math.PI) / SIDES;
    return [x + reachM * Math.cos(angle), y + reachM * Math.sin(angle)];
  });
}

function boundsOf({ start, goal }: Pick<PathRequest, 'start' | 'goal'>, obstacles: readonly (readonly Place[])[]): PlanningMap['bounds'] {
  const places: Place[] = [[start.x, start.y], ...('x' in goal ? [[goal.x, goal.y] as const] : []), ...obstacles.flat()];
  let [lowX, lowY, highX, highY] = [start.x, start.y, start.x, start.y];
  for (const [x, y] of places) {
    [lowX, lowY] = [Math.min(lowX, x), Math.min(lowY, y)];
    [highX, highY] = [Math.max(highX, x), Math.max(highY, y)];
  }
  return [
    [lowX - MARGIN_M, lowY - MARGIN_M],
    [highX + MARGIN_M, highY + MARGIN_M],
  ];
}
