import type { Pose } from '../../core/base/pose.ts';
import type { Model } from '../../core/robots/model.ts';
import type { Avatar, EntityInfo, Frame, Person } from '../link/world-link.ts';
import { Actors } from './actors.ts';
import { Attention, type Tool } from './attention.ts';
import { Avatars } from './avatars.ts';
import { Axes } from './axes.ts';
import { CameraRig, type Eye, LENS_RAD, type Subjects, standingRig } from './camera-rig.ts';
import type { CameraMode, CameraMove, CameraView } from './camera-view.ts';
import { FrameAxes } from './frame-axes.ts';
import { FrameRate } from './frame-rate.ts';
import { type Ball, FIRST_DIRECTION, fitView } from './framing.ts';
import { hasGraphicsCard } from './graphics-card.ts';
import { Hand } from './hand.ts';
import { LOOKS, type Theme } from './look.ts';
import { type MeshSource, NO_MESHES } from './mesh-source.ts';
import { adoptOverlayStyle, setOverlayTheme } from './overlay-style.ts';
import { Overlays } from './overlays.ts';
import { Quality, type QualityChoice, type ShadowQuality } from './quality.ts';
import type { SceneEvent } from './scene-events.ts';
import type { SceneOptions } from './scene-options.ts';
import { type SecondView, SecondViewing } from './second-view.ts';
import { type FloorSpan, Stage } from './stage.ts';
import { Tags } from './tags.ts';

export type { Tool } from './attention.ts';
export type { CameraMode, CameraMove, CameraView } from './camera-view.ts';
export type { Theme } from './look.ts';
export type { ModelSource } from './model-source.ts';
export type { QualityChoice } from './quality.ts';
export type { Point, SceneEvent, Target } from './scene-events.ts';
export type { SceneOptions } from './scene-options.ts';
export type { SecondView } from './second-view.ts';
export { type FloorSpan, NoWebGlError } from './stage.ts';

/** How often floor and shadows are fitted to what moves about. */
const FIT_MS = 500;
/** Shadows reach at most this much farther than the camera is away. */
const SHADOW_SHARE = 1.6;

/**
 * The 3D view of a world, over the whole of `host`, with labels, axes and gizmos.
 * Panels call the setters when something has changed; the frame loop calls `draw` and nothing else:
 *
 *     using loop = new FrameLoop((nowMs) => scene.draw(link.frame(), nowMs), quality);
 *
 * `draw` allocates nothing, and renders only when something has moved.
 */
export class Scene implements Disposable {
  readonly #root = document.createElement('div');
  readonly #stage: Stage;
  readonly #rig = new CameraRig();
  readonly #meshes: MeshSource;
  readonly #actors: Actors;
  readonly #avatars = new Avatars();
  readonly #frames = new FrameAxes();
  readonly overlays: Overlays = new Overlays(() => {
    this.#isDirty = true;
  });
  readonly #attention: Attention;
  readonly #tags: Tags;
  readonly #axes: Axes;
  readonly #hand: Hand;
  #quality: Quality;
  readonly #listeners = new Set<(event: SceneEvent) => void>();
  readonly #resizing: ResizeObserver;
  readonly #stopWatching: (() => void)[];
  readonly #subjects: Subjects;
  readonly #second = new SecondViewing();
  #persons: ReadonlyMap<string, Person> = new Map();
  #hasFirstView: boolean;
  #isDirty = true;
  #drawnMs = 0;
  #fittedMs = Number.NEGATIVE_INFINITY;
  #renderedLast = false;
  #modeTold: CameraMode;
  readonly rate: FrameRate = new FrameRate();

  constructor(
    host: HTMLElement,
    { models, meshes = NO_MESHES, theme, motion = 'full', quality = 'automatic', shapes = 'hidden', view }: SceneOptions,
  ) {
    adoptOverlayStyle(host.ownerDocument);
    this.#stage = new Stage({ isSmooth: quality === 'best' || (quality === 'automatic' && hasGraphicsCard()) });
    this.#root.className = 'mh-scene';
    const overlay = document.createElement('div');
    overlay.className = 'mh-overlay';
    this.#stage.canvas.tabIndex = 0;
    this.#root.append(this.#stage.canvas, overlay);
    host.append(this.#root);
    this.#meshes = meshes;
    this.#actors = new Actors(models, meshes);
    this.#attention = new Attention({
      stage: this.#stage,
      rig: this.#rig,
      actors: this.#actors,
      avatars: this.#avatars,
      tell: (event) => this.#tell(event),
      personColour: (id) => this.#persons.get(id)?.colour,
      size: () => ({ width: this.#root.clientWidth, height: this.#root.clientHeight }),
    });
    this.#tags = new Tags(overlay, theme, this.#actors, this.#avatars, this.#attention.ring);
    this.#axes = new Axes(overlay);
    this.#stage.add(this.#actors.group);
    this.#stage.addMark(this.#actors.shapes, this.#frames.group, this.#avatars.group, this.overlays.marks, ...this.#attention.marks);
    this.#subjects = { base: (entity, eye) => this.#baseOf(entity, eye), eyes: (mode, eye) => this.#eyesOf(mode, eye) };
    this.#rig.motion = motion;
    this.#modeTold = this.#rig.mode;
    this.#hasFirstView = view !== undefined;
    if (view) this.#rig.setView(view, 'cut', 0);
    this.setTheme(theme);
    this.#actors.setShapes(shapes);
    this.#quality = new Quality(window.devicePixelRatio, { choice: quality, hasGraphicsCard: hasGraphicsCard() });
    this.#applyQuality();
    this.#hand = new Hand(this.#stage.canvas, this.#attention);
    this.#resizing = new ResizeObserver(() => this.#resize());
    this.#resizing.observe(this.#root);
    this.#resize();
    this.#stopWatching = [
      models.subscribe(() => {
        this.#actors.refreshModels();
        this.#entitiesChanged();
      }),
      meshes.subscribe(() => this.#actors.refreshMeshes() && this.#entitiesChanged()),
    ];
  }

  /** Cheap when little changed: call it with every new map. */
  setEntities(entities: ReadonlyMap<string, EntityInfo>): void {
    if (this.#actors.lookLike(entities)) return;
    for (const actor of this.#actors.all()) if (!entities.has(actor.id)) this.#tags.removeEntity(actor.id);
    this.#tags.flashes.see(entities);
    const changed = this.#actors.set(entities);
    if (changed) this.#entitiesChanged();
    else {
      this.#tags.refreshEntities();
      this.#attention.refresh();
    }
    this.#isDirty = true;
  }

  /** `me` is not drawn. */
  setPeople(people: readonly Person[], me: string | undefined): void {
    const others = people.map((person) => (person.id === me ? { ...person, avatar: undefined } : person));
    // What I drive myself is outlined like whatever else I have selected.
    this.#persons = new Map(others.filter(({ id }) => id !== me).map((person) => [person.id, person]));
    this.#avatars.set(others);
    this.#avatars.update(0);
    this.#tags.setPeople(others);
    this.#attention.refresh();
    this.#isDirty = true;
  }

  draw(frame: Frame | undefined, nowMs: number): 'drawn' | 'still' {
    const sinceMs = nowMs - this.#drawnMs;
    const seconds = Math.min(0.1, Math.max(0, sinceMs / 1000));
    this.#drawnMs = nowMs;
    // Where everything stands still, frames come as rarely as they are needed.
    if (this.#renderedLast) this.rate.sample(sinceMs);
    if (this.#renderedLast && this.#quality.sample(sinceMs)) this.#applyQuality();
    const entitiesMoved = frame !== undefined && this.#actors.update(frame, seconds);
    if (entitiesMoved) this.#stage.touchShadows();
    const peopleMoved = this.#avatars.update(seconds);
    const cameraMoved = this.#rig.update(nowMs, this.#subjects);
    const isTold = frame !== undefined && this.#tellContacts(frame.worldMs, nowMs);
    const attentionMoved = this.#attention.update(entitiesMoved || cameraMoved);
    this.#tellMode();
    if (entitiesMoved || peopleMoved || cameraMoved || attentionMoved || isTold) this.#isDirty = true;
    const isSecondDue = this.#second.isDue(nowMs);
    this.#renderedLast = this.#isDirty || isSecondDue;
    if (!this.#renderedLast) return 'still';
    this.#fit(nowMs);
    if (isSecondDue) this.#second.draw(this.#stage, this.#subjects, nowMs);
    this.#avatars.hideOnly(this.mode.kind === 'person' ? this.mode.person : undefined);
    this.overlays.fit(this.#rig.distanceM);
    this.#stage.render(this.#rig.camera);
    this.#tags.draw(this.#rig.camera, this.#root.clientWidth, this.#root.clientHeight);
    if (cameraMoved) this.#axes.draw(this.#rig.camera);
    this.#isDirty = false;
    return 'drawn';
  }

  /** Without a graphics card: whether what `draw` asked for last is still to be drawn. */
  get isBusy(): boolean {
    return this.#stage.isBusy;
  }

  /** Outlined; with `dof`, its range is shown as a ring. */
  select(entity: string | undefined, dof?: number): void {
    this.#attention.select(entity, dof);
    this.#attentionChanged();
  }

  /** Outlined faintly: a row of the outliner under the pointer. What is under the pointer in the view is hovered by itself. */
  hover(entity: string | undefined): void {
    this.#attention.hoverFromOutside(entity);
    this.#attentionChanged();
  }

  /** The floor that is looked at: what lies around everything is at its height. */
  setFloor(span: FloorSpan): void {
    this.#stage.setFloor(span);
    this.#attention.setFloor(span);
    this.#isDirty = true;
  }

  setTool(tool: Tool): void {
    this.#attention.setTool(tool);
    this.#isDirty = true;
  }

  /** The ghost of one follows the pointer over floor and surfaces; a click tells `place` instead of `click`. Undefined ends that. */
  setPlacing(model: Model | undefined): void {
    this.#attention.setPlacing(model, this.#meshes);
    this.#isDirty = true;
  }

  /** Returns what ends it. */
  subscribe(listener: (event: SceneEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get mode(): CameraMode {
    return this.#rig.mode;
  }

  setMode(mode: CameraMode): void {
    this.#rig.setMode(mode, this.#drawnMs);
    this.#tellMode();
  }

  getView(): CameraView {
    return this.#rig.getView();
  }

  setView(view: CameraView, move: CameraMove = 'glide'): void {
    this.#hasFirstView = true;
    if (this.#rig.mode.kind !== 'orbit') this.#rig.setMode({ kind: 'orbit' }, this.#drawnMs);
    this.#rig.setView(view, move, this.#drawnMs);
    this.#tellMode();
  }

  /** All entities, or those named, in view with 8 % margin; from where the camera looks now. */
  frame(entities?: readonly string[], move: CameraMove = 'glide'): void {
    this.#frameFrom(this.#rig.getView(), entities, move);
  }

  /** Nearer below 1, farther above. */
  zoom(factor: number): void {
    this.#rig.zoom(factor, undefined);
  }

  /** What the others see of this person: for WorldLink.look. */
  avatar(): Avatar {
    return { pose: this.#rig.pose(), pointer: this.#attention.pointed, selected: this.#attention.selected };
  }

  setTheme(theme: Theme): void {
    const look = LOOKS[theme];
    this.#stage.setLook(look);
    this.#actors.setLook(look);
    this.overlays.setLook(look);
    this.#attention.setLook(look, theme);
    this.#tags.setTheme(theme);
    setOverlayTheme(this.#root, theme);
    this.#isDirty = true;
  }

  setQuality(choice: QualityChoice): void {
    this.#quality = new Quality(window.devicePixelRatio, { choice, hasGraphicsCard: hasGraphicsCard() });
    this.#applyQuality();
  }

  setShapes(shapes: 'shown' | 'hidden'): void {
    this.#actors.setShapes(shapes);
    this.#isDirty = true;
  }

  /** Axes of some frames, drawn over everything. */
  showFrames(poses: readonly Pose[], lengthM: number): void {
    this.#frames.show(poses, lengthM);
    this.#isDirty = true;
  }

  setMotion(motion: 'full' | 'reduced'): void {
    this.#rig.motion = motion;
  }

  setSecondView(second: SecondView | undefined): void {
    this.#second.set(second);
  }

  /** A PNG for a card of the lobby, without labels, people and outlines. */
  async picture(widthPx: number, heightPx: number, view?: CameraView, shadows: ShadowQuality = 'full'): Promise<Blob> {
    const fitted = (lens: Parameters<typeof fitView>[2]) => fitView(this.#cornersOf(undefined), FIRST_DIRECTION, lens);
    const rig = standingRig(widthPx / heightPx, view ?? fitted, this.#subjects);
    const picture = this.#stage.picture(widthPx, heightPx, rig.camera, shadows);
    this.#stage.render(this.#rig.camera);
    return await picture;
  }

  [Symbol.dispose](): void {
    for (const stop of this.#stopWatching) stop();
    this.#resizing.disconnect();
    this.#hand[Symbol.dispose]();
    this.#attention[Symbol.dispose]();
    this.#avatars[Symbol.dispose]();
    this.#frames[Symbol.dispose]();
    this.overlays[Symbol.dispose]();
    this.#actors[Symbol.dispose]();
    this.#stage[Symbol.dispose]();
    this.#root.remove();
    this.#listeners.clear();
  }

  #applyQuality(): void {
    this.#stage.setQuality(this.#quality.level);
    this.#actors.setMostTriangles(this.#quality.level.mostTriangles);
    this.#isDirty = true;
  }

  #tell(event: SceneEvent): void {
    for (const listener of this.#listeners) listener(event);
    if (event.kind === 'hover') this.#attentionChanged();
  }

  /** Returns whether a flash begins or ends. */
  #tellContacts(worldMs: number, nowMs: number): boolean {
    const { begun, hasChanged } = this.#tags.flashes.update(worldMs, nowMs);
    for (const contact of begun) this.#tell({ kind: 'contact', ...contact });
    return hasChanged;
  }

  #tellMode(): void {
    if (this.#modeTold === this.#rig.mode) return;
    this.#modeTold = this.#rig.mode;
    this.#tell({ kind: 'camera', mode: this.#rig.mode });
  }

  #entitiesChanged(): void {
    this.#tags.refreshEntities();
    this.#attention.refresh();
    this.#attentionChanged();
    this.#stage.touchShadows();
    this.#fittedMs = Number.NEGATIVE_INFINITY;
    if (this.#hasFirstView) return;
    this.#frameFrom(FIRST_DIRECTION, undefined, 'cut');
  }

  #attentionChanged(): void {
    this.#tags.attend(this.#attention.selected, this.#attention.hovered, this.#attention.dof);
    this.#isDirty = true;
  }

  #frameFrom(direction: Pick<CameraView, 'azimuthRad' | 'elevationRad'>, entities: readonly string[] | undefined, move: CameraMove): void {
    const corners = this.#cornersOf(entities);
    if (corners.length === 0) return;
    const view = fitView(corners, direction, { verticalRad: LENS_RAD, aspect: this.#rig.camera.aspect });
    if (this.mode.kind === 'top') this.#rig.setView(view, move, this.#drawnMs);
    else this.setView(view, move);
  }

  #cornersOf(entities: readonly string[] | undefined): Ball[] {
    const actors = entities?.map((id) => this.#actors.get(id)) ?? [...this.#actors.all()];
    return actors.flatMap((actor) => (actor ? this.#actors.cornersOf(actor) : []));
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#root;
    if (width === 0 || height === 0) return;
    this.#stage.resize(width, height);
    this.#rig.resize(width / height);
    this.#isDirty = true;
  }

  /** Floor and shadows round what there is, but no farther than the camera can tell. */
  #fit(nowMs: number): void {
    if (nowMs - this.#fittedMs < FIT_MS) return;
    this.#fittedMs = nowMs;
    const { target, distanceM } = this.#rig;
    const circle = this.#actors.circle(target.x, target.y, distanceM * SHADOW_SHARE);
    this.#stage.fit(circle.x, circle.y, circle.radiusM, distanceM);
  }

  #baseOf(entity: string, eye: Eye): boolean {
    const actor = this.#actors.get(entity);
    if (actor) this.#actors.baseOf(actor, eye);
    return actor !== undefined;
  }

  #eyesOf(mode: CameraMode & { kind: 'entity' | 'person' }, eye: Eye): boolean {
    if (mode.kind === 'person') return this.#avatars.eyeOf(mode.person, eye);
    const actor = this.#actors.get(mode.entity);
    if (actor) this.#actors.eyeOf(actor, eye);
    return actor !== undefined;
  }
}
