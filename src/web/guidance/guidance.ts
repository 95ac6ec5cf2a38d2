/**
 * Where robots are sent from a page, what planners say, what sensors see and what robots know: held here for panels and views, in the world and in the
 * monitor alike. Knows no React and draws nothing: what is to be drawn is plain data (`overlays/overlay.ts`).
 */
import { explain } from '../../core/base/errors.ts';
import { Settable } from '../link/observable.ts';
import type { JourneyInfo, PlanChoice, TravelGoal } from '../link/travel-link.ts';
import type { EntityInfo, Observable, WorldLink } from '../link/world-link.ts';
import type { GraphLines, PathLine } from '../overlays/overlay.ts';
import type { ModelSource } from '../scene/model-source.ts';
import { Comparison } from './comparison.ts';
import { KnownView } from './known-view.ts';
import { graphOf, lineOf } from './plan-lines.ts';
import { Senses } from './senses.ts';

export type GuidanceLink = Pick<WorldLink, 'travel' | 'entities' | 'floors' | 'board'>;

/** What the next goal that somebody points at is for. */
export type GoalPurpose = 'go' | 'plan';

/** What is drawn of all this. */
export interface ShownOverlays {
  readonly paths: boolean;
  readonly roadmaps: boolean;
  /** Of the selected robot, or of all on the floor that is looked at. */
  readonly sensors: 'none' | 'selected' | 'all';
}

/** What somebody looks at. */
export interface Looking {
  readonly selected: string | undefined;
  /** By its id; `all` of them, or one that has no name. */
  readonly floor: string | 'all' | undefined;
}

const NO_LINES: readonly PathLine[] = [];
/** More than these would cover the floor, and each of them is measured for this. */
const MOST_DRAWN = 24;

export class Guidance implements Disposable {
  readonly comparison: Comparison;
  readonly choice: Settable<PlanChoice> = new Settable<PlanChoice>({ planner: undefined, seed: 1 });
  readonly purpose: Settable<GoalPurpose> = new Settable<GoalPurpose>('go');
  /** Where the next plan leads to: nothing moves for it. */
  readonly planGoal: Settable<TravelGoal | undefined> = new Settable<TravelGoal | undefined>(undefined);
  readonly shown: Settable<ShownOverlays>;
  readonly looking: Settable<Looking> = new Settable<Looking>({ selected: undefined, floor: 'all' });
  readonly senses: Senses;
  readonly known: KnownView;
  readonly #link: GuidanceLink;
  readonly #models: ModelSource;
  readonly #paths = new Settable<readonly PathLine[]>(NO_LINES);
  readonly #graphs = new Settable<readonly GraphLines[]>([]);
  /** Why a robot could not be sent, or be called back. */
  readonly #failures = new Settable<ReadonlyMap<string, string>>(new Map());
  readonly #lines = new Map<string, { readonly of: JourneyInfo['legs']; readonly line: PathLine }>();
  readonly #endings: readonly (() => void)[];

  /** `sensors`: whose are drawn at first. None in 3D: to make ready for the first scan holds a page up for as long as a held key may be silent, and who drives would be let go of. */
  constructor(link: GuidanceLink, models: ModelSource, sensors: ShownOverlays['sensors'] = 'none') {
    this.#link = link;
    this.shown = new Settable<ShownOverlays>({ paths: true, roadmaps: true, sensors });
    this.#models = models;
    this.senses = new Senses(link, models);
    this.known = new KnownView(link, (floor) => this.heightOf(floor));
    this.comparison = new Comparison(link.travel);
    const redraw = () => this.#redraw();
    const attend = () => this.senses.draw(this.#robotsWithSensors());
    this.#endings = [
      ...[link.travel.journeys, link.floors, this.shown, this.comparison.state].map((part) => part.subscribe(redraw)),
      ...[this.looking, this.shown, link.entities].map((part) => part.subscribe(attend)),
      models.subscribe(attend),
    ];
  }

  get journeys(): Observable<ReadonlyMap<string, JourneyInfo>> {
    return this.#link.travel.journeys;
  }

  get paths(): Observable<readonly PathLine[]> {
    return this.#paths;
  }

  get graphs(): Observable<readonly GraphLines[]> {
    return this.#graphs;
  }

  get failures(): Observable<ReadonlyMap<string, string>> {
    return this.#failures;
  }

  /** What became of it is told by the journey; why it could not begin, by `failures`. */
  send(robot: string, goal: TravelGoal): void {
    this.#attempt(robot, this.#link.travel.go(robot, goal, this.choice.get()));
  }

  cancel(robot: string): void {
    this.#attempt(robot, this.#link.travel.cancel(robot));
  }

  heightOf(floor: string | undefined): number {
    return this.#link.floors.get().find(({ id }) => id === floor)?.heightM ?? 0;
  }

  [Symbol.dispose](): void {
    for (const end of this.#endings) end();
    this.senses[Symbol.dispose]();
    this.known[Symbol.dispose]();
  }

  /** Whose sensors are drawn. */
  #robotsWithSensors(): string[] {
    const { sensors } = this.shown.get();
    const { selected, floor } = this.looking.get();
    if (sensors !== 'all') return sensors === 'selected' && selected !== undefined ? [selected] : [];
    const isThere = (info: EntityInfo) => !info.isElsewhere && (floor === 'all' || info.floor === undefined || info.floor === floor);
    const all = [...this.#link.entities.get().values()].filter((info) => isThere(info) && this.#hasSensors(info));
    return all.slice(0, MOST_DRAWN).map(({ id }) => id);
  }

  #hasSensors({ description }: EntityInfo): boolean {
    return (this.#models.get(description.model)?.mounts?.length ?? 0) > 0;
  }

  #attempt(robot: string, attempt: Promise<void>): void {
    this.#tell(robot, undefined);
    attempt.catch((error: unknown) => this.#tell(robot, explain(error)));
  }

  #tell(robot: string, failure: string | undefined): void {
    const failures = new Map(this.#failures.get());
    if (failure === undefined) failures.delete(robot);
    else failures.set(robot, failure);
    this.#failures.set(failures);
  }

  #redraw(): void {
    const { paths, roadmaps } = this.shown.get();
    const heightOf = (floor: string | undefined) => this.heightOf(floor);
    const driven = [...this.journeys.get().values()].filter(({ state }) => !isOver(state.kind));
    for (const robot of this.#lines.keys()) if (!driven.some((journey) => journey.robot === robot)) this.#lines.delete(robot);
    const lines = driven.map((journey) => this.#lineOf(journey));
    const chosen = this.comparison.chosen;
    if (chosen?.answer.kind === 'path') lines.push(lineOf({ id: 'plan', paint: 'accent', legs: chosen.answer.legs }, heightOf));
    this.#paths.set(paths ? lines : NO_LINES);
    const drawn = chosen && chosen.answer.kind !== 'refused' && roadmaps ? (chosen.answer.roadmaps ?? []) : [];
    this.#graphs.set(drawn.map((roadmap) => graphOf(roadmap, heightOf)));
  }

  /** The same object as long as it is the same way. */
  #lineOf({ robot, legs, goal }: JourneyInfo): PathLine {
    const known = this.#lines.get(robot);
    if (known?.of === legs) return known.line;
    const paint = this.#link.entities.get().get(robot)?.description.colour;
    const line = lineOf({ id: robot, paint, legs, goal }, (floor) => this.heightOf(floor));
    this.#lines.set(robot, { of: legs, line });
    return line;
  }
}

export const isOver = (kind: JourneyInfo['state']['kind']): boolean => kind === 'arrived' || kind === 'cancelled' || kind === 'failed';

/** Where a robot is, as getPath is asked: its floor by its id, none where there are none. */
export const spotOf = ({ floor }: EntityInfo, { x, y }: { readonly x: number; readonly y: number }) => ({
  ...{ x, y },
  ...(floor !== undefined && { floor }),
});
