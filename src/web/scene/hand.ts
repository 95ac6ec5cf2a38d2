/** What the hand on the view does, in CSS pixels from its corner. */
export interface HandActions {
  /** Before anything else: returns whether a gizmo was taken hold of; then `drag` and `drop` follow instead of camera moves. */
  grab(x: number, y: number): boolean;
  drag(x: number, y: number, snap: 'free' | 'snapped'): void;
  drop(outcome: 'done' | 'cancelled'): void;
  /** In shares of the view's height. */
  orbit(dx: number, dy: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  /** Undefined when the pointer has left. */
  point(at: { x: number; y: number } | undefined): void;
  click(kind: 'click' | 'double-click' | 'menu', x: number, y: number, isAdding: boolean): void;
}

/** A press that moved less is a click. */
const CLICK_PX = 4;
const DOUBLE_MS = 350;
const LONG_PRESS_MS = 550;
const WHEEL_PER_PX = 0.0015;

interface Press {
  x: number;
  y: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly button: number;
  readonly isPanning: boolean;
}

/** Mouse, pen and touch: left or one finger orbits, right, middle, Shift or two fingers pan, wheel or pinch zooms to the pointer. */
export class Hand implements Disposable {
  readonly #canvas: HTMLCanvasElement;
  readonly #actions: HandActions;
  readonly #presses = new Map<number, Press>();
  readonly #listening = new AbortController();
  #grabbed: number | undefined;
  #wasDragged = false;
  #lastClick = { x: 0, y: 0, atMs: Number.NEGATIVE_INFINITY };
  #longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement, actions: HandActions) {
    this.#canvas = canvas;
    this.#actions = actions;
    const { signal } = this.#listening;
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.#up(event), { signal });
    canvas.addEventListener('pointercancel', (event) => this.#cancel(event), { signal });
    canvas.addEventListener('pointerleave', () => actions.point(undefined), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && this.#drop('cancelled'), { signal });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#longPress);
    this.#listening.abort();
  }

  #down(event: PointerEvent): void {
    const { offsetX: x, offsetY: y, button } = event;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#canvas.focus({ preventScroll: true });
    this.#wasDragged = this.#presses.size > 0;
    clearTimeout(this.#longPress);
    if (this.#presses.size > 0) this.#drop('cancelled');
    else if (button === 0 && this.#actions.grab(x, y)) this.#grabbed = event.pointerId;
    else if (event.pointerType === 'touch') this.#longPress = setTimeout(() => this.#pressLong(event.pointerId), LONG_PRESS_MS);
    this.#presses.set(event.pointerId, { x, y, fromX: x, fromY: y, button, isPanning: button !== 0 || event.shiftKey });
  }

  #move(event: PointerEvent): void {
    const { offsetX: x, offsetY: y } = event;
    const press = this.#presses.get(event.pointerId);
    if (press === undefined) {
      this.#actions.point({ x, y });
      return;
    }
    const [dx, dy] = [x - press.x, y - press.y];
    if (Math.hypot(x - press.fromX, y - press.fromY) >= CLICK_PX) {
      this.#wasDragged = true;
      clearTimeout(this.#longPress);
    }
    if (!this.#wasDragged) return;
    if (event.pointerId === this.#grabbed) this.#actions.drag(x, y, event.ctrlKey || event.metaKey ? 'snapped' : 'free');
    else if (this.#presses.size === 2) this.#pinch(event.pointerId, press, x, y);
    else this.#turn(press, dx, dy);
    [press.x, press.y] = [x, y];
  }

  #turn(press: Press, dx: number, dy: number): void {
    const height = this.#canvas.clientHeight || 1;
    if (press.isPanning) this.#actions.pan(dx / height, -dy / height);
    else this.#actions.orbit(dx / height, dy / height);
  }

  /** Two fingers: their distance zooms, their middle pans. */
  #pinch(moved: number, press: Press, x: number, y: number): void {
    const other = [...this.#presses].find(([id]) => id !== moved)?.[1];
    if (other === undefined) return;
    const height = this.#canvas.clientHeight || 1;
    const before = Math.hypot(press.x - other.x, press.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    if (before > 8 && after > 8) this.#actions.zoom(before / after, (x + other.x) / 2, (y + other.y) / 2);
    this.#actions.pan((x - press.x) / 2 / height, -(y - press.y) / 2 / height);
  }

  #up(event: PointerEvent): void {
    const press = this.#presses.get(event.pointerId);
    this.#presses.delete(event.pointerId);
    clearTimeout(this.#longPress);
    const wasDragged = this.#wasDragged;
    if (event.pointerId === this.#grabbed) this.#drop(wasDragged ? 'done' : 'cancelled');
    if (press === undefined || wasDragged) return;
    const { offsetX: x, offsetY: y, timeStamp: atMs } = event;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    if (press.button === 2) this.#actions.click('menu', x, y, isAdding);
    if (press.button !== 0) return;
    const last = this.#lastClick;
    const isDouble = atMs - last.atMs < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < 2 * CLICK_PX;
    this.#lastClick = { x, y, atMs: isDouble ? Number.NEGATIVE_INFINITY : atMs };
    this.#actions.click(isDouble ? 'double-click' : 'click', x, y, isAdding);
  }

  #cancel(event: PointerEvent): void {
    this.#presses.delete(event.pointerId);
    clearTimeout(this.#longPress);
    if (event.pointerId === this.#grabbed) this.#drop('cancelled');
  }

  #drop(outcome: 'done' | 'cancelled'): void {
    if (this.#grabbed === undefined) return;
    this.#grabbed = undefined;
    this.#wasDragged = true;
    this.#actions.drop(outcome);
  }

  #pressLong(pointer: number): void {
    const press = this.#presses.get(pointer);
    if (press === undefined || this.#wasDragged || this.#grabbed !== undefined) return;
    this.#wasDragged = true;
    this.#actions.click('menu', press.x, press.y, false);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY;
    const bounded = Math.max(-240, Math.min(240, pixels));
    // A pinch on a touchpad comes as a wheel with Ctrl and small numbers.
    this.#actions.zoom(Math.exp(bounded * WHEEL_PER_PX * (event.ctrlKey ? 6 : 1)), event.offsetX, event.offsetY);
  }
}
