import type { Place } from '../../core/maps/maps.ts';
import type { PlacePx, Size, Viewport } from '../maps/drawing/viewport.ts';
import type { GoalMark } from '../overlays/overlay.ts';
import type { OverlaySource } from '../overlays/overlay-source.ts';
import { flatContextOf } from '../page/flat-canvas.ts';
import { FrameLoop } from '../scene/frame-loop.ts';
import { keptQuality } from '../world/kept-choice.ts';
import { GoalAim, spotAt } from './goal-aim.ts';
import { type Aim, robotAt } from './hit-test.ts';
import { MapHand } from './map-hand.ts';
import type { Monitor } from './monitor.ts';
import { type MonitorInk, monitorInkOf } from './monitor-ink.ts';
import { paintGoal, paintGraphs, paintPaths } from './paint-paths.ts';
import { paintPlans } from './paint-plan.ts';
import { paintRobots } from './paint-robots.ts';
import { paintScans } from './paint-scans.ts';
import { paintTrails } from './paint-trails.ts';
import { centredOn, fitted, type Margins, Sheet, type Tile } from './sheet.ts';
import { SymbolSprites } from './symbol-sprites.ts';

export interface MapOptions {
  /** `wall`: large, to be read from across the room. */
  readonly screen: 'desk' | 'wall';
  readonly motion: 'full' | 'reduced';
}

/** What is drawn over the building and its robots, and what becomes of a goal. */
export interface MapGuide extends OverlaySource {
  /** The selected robot is to go there. */
  send(goal: GoalMark): void;
}

const SCALES = { desk: 1, wall: 1.7 } as const;
const MARGINS: Margins = { leftPx: 32, rightPx: 32, topPx: 64, bottomPx: 44 };
/** Trails change slowly: they are drawn anew when so much world time has passed, or the view has moved. */
const TRAILS_EVERY_MS = { full: 250, reduced: 1000 } as const;
/** Robots that stand are drawn anew so often: what is told of them, selected or pointed at changes no faster than people look. */
const ROBOTS_EVERY_MS = 100;
/** Who follows a robot sees at least this much around it. */
const FOLLOWED_PX_PER_M = 45;
const SHARPEST = 2;

/** The plan of the building with its robots, on three canvases: what never moves is drawn when the view changes, trails some times a second, robots in each frame in which one moves. No React. */
export class MonitorMap implements Disposable {
  readonly #host: HTMLElement;
  readonly #monitor: Monitor;
  readonly #plans: CanvasRenderingContext2D;
  readonly #trails: CanvasRenderingContext2D;
  readonly #robots: CanvasRenderingContext2D;
  readonly #sprites = new SymbolSprites();
  readonly #guide: MapGuide;
  readonly #aim = new GoalAim();
  readonly #endings: (() => void)[];
  #options: MapOptions;
  #ink: MonitorInk;
  #size: Size = { widthPx: 0, heightPx: 0 };
  #pixelRatio = 1;
  #sheet: Sheet;
  #tiles: readonly (Tile | undefined)[] = [];
  #view: Viewport | undefined;
  /** Somebody has chosen what is seen: it is not fitted any more. */
  #isViewChosen = false;
  #hovered: string | undefined;
  #isPlanOld = true;
  /** World time at which they were drawn; undefined: they have to be. */
  #trailsMs: number | undefined;
  #robotsMs = 0;
  readonly #loop: FrameLoop;

  constructor(host: HTMLElement, monitor: Monitor, guide: MapGuide, options: MapOptions) {
    this.#host = host;
    this.#monitor = monitor;
    this.#guide = guide;
    this.#options = options;
    this.#ink = monitorInkOf(host, SCALES[options.screen]);
    this.#sheet = new Sheet([], 1);
    [this.#plans, this.#trails, this.#robots] = [layerIn(host), layerIn(host), layerIn(host)];
    const resizing = new ResizeObserver(() => this.#resized());
    resizing.observe(host);
    const colours = new MutationObserver(() => this.#recoloured());
    colours.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
    const hand = new MapHand(host, {
      view: () => this.#view,
      look: (view) => this.#look(view),
      hover: (at, reachPx) => this.#hover(at, reachPx),
      click: (at, reachPx) => monitor.select(this.#robotAt(at, reachPx)),
      grab: (at) => this.#beginGoal(at),
      drag: (at) => this.#aim.drag(at),
      drop: (outcome) => this.#endGoal(outcome),
      zoom: (factor) => this.zoom(factor),
      shift: (byPx) => this.#look(this.#view?.shifted(byPx)),
      fit: () => this.fit(),
    });
    this.#endings = [
      () => resizing.disconnect(),
      () => colours.disconnect(),
      () => hand[Symbol.dispose](),
      monitor.floors.subscribe(() => this.#arrange()),
      monitor.shown.subscribe(() => this.#showOther()),
      monitor.selected.subscribe(() => this.#bringIntoView()),
      monitor.following.subscribe(() => this.#beginToFollow()),
      monitor.layers.subscribe(() => this.#repaint()),
      monitor.site.subscribe(() => this.#repaint()),
      guide.known.subscribe(() => this.#repaint()),
      ...[guide.paths, guide.graphs, guide.scans].map((part) =>
        part.subscribe(() => {
          this.#trailsMs = undefined;
        }),
      ),
      monitor.tool.subscribe(() => this.#aim.end()),
    ];
    void document.fonts.ready.then(() => this.#repaint());
    this.#resized();
    this.#loop = new FrameLoop((nowMs) => this.#frame(nowMs), keptQuality.get());
  }

  /** As it is drawn, for who looks from outside: where a robot is in the picture. */
  placeOf(entity: string): PlacePx | undefined {
    const robot = this.#monitor.fleet.get(entity);
    const tile = robot && this.#tiles[robot.floor];
    return robot && tile && this.#view?.toPx([(robot.x + tile.shift[0]) * 100, (robot.y + tile.shift[1]) * 100]);
  }

  setOptions(options: MapOptions): void {
    this.#options = options;
    this.#recoloured();
    if (!this.#isViewChosen) this.#fit();
  }

  fit(): void {
    this.#monitor.letGo();
    this.#isViewChosen = false;
    this.#fit();
  }

  zoom(factor: number): void {
    this.#choose(this.#view?.zoomed(factor, this.#middle));
  }

  /** The middle of what is seen: a place of the world, and how many metres are seen from top to bottom. Undefined while nothing is. */
  get lookedAt(): { readonly at: Place; readonly z: number; readonly highM: number } | undefined {
    if (!this.#view) return undefined;
    const [x, y] = this.#view.toCm(this.#middle);
    const on = [x / 100, y / 100] as const;
    const tiles = this.#tiles.filter((tile) => tile !== undefined);
    const tile = tiles.find(({ box }) => on.every((m, axis) => m >= (box.low[axis] ?? 0) && m <= (box.high[axis] ?? 0))) ?? tiles[0];
    if (!tile) return undefined;
    const highM = this.#size.heightPx / (this.#view.pxPerCm * 100);
    return { at: [on[0] - tile.shift[0], on[1] - tile.shift[1]], z: tile.floor.heightM, highM };
  }

  [Symbol.dispose](): void {
    this.#loop[Symbol.dispose]();
    for (const end of this.#endings) end();
    for (const { canvas } of [this.#plans, this.#trails, this.#robots]) canvas.remove();
  }

  /** All that happens in a frame. */
  #frame(nowMs: number): 'drawn' | 'still' {
    const hasMoved = this.#monitor.frame(nowMs);
    this.#goWithFollowed();
    const view = this.#view;
    if (!view) return 'still';
    const isAlive = hasMoved || this.#isPlanOld || this.#aim.goal !== undefined;
    if (isAlive || nowMs - this.#robotsMs >= ROBOTS_EVERY_MS) {
      this.#robotsMs = nowMs;
      this.#paintRobots(view);
    }
    if (this.#isPlanOld) this.#paintPlans(view);
    if (this.#areTrailsOld) this.#paintTrails(view);
    return isAlive ? 'drawn' : 'still';
  }

  get #middle(): PlacePx {
    return [this.#size.widthPx / 2, this.#size.heightPx / 2];
  }

  #resized(): void {
    const { clientWidth: widthPx, clientHeight: heightPx } = this.#host;
    if (widthPx === 0 || heightPx === 0) return;
    this.#size = { widthPx, heightPx };
    this.#pixelRatio = Math.min(SHARPEST, window.devicePixelRatio);
    for (const { canvas } of [this.#plans, this.#trails, this.#robots]) {
      canvas.width = Math.round(widthPx * this.#pixelRatio);
      canvas.height = Math.round(heightPx * this.#pixelRatio);
    }
    this.#arrange();
  }

  #recoloured(): void {
    this.#ink = monitorInkOf(this.#host, SCALES[this.#options.screen]);
    this.#repaint();
  }

  #repaint(): void {
    this.#isPlanOld = true;
    this.#trailsMs = undefined;
  }

  #arrange(): void {
    const { widthPx, heightPx } = this.#size;
    this.#sheet = new Sheet(this.#monitor.floors.get(), widthPx / Math.max(1, heightPx));
    this.#chooseTiles();
    if (!this.#isViewChosen) this.#fit();
    this.#repaint();
  }

  #showOther(): void {
    this.#chooseTiles();
    this.#repaint();
    // Whoever goes with a robot through the building stays as near to it.
    if (this.#monitor.following.get() === 'followed') return;
    this.#isViewChosen = false;
    this.#fit();
  }

  /** One that was chosen from a list may be outside of the picture. */
  #bringIntoView(): void {
    const selected = this.#monitor.selected.get();
    const at = selected === undefined ? undefined : this.placeOf(selected);
    const { widthPx, heightPx } = this.#size;
    if (!at || !this.#view || (at[0] > 0 && at[1] > 0 && at[0] < widthPx && at[1] < heightPx)) return;
    this.#choose(this.#view.shifted([widthPx / 2 - at[0], heightPx / 2 - at[1]]));
  }

  #chooseTiles(): void {
    const shown = new Set(this.#sheet.tilesOf(this.#monitor.shown.get()));
    this.#tiles = this.#sheet.tiles.map((tile) => (shown.has(tile) ? tile : undefined));
  }

  #fit(): void {
    if (this.#size.widthPx === 0 || this.#sheet.tiles.length === 0) return;
    const { scale } = this.#ink;
    const side = this.#size.widthPx < 600 ? 0.5 : scale;
    const margins = {
      leftPx: MARGINS.leftPx * side,
      rightPx: MARGINS.rightPx * side,
      topPx: MARGINS.topPx * scale,
      bottomPx: MARGINS.bottomPx * scale,
    };
    this.#view = fitted(this.#sheet.boxOf(this.#monitor.shown.get()), this.#size, margins);
    this.#repaint();
  }

  #choose(view: Viewport | undefined): void {
    if (!view) return;
    this.#isViewChosen = true;
    this.#view = view;
    this.#repaint();
  }

  /** By hand: whoever moves the view does not want it moved; who only comes nearer goes on following. */
  #look(view: Viewport | undefined): void {
    if (view?.pxPerCm === this.#view?.pxPerCm) this.#monitor.letGo();
    this.#choose(view);
  }

  #beginToFollow(): void {
    const view = this.#view;
    if (this.#monitor.following.get() !== 'followed' || !view) return;
    this.#choose(view.zoomed(Math.max(1, FOLLOWED_PX_PER_M / (view.pxPerCm * 100)), this.#middle));
  }

  #goWithFollowed(): void {
    if (this.#monitor.following.get() !== 'followed' || !this.#view) return;
    const robot = this.#monitor.fleet.get(this.#monitor.selected.get());
    const tile = robot && this.#tiles[robot.floor];
    if (!robot || !tile) return;
    const view = centredOn(this.#view, [robot.x + tile.shift[0], robot.y + tile.shift[1]], this.#middle);
    const movedPx = Math.hypot(view.origin[0] - this.#view.origin[0], view.origin[1] - this.#view.origin[1]);
    if (movedPx > 0.2) this.#choose(view);
  }

  /** Without a robot to send, the tool selects one. */
  get #isPointing(): boolean {
    return this.#monitor.tool.get() === 'goal' && this.#monitor.selected.get() !== undefined;
  }

  #spotAt(at: PlacePx | undefined): GoalMark | undefined {
    return at && this.#view && spotAt(at, this.#view, this.#tiles);
  }

  #beginGoal(at: PlacePx): boolean {
    const spot = this.#isPointing ? this.#spotAt(at) : undefined;
    if (spot) this.#aim.begin(at, spot);
    return spot !== undefined;
  }

  #endGoal(outcome: 'done' | 'cancelled'): void {
    const goal = this.#aim.end();
    if (goal && outcome === 'done') this.#guide.send(goal);
  }

  #hover(at: PlacePx | undefined, reachPx: number): void {
    if (this.#isPointing) {
      this.#aim.hover(this.#spotAt(at));
      this.#hovered = undefined;
      this.#host.style.cursor = 'crosshair';
      return;
    }
    this.#hovered = at && this.#robotAt(at, reachPx);
    this.#host.style.cursor = this.#hovered === undefined ? 'grab' : 'pointer';
  }

  #robotAt(at: PlacePx, reachPx: number): string | undefined {
    if (!this.#view) return undefined;
    const aim: Aim = {
      robots: this.#monitor.fleet.robots,
      tiles: this.#tiles,
      view: this.#view,
      scale: this.#ink.scale,
      reachPx,
    };
    return robotAt(at, aim)?.id;
  }

  #cleared(context: CanvasRenderingContext2D): CanvasRenderingContext2D {
    context.setTransform(this.#pixelRatio, 0, 0, this.#pixelRatio, 0, 0);
    context.clearRect(0, 0, this.#size.widthPx, this.#size.heightPx);
    return context;
  }

  #paintPlans(view: Viewport): void {
    this.#isPlanOld = false;
    const shown = this.#tiles.filter((tile) => tile !== undefined);
    paintPlans(this.#cleared(this.#plans), {
      ...{ tiles: shown, site: this.#monitor.building, view, size: this.#size, ink: this.#ink },
      layers: this.#monitor.layers.get(),
      known: this.#guide.known.get(),
      titles: shown.length > 1 ? 'shown' : 'hidden',
    });
  }

  get #areTrailsOld(): boolean {
    const sinceMs = this.#monitor.fleet.worldMs - (this.#trailsMs ?? Number.NEGATIVE_INFINITY);
    return sinceMs < 0 || sinceMs >= TRAILS_EVERY_MS[this.#options.motion];
  }

  #paintTrails(view: Viewport): void {
    this.#trailsMs = this.#monitor.fleet.worldMs;
    const context = this.#cleared(this.#trails);
    const { fleet, layers } = this.#monitor;
    const picture = { tiles: this.#tiles, view, ink: this.#ink };
    paintScans(context, this.#guide.scans.get(), picture);
    if (layers.get().trails) paintTrails(context, { ...picture, robots: fleet.robots, worldMs: fleet.worldMs });
    paintGraphs(context, this.#guide.graphs.get(), picture);
    paintPaths(context, this.#guide.paths.get(), picture);
  }

  #paintRobots(view: Viewport): void {
    const { fleet, selected, layers, people, me } = this.#monitor;
    paintRobots(this.#cleared(this.#robots), {
      // Where doors are is told by what is known of them.
      ...{
        robots: fleet.robots,
        doors: this.#guide.known.get() ? [] : fleet.doors,
        tiles: this.#tiles,
        view,
        size: this.#size,
        ink: this.#ink,
      },
      ...{ pixelRatio: this.#pixelRatio, sprites: this.#sprites, selected: selected.get(), hovered: this.#hovered },
      names: layers.get().robotNames ? 'shown' : 'hidden',
      people: people.get(),
      me: me.get()?.id,
    });
    const picture = { tiles: this.#tiles, view, ink: this.#ink };
    if (this.#aim.goal) paintGoal(this.#robots, this.#aim.goal, this.#ink.accent, picture);
  }
}

function layerIn(host: HTMLElement): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
  host.append(canvas);
  const context = flatContextOf(canvas);
  if (!context) throw new Error('this browser draws nothing in two dimensions: no canvas context');
  return context;
}
