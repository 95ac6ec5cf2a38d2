import type { Me, WorldCard } from '../../core/api/http.ts';
import { isAtLeast } from '../../core/api/roles.ts';
import { explain } from '../../core/base/errors.ts';
import type { Pose } from '../../core/base/pose.ts';
import type { Model } from '../../core/robots/model.ts';
import type { Flags, ProgramRuns } from '../../core/running/running.ts';
import { type GoalPurpose, Guidance } from '../guidance/guidance.ts';
import { type LazySite, lazySiteOf } from '../guidance/lazy-site.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import type { ModelCatalog } from '../hub-api/model-catalog.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Observable, Role, TaskLink, WorldLink } from '../link/world-link.ts';
import { DrawingPace } from '../scene/drawing-pace.ts';
import { FrameLoop } from '../scene/frame-loop.ts';
import { hasGraphicsCard } from '../scene/graphics-card.ts';
import { type CameraMode, type QualityChoice, Scene, type SceneEvent, type Theme, type Tool } from '../scene/scene.ts';
import { TextShelf } from '../texts/text-shelf.ts';
import { Editing } from './editing.ts';
import { FloorView } from './floor-view.ts';
import { canTravel, groupOf } from './groups.ts';
import { Guide } from './guide.ts';
import { Hands } from './hands.ts';
import { EMPTY_JOURNAL, type Journal, watched, withTouch } from './journal/journal.ts';
import { keptQuality, keptShapes } from './kept-choice.ts';
import { missingParts } from './missing-parts.ts';
import { Samples } from './samples.ts';
import { cameraOf, fittedTo, savedViewOf } from './saved-view.ts';

export interface Selection {
  readonly entity: string | undefined;
  readonly dof: number | undefined;
}

export interface Trouble {
  readonly id: number;
  readonly text: string;
  readonly atMs: number;
}

/** What a small picture can be taken from. */
export type SmallViewpoint = Extract<CameraMode, { readonly entity: string }>;

const NOTHING: Selection = { entity: undefined, dof: undefined };
const LOOK_EVERY_MS = 100;
/** Parts are let go of so far above what they are put on: they fall the rest. */
const DROP_M = 0.05;

/** Of the view before it stands anywhere: the window without bars, and without docks where there are any. */
const likelyAspect = (): number => (window.innerWidth - (window.innerWidth > 1100 ? 580 : 0)) / (window.innerHeight - 112);

export interface RoomOptions {
  readonly world: string;
  readonly card: WorldCard | undefined;
  readonly role: Me['role'];
  readonly link: WorldLink;
  readonly hub: HubApi;
  readonly models: ModelCatalog;
  readonly theme: Theme;
  readonly motion: 'full' | 'reduced';
}

/** One person's visit to one world: the link, the 3D view and what is selected in it. Panels observe it and ask it; it knows no panel. */
export class Room implements Disposable {
  readonly world: string;
  /** As it was on entering. */
  readonly card: WorldCard | undefined;
  readonly role: Me['role'];
  readonly link: WorldLink;
  readonly hub: HubApi;
  readonly models: ModelCatalog;
  /** The view's element: whichever panel shows the view takes it in, so that it survives a change of layout. */
  readonly host: HTMLElement;
  readonly scene: Scene;
  readonly samples: Samples = new Samples();
  readonly editing: Editing;
  readonly hands: Hands;
  readonly floorView: FloorView;
  readonly guide: Guide;
  /** Its rooms, for who wants to choose one. */
  readonly building: LazySite;
  readonly #selection = new Settable<Selection>(NOTHING);
  readonly #tool = new Settable<Tool>('select');
  readonly #camera: Settable<CameraMode>;
  readonly #shapes = new Settable(keptShapes.get());
  readonly #journal = new Settable<Journal>(EMPTY_JOURNAL);
  readonly #troubles = new Settable<readonly Trouble[]>([]);
  /** What the small picture in the corner looks from, if there is one. */
  readonly smallView: Settable<SmallViewpoint | undefined> = new Settable<SmallViewpoint | undefined>(undefined);
  /** Whether the catalog is open to add from. */
  readonly isAdding: Settable<boolean> = new Settable(false);
  /** Files that somebody brought to import, while they are being looked at; an empty list lets them be chosen. */
  readonly importing: Settable<ReadonlyMap<string, Blob> | undefined> = new Settable<ReadonlyMap<string, Blob> | undefined>(undefined);
  /** The model whose degrees of freedom are being edited. */
  readonly editedModel: Settable<string | undefined> = new Settable<string | undefined>(undefined);
  readonly #placed = new Settable<Model | undefined>(undefined);
  readonly #missingTold = new Set<string>();
  readonly #endings: (() => void)[] = [];
  #texts: TextShelf | undefined;
  readonly #loop: FrameLoop;
  #seen: 'drawn' | 'still' = 'drawn';
  #lookedMs = 0;
  readonly #pace = new DrawingPace(navigator.hardwareConcurrency);
  #selectedFloor: string | undefined;

  constructor({ world, card, role, link, hub, models, theme, motion }: RoomOptions) {
    this.world = world;
    this.card = card;
    this.role = role;
    this.link = link;
    this.hub = hub;
    this.models = models;
    this.host = document.createElement('div');
    this.host.style.cssText = 'position:absolute;inset:0';
    const view = card?.view && fittedTo(likelyAspect(), cameraOf(card.view));
    const shapes = this.#shapes.get();
    this.scene = new Scene(this.host, { models, meshes: models.meshes, theme, motion, quality: keptQuality.get(), shapes, view });
    this.#camera = new Settable(this.scene.mode);
    this.editing = new Editing(link, this.samples);
    this.hands = new Hands(link, models);
    this.floorView = new FloorView(link, this.scene);
    this.guide = new Guide(new Guidance(link, models), { link, scene: this.scene, floors: this.floorView });
    this.building = lazySiteOf(world, { hub, link, models });
    this.#endings.push(
      link.floors.subscribe(() => this.floorView.floorsChanged()),
      this.floorView.chosen.subscribe(() => this.#entitiesChanged()),
      this.guide.guidance.known.building.subscribe(() => this.#entitiesChanged()),
      link.entities.subscribe(() => this.#entitiesChanged()),
      link.people.subscribe(() => this.#peopleChanged()),
      this.scene.subscribe((event) => this.#sceneEvent(event)),
      models.meshes.subscribe(() => this.#tellMissingMeshes()),
    );
    this.floorView.floorsChanged();
    this.#entitiesChanged();
    this.#peopleChanged();
    this.#loop = new FrameLoop((nowMs) => this.#frame(nowMs), keptQuality.get());
  }

  /** Of all robots of this world. */
  get programs(): ProgramRuns {
    return this.link.programs.runs;
  }

  get flags(): Flags {
    return this.link.programs.flags;
  }

  get tasks(): TaskLink {
    return this.link.tasks;
  }

  get selection(): Observable<Selection> {
    return this.#selection;
  }

  get tool(): Observable<Tool> {
    return this.#tool;
  }

  get camera(): Observable<CameraMode> {
    return this.#camera;
  }

  /** Whether what stands for things when they touch is drawn over them. */
  get shapes(): Observable<'shown' | 'hidden'> {
    return this.#shapes;
  }

  toggleShapes(): void {
    const shapes = this.#shapes.get() === 'shown' ? 'hidden' : 'shown';
    keptShapes.keep(shapes);
    this.scene.setShapes(shapes);
    this.#shapes.set(shapes);
  }

  setQuality(choice: QualityChoice): void {
    this.scene.setQuality(choice);
    this.#loop.setQuality(choice);
  }

  get journal(): Observable<Journal> {
    return this.#journal;
  }

  /** What failed with no place of its own to say so. */
  get troubles(): Observable<readonly Trouble[]> {
    return this.#troubles;
  }

  get selected(): EntityInfo | undefined {
    const { entity } = this.#selection.get();
    return entity === undefined ? undefined : this.link.entities.get().get(entity);
  }

  /** Programs, lists of positions and tasks: asked for once somebody looks at one. */
  get texts(): TextShelf {
    const { world, link } = this;
    this.#texts ??= new TextShelf({ world, link, access: this.may('operator') ? 'write' : 'read' });
    return this.#texts;
  }

  may(least: Role): boolean {
    return this.role !== 'none' && isAtLeast(this.role, least);
  }

  /** Run when the visit ends, before the view and the link are gone. */
  atEnd(action: () => void): void {
    this.#endings.push(action);
  }

  select(entity: string | undefined, dof?: number): void {
    const before = this.#selection.get();
    if (before.entity === entity && before.dof === dof) return;
    this.#selection.set({ entity, dof });
    const info = this.selected;
    this.#selectedFloor = info?.floor;
    if (info && before.entity !== entity) this.floorView.show(info);
    this.scene.select(entity, dof);
    this.guide.robot.set(entity);
    if (this.#tool.get() === 'goal' && !this.canSend) this.setTool('select');
    this.hands.select(this.may('operator') ? entity : undefined);
  }

  setTool(tool: Tool): void {
    this.scene.setTool(tool);
    this.#tool.set(tool);
  }

  /** Whether what is selected can be sent somewhere, by this person. */
  get canSend(): boolean {
    const { selected } = this;
    return this.may('operator') && selected !== undefined && canTravel(selected, this.models);
  }

  /** The next press in the view is a goal of the selected robot: to go to, or to plan for. */
  pointAtGoal(purpose: GoalPurpose): void {
    this.guide.guidance.purpose.set(purpose);
    this.setTool('goal');
  }

  setCamera(mode: CameraMode): void {
    this.scene.setMode(mode);
    this.#camera.set(mode);
  }

  /** What goes where one clicks next. */
  get placed(): Observable<Model | undefined> {
    return this.#placed;
  }

  /** One of this model goes where one clicks next; undefined: nothing does. */
  place(model: Model | undefined): void {
    this.scene.setPlacing(model);
    this.#placed.set(model);
  }

  undo(): void {
    this.editing.undo().catch((error: unknown) => this.report(explain(error)));
  }

  redo(): void {
    this.editing.redo().catch((error: unknown) => this.report(explain(error)));
  }

  /** What people call this world. */
  get name(): string {
    return this.card?.name ?? this.world;
  }

  /** With the view as it is, for whoever enters next. When this comes back, it is in the Store. */
  async save(): Promise<void> {
    if (this.may('teacher') && this.#camera.get().kind === 'orbit')
      await this.hub.changeWorld(this.world, { view: savedViewOf(this.scene.getView()) });
    await this.hub.saveWorld(this.world);
  }

  report(text: string): void {
    const troubles = this.#troubles.get();
    this.#troubles.set([...troubles.slice(-19), { id: (troubles.at(-1)?.id ?? 0) + 1, text, atMs: Date.now() }]);
  }

  /** No React state changes here, but for the samples, ten times a second. */
  #frame(nowMs: number): 'drawn' | 'still' {
    const frame = this.link.frame();
    if (hasGraphicsCard() || this.#pace.isDue(nowMs, this.scene)) this.#seen = this.scene.draw(frame, nowMs);
    this.samples.offer(frame, nowMs);
    this.guide.guidance.senses.frame(frame, nowMs);
    if (nowMs - this.#lookedMs >= LOOK_EVERY_MS && this.link.status.get().kind === 'open') {
      this.#lookedMs = nowMs;
      this.link.look({ ...this.scene.avatar(), selected: this.#selection.get().entity });
    }
    return this.#seen;
  }

  #entitiesChanged(): void {
    const entities = this.link.entities.get();
    const seen = this.floorView.visible(entities);
    const placeOf = (info: EntityInfo) => this.samples.pose(info);
    this.scene.setEntities(this.guide.visible(seen, (info) => groupOf(info, this.models), placeOf));
    const { entity } = this.#selection.get();
    const info = entity === undefined ? undefined : entities.get(entity);
    if (entity !== undefined && !info) this.select(undefined);
    // Who rides an elevator is followed to where it goes.
    if (info && info.floor !== this.#selectedFloor) this.floorView.show(info);
    this.#selectedFloor = info?.floor;
    this.#watch();
  }

  #peopleChanged(): void {
    this.scene.setPeople(this.link.people.get(), this.link.me.get()?.id);
    this.#watch();
  }

  /** Each once, by the names people know. */
  #tellMissingMeshes(): void {
    const state = this.models.state.get();
    if (state.kind !== 'ready') return;
    for (const { place, hash, reason } of missingParts(state.models, this.models.meshes.missing)) {
      if (this.#missingTold.has(hash)) continue;
      this.#missingTold.add(hash);
      this.report(`The mesh of ${place} is missing, so a box stands for it: ${reason}. Import the model again.`);
    }
  }

  #watch(): void {
    const { entities, people, me, time, status } = this.link;
    const now = time.get();
    if (!now || status.get().kind !== 'open') return;
    const seen = { entities: entities.get(), people: people.get(), me: me.get()?.id };
    const sight = { ...seen, worldMs: now.worldMs, generation: now.generation, atMs: Date.now() };
    this.#journal.set(watched(this.#journal.get(), sight));
  }

  #sceneEvent(event: SceneEvent): void {
    switch (event.kind) {
      case 'click':
        if (event.target.kind === 'entity') this.select(event.target.entity, event.target.dof);
        else if (event.target.kind !== 'person') this.select(undefined);
        return;
      case 'double-click':
        if (event.target.kind === 'entity') this.scene.frame([event.target.entity]);
        return;
      case 'camera':
        this.#camera.set(event.mode);
        return;
      case 'move-end': {
        const info = this.link.entities.get().get(event.entity);
        if (info) this.editing.move(info, event.pose).catch((error: unknown) => this.report(explain(error)));
        return;
      }
      case 'menu':
        if (event.target.kind === 'entity') this.select(event.target.entity, event.target.dof);
        return;
      case 'place':
        this.#putDown(event.pose);
        if (!event.isAdding) this.place(undefined);
        return;
      case 'goal':
        this.guide.pointed(event);
        this.setTool('select');
        return;
      case 'contact':
        this.#touched(event.entity, event.with);
        return;
      case 'hover':
      case 'move-start':
      case 'move':
      case 'move-cancel':
        return;
    }
  }

  #putDown(pose: Pose): void {
    const model = this.#placed.get();
    if (!model) return;
    const dropped = model.kind === 'part' ? { ...pose, z: pose.z + DROP_M } : pose;
    this.editing.insert(model, dropped).then(
      (entity) => this.select(entity),
      (error: unknown) => this.report(`${model.name} was not added: ${explain(error)}`),
    );
  }

  #touched(entity: string, other: string): void {
    const entities = this.link.entities.get();
    const robot = entities.get(entity);
    if (!robot) return;
    const otherName = entities.get(other)?.description.name;
    this.#journal.set(withTouch(this.#journal.get(), { robot, other, otherName, atMs: Date.now() }));
  }

  [Symbol.dispose](): void {
    this.#loop[Symbol.dispose]();
    for (const end of this.#endings) end();
    this.hands[Symbol.dispose]();
    this.guide[Symbol.dispose]();
    this.building[Symbol.dispose]();
    this.#texts?.[Symbol.dispose]();
    this.scene[Symbol.dispose]();
    this.link[Symbol.dispose]();
  }
}
