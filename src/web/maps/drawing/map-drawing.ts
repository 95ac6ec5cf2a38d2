import { SceneCanvas } from 'konva/lib/Canvas.js';
import { Konva } from 'konva/lib/Core.js';
import type { EdlMember } from '../../../core/maps/maps.ts';
import { isDrawnByProcessor } from '../../page/flat-canvas.ts';
import type { MapReading, MapSession } from '../map-session.ts';
import { memberAt as memberInText } from '../map-session.ts';
import { changed, changesOf, type Deed, deedAt, figuresOf, type Situation } from './deed.ts';
import { type Ink, inkOf } from './ink.ts';
import {
  type Context,
  cornersPx,
  type Mark,
  paintHandles,
  paintMark,
  paintMeasure,
  paintPointed,
  paintVisited,
  paintWords,
  strokeOutline,
  type Visited,
} from './paint-overlay.ts';
import { paintPlan } from './paint-plan.ts';
import { type PlaceCm, type PlacePx, type Size, Viewport } from './viewport.ts';

export type DrawingTool = 'select' | 'measure';

const MOUSE_REACH_PX = 9;
const FINGER_REACH_PX = 22;
/** A hand that moved less has not moved. */
const STILL_PX = 4;
const WHEEL_ZOOM = 1.0015;

/** The map as a drawing that can be changed by hand: on a canvas, without React. */
export class MapDrawing implements Disposable {
  readonly #session: MapSession;
  readonly #host: HTMLDivElement;
  readonly #stage: Konva.Stage;
  readonly #plan = new Konva.Layer({ listening: false });
  readonly #overlay = new Konva.Layer({ listening: false });
  readonly #endings: (() => void)[];
  readonly #fingers = new Map<number, PlacePx>();
  #ink: Ink;
  #view: Viewport | undefined;
  /** Somebody has chosen what is seen: it is not fitted any more. */
  #isViewChosen = false;
  #deed: Deed | undefined;
  #preview: EdlMember | undefined;
  #measured: { readonly from: PlaceCm; readonly to: PlaceCm } | undefined;
  #pressedPx: PlacePx = [0, 0];
  #reachPx = MOUSE_REACH_PX;
  tool: DrawingTool = 'select';
  stepCm = 10;

  constructor(host: HTMLDivElement, session: MapSession) {
    this.#host = host;
    // The drawing is worked on by keys, too.
    host.tabIndex = 0;
    this.#session = session;
    this.#ink = inkOf(host);
    this.#stage = new Konva.Stage({ container: host, width: host.clientWidth, height: host.clientHeight });
    for (const layer of [this.#plan, this.#overlay])
      layer.canvas = new SceneCanvas({ width: 0, height: 0, willReadFrequently: isDrawnByProcessor() });
    this.#plan.add(new Konva.Shape({ sceneFunc: (context) => this.#paintPlan(context._context as Context) }));
    this.#overlay.add(new Konva.Shape({ sceneFunc: (context) => this.#paintOverlay(context._context as Context) }));
    this.#stage.add(this.#plan, this.#overlay);
    const { content } = this.#stage;
    content.style.touchAction = 'none';
    const resizing = new ResizeObserver(() => this.#resized());
    resizing.observe(host);
    const colours = new MutationObserver(() => this.recoloured());
    colours.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] });
    const listen = (type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel', handler: (event: PointerEvent) => void) =>
      content.addEventListener(type, handler);
    listen('pointerdown', (event) => this.#pressed(event));
    listen('pointermove', (event) => this.#moved(event));
    listen('pointerup', (event) => this.#released(event));
    listen('pointercancel', (event) => this.#cancelled(event));
    host.addEventListener('keydown', () => delete host.dataset.hand);
    content.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.#endings = [
      () => resizing.disconnect(),
      () => colours.disconnect(),
      session.reading.subscribe(() => this.#readingChanged()),
      session.problems.subscribe(() => this.#plan.batchDraw()),
      session.selected.subscribe(() => this.#overlay.batchDraw()),
      session.others.subscribe(() => this.#overlay.batchDraw()),
      session.pointed.subscribe(() => this.#showPointed()),
    ];
    this.#readingChanged();
  }

  recoloured(): void {
    this.#ink = inkOf(this.#host);
    this.redraw();
  }

  redraw(): void {
    this.#plan.batchDraw();
    this.#overlay.batchDraw();
  }

  /** All of the field is seen. */
  fit(): void {
    this.#isViewChosen = false;
    this.#fit();
  }

  zoom(factor: number): void {
    const { widthPx, heightPx } = this.#size;
    if (this.#view) this.#choose(this.#view.zoomed(factor, [widthPx / 2, heightPx / 2]));
  }

  /** The middle of what is seen. */
  get centre(): PlaceCm {
    const { widthPx, heightPx } = this.#size;
    return this.#view?.toCm([widthPx / 2, heightPx / 2]) ?? [0, 0];
  }

  forgetMeasure(): void {
    this.#measured = undefined;
    this.#overlay.batchDraw();
  }

  [Symbol.dispose](): void {
    for (const end of this.#endings) end();
    this.#stage.destroy();
  }

  get #size(): Size {
    return { widthPx: this.#stage.width(), heightPx: this.#stage.height() };
  }

  get #reading(): MapReading {
    return this.#session.reading.get();
  }

  get #situation(): Situation | undefined {
    const { document } = this.#reading;
    const access = this.#session.mayWrite ? 'write' : 'read';
    return (
      this.#view && {
        ...{ document, access, view: this.#view, stepCm: this.stepCm, tool: this.tool, reachPx: this.#reachPx },
        selected: this.#session.selected.get(),
      }
    );
  }

  #resized(): void {
    const { clientWidth, clientHeight } = this.#host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#stage.size({ width: clientWidth, height: clientHeight });
    if (!this.#isViewChosen) this.#fit();
    this.redraw();
  }

  #fit(): void {
    const { plan } = this.#reading;
    if (!plan || this.#size.widthPx === 0) return;
    this.#view = Viewport.fitted(this.#size, plan.lengthM * 100, plan.widthM * 100);
    this.redraw();
  }

  #choose(view: Viewport): void {
    this.#isViewChosen = true;
    this.#view = view;
    this.redraw();
  }

  #readingChanged(): void {
    if (!this.#isViewChosen) this.#fit();
    this.redraw();
  }

  /** It is brought into the middle. */
  #showPointed(): void {
    const pointed = this.#session.pointed.get();
    const { widthPx, heightPx } = this.#size;
    if (pointed && this.#view) {
      const [x, y] = this.#view.toPx(pointed.placeCm);
      this.#choose(this.#view.shifted([widthPx / 2 - x, heightPx / 2 - y]));
    }
    this.#overlay.batchDraw();
  }

  #pressed(event: PointerEvent): void {
    const at = this.#at(event);
    this.#fingers.set(event.pointerId, at);
    this.#stage.content.setPointerCapture(event.pointerId);
    // No ring for who points.
    this.#host.dataset.hand = 'pointer';
    this.#host.focus({ preventScroll: true });
    this.#reachPx = event.pointerType === 'mouse' ? MOUSE_REACH_PX : FINGER_REACH_PX;
    const situation = this.#situation;
    if (!situation) return;
    this.#pressedPx = at;
    const isShift = event.button === 1 || this.#fingers.size > 1;
    this.#deed = isShift ? { kind: 'pan', fromPx: at, view: situation.view } : deedAt(at, situation);
    this.#preview = undefined;
    if (this.#deed.kind === 'move' && this.#deed.member !== situation.selected) this.#session.select(this.#deed.member);
  }

  #moved(event: PointerEvent): void {
    const at = this.#at(event);
    const before = this.#fingers.get(event.pointerId);
    if (before) this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size === 2 && before) {
      this.#pinched(event.pointerId, before, at);
      return;
    }
    const [deed, situation] = [this.#deed, this.#situation];
    if (!deed || !situation) {
      this.#hovered(at);
      return;
    }
    if (deed.kind === 'pan') this.#choose(deed.view.shifted([at[0] - deed.fromPx[0], at[1] - deed.fromPx[1]]));
    else if (deed.kind === 'measure') this.#measured = { from: deed.from, to: this.#snappedPlace(at, situation) };
    else if (!this.#isStill(at)) this.#preview = changed(deed.was, changesOf(deed, at, situation));
    this.#overlay.batchDraw();
  }

  #released(event: PointerEvent): void {
    const at = this.#at(event);
    this.#fingers.delete(event.pointerId);
    const [deed, situation] = [this.#deed, this.#situation];
    this.#deed = undefined;
    this.#preview = undefined;
    if (!deed || !situation) return;
    if (this.#isStill(at)) {
      if (deed.kind === 'pan') this.#session.select(this.#memberUnder(at, situation));
    } else this.#session.change(changesOf(deed, at, situation));
    this.#overlay.batchDraw();
  }

  #cancelled(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    this.#deed = undefined;
    this.#preview = undefined;
    this.#overlay.batchDraw();
  }

  /** What a press there would select: also a corridor, at whose place a press shifts the picture. */
  #memberUnder(at: PlacePx, situation: Situation): number | undefined {
    const deed = deedAt(at, situation);
    if ('member' in deed) return deed.member;
    const { document } = situation;
    const inCorridor = (document?.members ?? []).findIndex(
      (member) => member.kind === 'CORRIDOR' && isInside(at, cornersPx(member, situation.view, 0)),
    );
    return inCorridor < 0 ? undefined : inCorridor;
  }

  #hovered(at: PlacePx): void {
    const situation = this.#situation;
    const deed = situation && deedAt(at, situation);
    const cursor = deed && CURSORS[deed.kind];
    this.#stage.content.style.cursor = cursor ?? 'default';
  }

  #pinched(finger: number, before: PlacePx, at: PlacePx): void {
    const other = [...this.#fingers].find(([id]) => id !== finger)?.[1];
    if (!other || !this.#view) return;
    this.#deed = undefined;
    const distance = ([x, y]: PlacePx) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
    const middle: PlacePx = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    const shift: PlacePx = [(at[0] - before[0]) / 2, (at[1] - before[1]) / 2];
    this.#choose(this.#view.shifted(shift).zoomed(distance(at) / distance(before), middle));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.#view) this.#choose(this.#view.zoomed(WHEEL_ZOOM ** -event.deltaY, this.#at(event)));
  }

  #at({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): PlacePx {
    const { left, top } = this.#stage.content.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  #isStill([x, y]: PlacePx): boolean {
    return Math.hypot(x - this.#pressedPx[0], y - this.#pressedPx[1]) < STILL_PX;
  }

  #snappedPlace(at: PlacePx, { view, stepCm }: Situation): PlaceCm {
    const step = stepCm > 0 ? stepCm : 0.1;
    const [x, y] = view.toCm(at);
    return [Math.round(x / step) * step, Math.round(y / step) * step];
  }

  #paintPlan(context: Context): void {
    const { plan, document } = this.#reading;
    if (!plan || !this.#view) return;
    paintPlan(context, { plan, document, view: this.#view, size: this.#size, ink: this.#ink, stepCm: this.stepCm });
    for (const mark of this.#marks()) paintMark(context, mark, this.#view, this.#ink);
  }

  #paintOverlay(context: Context): void {
    const view = this.#view;
    if (!view) return;
    const ink = this.#ink;
    for (const visited of this.#visited()) paintVisited(context, visited, view, ink);
    const selected = this.#session.selected.get();
    const member = selected === undefined ? undefined : this.#reading.document?.members[selected];
    if (member) {
      strokeOutline(context, member, view, { colour: ink.accent, widthPx: 2, ...(this.#preview && { dash: [4, 4] }) });
      if (!this.#preview && this.#session.mayWrite) paintHandles(context, member, view, ink);
    }
    if (this.#preview) {
      strokeOutline(context, this.#preview, view, { colour: ink.accent, widthPx: 3 });
      const [x, y] = view.toPx([this.#preview.xCm, this.#preview.yCm]);
      paintWords(context, figuresOf(this.#preview), [x, y - 28], ink);
    }
    const pointed = this.#session.pointed.get();
    if (pointed) paintPointed(context, view.toPx(pointed.placeCm), pointed.name, ink);
    if (this.#measured) paintMeasure(context, this.#measured.from, this.#measured.to, view, ink);
  }

  /** One for each member, the worst of what is wrong with it. */
  #marks(): Mark[] {
    const { diagnostics, of } = this.#session.problems.get();
    const worst = new Map<EdlMember, Mark['severity']>();
    for (const { from, severity } of diagnostics) {
      const member = of.document?.members[memberInText(of, from) ?? -1];
      if (member && worst.get(member) !== 'error') worst.set(member, severity);
    }
    return Array.from(worst, ([member, severity]) => ({ member, severity }));
  }

  #visited(): Visited[] {
    return this.#session.others.get().flatMap(({ name, colour, selection }) => {
      const index = selection && memberInText(this.#reading, selection.head);
      const member = index === undefined ? undefined : this.#reading.document?.members[index];
      return member ? [{ name, colour, member }] : [];
    });
  }
}

const CURSORS: Readonly<Record<Deed['kind'], string>> = {
  pan: 'default',
  move: 'move',
  pull: 'crosshair',
  turn: 'grab',
  measure: 'crosshair',
};

/** In a rectangle, by the side of each edge that it is on. */
function isInside([x, y]: PlacePx, corners: readonly PlacePx[]): boolean {
  const sides = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length] as PlacePx;
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}
