import type { PlacePx, Viewport } from '../maps/drawing/viewport.ts';

/** What a hand at the map can do. */
export interface MapDeeds {
  view(): Viewport | undefined;
  /** From now on this is seen. */
  look(view: Viewport): void;
  hover(at: PlacePx | undefined, reachPx: number): void;
  click(at: PlacePx, reachPx: number): void;
  /** Before anything else: returns whether a goal was begun there; then `drag` and `drop` follow instead of moving the view. */
  grab(at: PlacePx): boolean;
  drag(at: PlacePx): void;
  drop(outcome: 'done' | 'cancelled'): void;
  zoom(factor: number): void;
  shift(byPx: PlacePx): void;
  fit(): void;
}

const MOUSE_REACH_PX = 6;
const FINGER_REACH_PX = 20;
/** A hand that moved less has not moved. */
const STILL_PX = 5;
const WHEEL_ZOOM = 1.0015;
const KEY_ZOOM = 1.25;
const KEY_STEP_PX = 60;

const STEPS: Readonly<Record<string, PlacePx>> = {
  ArrowLeft: [KEY_STEP_PX, 0],
  ArrowRight: [-KEY_STEP_PX, 0],
  ArrowUp: [0, KEY_STEP_PX],
  ArrowDown: [0, -KEY_STEP_PX],
};

/** Moves the view by dragging, by wheel, by two fingers and by keys; a press that did not move is a click. */
export class MapHand implements Disposable {
  readonly #host: HTMLElement;
  readonly #deeds: MapDeeds;
  readonly #fingers = new Map<number, PlacePx>();
  readonly #ended = new AbortController();
  #pressed: PlacePx | undefined;
  /** The finger that points at a goal. */
  #grabbed: number | undefined;

  constructor(host: HTMLElement, deeds: MapDeeds) {
    this.#host = host;
    this.#deeds = deeds;
    host.style.touchAction = 'none';
    // The map is moved by keys, too.
    host.tabIndex = 0;
    const { signal } = this.#ended;
    host.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    host.addEventListener('pointermove', (event) => this.#moved(event), { signal });
    host.addEventListener('pointerup', (event) => this.#up(event), { signal });
    host.addEventListener('pointercancel', (event) => this.#gone(event), { signal });
    host.addEventListener('pointerleave', () => deeds.hover(undefined, 0), { signal });
    host.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    host.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  #down(event: PointerEvent): void {
    const at = this.#at(event);
    if (this.#fingers.size > 0) this.#drop('cancelled');
    else if (event.button === 0 && this.#deeds.grab(at)) this.#grabbed = event.pointerId;
    this.#fingers.set(event.pointerId, at);
    this.#host.setPointerCapture(event.pointerId);
    this.#host.dataset.hand = 'pointer';
    this.#host.focus({ preventScroll: true });
    this.#pressed = this.#fingers.size === 1 ? at : undefined;
  }

  #moved(event: PointerEvent): void {
    const at = this.#at(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      this.#deeds.hover(at, MOUSE_REACH_PX);
      return;
    }
    if (this.#pressed && far(this.#pressed, at) < STILL_PX) return;
    this.#pressed = undefined;
    this.#fingers.set(event.pointerId, at);
    if (event.pointerId === this.#grabbed) {
      this.#deeds.drag(at);
      return;
    }
    const view = this.#deeds.view();
    if (!view) return;
    if (this.#fingers.size === 2) this.#pinched(event.pointerId, before, at, view);
    else if (this.#fingers.size === 1) this.#deeds.look(view.shifted([at[0] - before[0], at[1] - before[1]]));
  }

  /** What is under the two fingers stays under them. */
  #pinched(finger: number, before: PlacePx, at: PlacePx, view: Viewport): void {
    const other = [...this.#fingers].find(([id]) => id !== finger)?.[1];
    if (!other) return;
    const factor = far(other, at) / Math.max(1, far(other, before));
    this.#deeds.look(view.zoomed(factor, other).shifted([(at[0] - before[0]) / 2, (at[1] - before[1]) / 2]));
  }

  #up(event: PointerEvent): void {
    const pressed = this.#pressed;
    const isGoal = event.pointerId === this.#grabbed;
    if (isGoal) this.#drop('done');
    this.#gone(event);
    if (isGoal) return;
    if (pressed && event.button === 0) this.#deeds.click(pressed, event.pointerType === 'mouse' ? MOUSE_REACH_PX : FINGER_REACH_PX);
  }

  #drop(outcome: 'done' | 'cancelled'): void {
    if (this.#grabbed === undefined) return;
    this.#grabbed = undefined;
    this.#deeds.drop(outcome);
  }

  #gone(event: PointerEvent): void {
    if (event.pointerId === this.#grabbed) this.#drop('cancelled');
    this.#fingers.delete(event.pointerId);
    this.#pressed = undefined;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const view = this.#deeds.view();
    // A line or a page at a time: some mice say so.
    const px = event.deltaY * (event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1);
    if (view) this.#deeds.look(view.zoomed(WHEEL_ZOOM ** -px, this.#at(event)));
  }

  #key(event: KeyboardEvent): void {
    delete this.#host.dataset.hand;
    if (event.key === 'Escape') this.#drop('cancelled');
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) this.#deeds.shift(step);
    else if (event.key === '+' || event.key === '=') this.#deeds.zoom(KEY_ZOOM);
    else if (event.key === '-') this.#deeds.zoom(1 / KEY_ZOOM);
    else if (event.key === 'Home' || event.key === '0') this.#deeds.fit();
    else return;
    event.preventDefault();
  }

  #at(event: MouseEvent): PlacePx {
    const { left, top } = this.#host.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}

const far = (a: PlacePx, b: PlacePx): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
