/**
 * The 2D monitor: the whole building with all its robots. What is known is here and in fleet.ts, apart from React and from drawing; monitor-map.ts
 * draws it on canvases, monitor-page.tsx is around it. The rules are in SPEC.md.
 */
import type { Site } from '../../core/maps/maps.ts';
import type { ModelKind } from '../../core/robots/model.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Frame, Observable, Person } from '../link/world-link.ts';
import type { ModelSource } from '../scene/model-source.ts';
import { canTravel } from '../world/groups.ts';
import { Fleet, type Robot } from './fleet.ts';
import { floorsOf, type MonitorFloor, plainFloor, type Shown } from './sheet.ts';
import type { SiteState } from './site-watch.ts';

/** What can be left out of the picture. */
export interface Layers {
  readonly trails: boolean;
  readonly robotNames: boolean;
  readonly roomNames: boolean;
  readonly roomGraph: boolean;
}

export type MonitorTool = 'select' | 'goal';

export interface MonitorSources {
  readonly entities: Observable<ReadonlyMap<string, EntityInfo>>;
  readonly people: Observable<readonly Person[]>;
  readonly me: Observable<Person | undefined>;
  readonly models: ModelSource;
  readonly site: Observable<SiteState>;
  frame(): Frame | undefined;
}

/** So often what is written in words and numbers changes: one can read them. */
const SAMPLE_EVERY_MS = 200;
const ALL_LAYERS: Layers = { trails: true, robotNames: true, roomNames: true, roomGraph: false };

export class Monitor implements Disposable {
  readonly fleet: Fleet = new Fleet();
  readonly people: Observable<readonly Person[]>;
  readonly me: Observable<Person | undefined>;
  readonly site: Observable<SiteState>;
  readonly #sources: MonitorSources;
  readonly #floors = new Settable<readonly MonitorFloor[]>([]);
  readonly #shown = new Settable<Shown>({ kind: 'building' });
  readonly #selected = new Settable<string | undefined>(undefined);
  readonly #following = new Settable<'followed' | 'free'>('free');
  readonly #samples = new Settable(0);
  readonly layers: Settable<Layers> = new Settable(ALL_LAYERS);
  /** What a hand at the map does: selects and moves it, or says where the selected robot is to go. */
  readonly tool: Settable<MonitorTool> = new Settable<MonitorTool>('select');
  readonly #endings: readonly (() => void)[];
  #sampledMs = Number.NEGATIVE_INFINITY;

  constructor(sources: MonitorSources) {
    this.#sources = sources;
    this.people = sources.people;
    this.me = sources.me;
    this.site = sources.site;
    const changed = () => this.#entitiesChanged();
    this.#endings = [
      sources.entities.subscribe(changed),
      sources.models.subscribe(changed),
      sources.site.subscribe(() => this.#siteChanged()),
    ];
    this.#entitiesChanged();
    this.#siteChanged();
  }

  get floors(): Observable<readonly MonitorFloor[]> {
    return this.#floors;
  }

  get shown(): Observable<Shown> {
    return this.#shown;
  }

  get selected(): Observable<string | undefined> {
    return this.#selected;
  }

  /** Whether the view goes with the selected robot. */
  get following(): Observable<'followed' | 'free'> {
    return this.#following;
  }

  /** Changes a few times a second, with what the fleet says in numbers. */
  get samples(): Observable<number> {
    return this.#samples;
  }

  /** What sort of body it has; undefined while its model is not known. */
  kindOf({ info }: Robot): ModelKind | undefined {
    return this.#sources.models.get(info.description.model)?.kind;
  }

  /** Whether it goes about, and so comes to know a building. */
  goesAbout({ info }: Robot): boolean {
    return canTravel(info, this.#sources.models);
  }

  get building(): Site | undefined {
    const state = this.site.get();
    return state.kind === 'ready' ? state.site : undefined;
  }

  show(shown: Shown): void {
    const before = this.#shown.get();
    if (before.kind === shown.kind && (before.kind === 'building' || (shown.kind === 'floor' && before.floor === shown.floor))) return;
    this.#shown.set(shown);
    // A floor that somebody chose is not left again by a robot that is elsewhere.
    const robot = this.fleet.get(this.#selected.get());
    if (shown.kind === 'building' || (robot && this.#floors.get()[robot.floor]?.id !== shown.floor)) this.#following.set('free');
  }

  /** Shows the floor it is on, unless all are shown. */
  select(entity: string | undefined): void {
    const robot = this.fleet.get(entity);
    if (entity !== this.#selected.get()) this.#following.set('free');
    this.#selected.set(robot?.id);
    if (robot && this.#shown.get().kind === 'floor') this.#showFloorOf(robot.floor);
  }

  follow(): void {
    const robot = this.fleet.get(this.#selected.get());
    if (!robot) return;
    this.#showFloorOf(robot.floor);
    this.#following.set('followed');
  }

  letGo(): void {
    this.#following.set('free');
  }

  /** Once in each animation frame, before it is drawn. Returns whether a robot or a door is elsewhere than in the last one. */
  frame(nowMs: number): boolean {
    const frame = this.#sources.frame();
    const hasMoved = frame !== undefined && this.fleet.update(frame);
    const robot = this.fleet.get(this.#selected.get());
    if (robot && this.#following.get() === 'followed') this.#showFloorOf(robot.floor);
    if (nowMs - this.#sampledMs < SAMPLE_EVERY_MS) return hasMoved;
    this.#sampledMs = nowMs;
    if (!this.building) this.#fitPlainFloor();
    this.#samples.set(this.#samples.get() + 1);
    return hasMoved;
  }

  [Symbol.dispose](): void {
    for (const end of this.#endings) end();
  }

  #showFloorOf(number: number): void {
    const floor = this.#floors.get()[number];
    const shown = this.#shown.get();
    if (floor && (shown.kind === 'building' || shown.floor !== floor.id)) this.#shown.set({ kind: 'floor', floor: floor.id });
  }

  #entitiesChanged(): void {
    this.fleet.setEntities(this.#sources.entities.get(), this.#sources.models);
    const selected = this.#selected.get();
    if (selected !== undefined && !this.fleet.get(selected)) this.select(undefined);
  }

  #siteChanged(): void {
    const site = this.building;
    if (site) this.#setFloors(floorsOf(site));
    else this.#fitPlainFloor();
  }

  #fitPlainFloor(): void {
    if (this.site.get().kind === 'loading') return;
    const [before] = this.#floors.get();
    const floor = plainFloor(this.fleet.places());
    if (before && before.plan === undefined && isSame(before, floor)) return;
    this.#setFloors([floor]);
  }

  #setFloors(floors: readonly MonitorFloor[]): void {
    this.fleet.setFloors(floors);
    this.#floors.set(floors);
    const shown = this.#shown.get();
    if (shown.kind === 'floor' && !floors.some(({ id }) => id === shown.floor)) this.#shown.set({ kind: 'building' });
  }
}

const isSame = (a: MonitorFloor, b: MonitorFloor): boolean =>
  a.box.low.every((metres, axis) => metres === b.box.low[axis]) && a.box.high.every((metres, axis) => metres === b.box.high[axis]);
