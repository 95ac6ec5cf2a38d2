import type { PerspectiveCamera, Vector3 } from 'three';
import { arrangeLabels, FARTHEST_LABEL_M, type LabelBox } from './label-layout.ts';

/** What a label says. `colour` is the swatch of a robot, or the whole tag of a person. */
export interface LabelContent {
  readonly kind: 'entity' | 'person' | 'joint' | 'contact';
  readonly text: string;
  readonly colour: string;
  readonly driver?: { readonly initials: string; readonly colour: string } | undefined;
  readonly isStopped?: boolean | undefined;
  /** "stale 4 s". */
  readonly age?: string | undefined;
  readonly missing?: string | undefined;
}

const HEIGHT_PX = 22;
const PADDING_PX = 18;
const SWATCH_PX = 16;
const INITIALS_PX = 20;
const measuring = typeof document === 'undefined' ? undefined : document.createElement('canvas').getContext('2d');

/** Written once when the text changes; measuring in the page itself would make it lay out anew. */
function widthOf(content: LabelContent): number {
  if (measuring) measuring.font = "500 12px 'Inter Variable', Inter, system-ui, sans-serif";
  const words = [content.text, content.age, content.missing].filter((word) => word !== undefined);
  const text = words.reduce((sum, word) => sum + (measuring?.measureText(word).width ?? word.length * 7) + 6, -6);
  return PADDING_PX + text + (content.kind === 'entity' ? SWATCH_PX : 0) + (content.driver ? INITIALS_PX : 0);
}

/** One label: made in the page when it is first shown, for most of a thousand never are. */
export class Label implements LabelBox {
  x = 0;
  y = 0;
  width = 0;
  height = HEIGHT_PX;
  distanceM = 0;
  isSelected = false;
  isShown = false;
  readonly anchor: Vector3;
  /** In the world it may be turned off: an entity of little interest that is not looked at. */
  isWanted = true;
  isCandidate = false;
  #content: LabelContent;
  #element: HTMLElement | undefined;
  #wasShown = false;
  #drawnX = Number.NaN;
  #drawnY = Number.NaN;

  constructor(content: LabelContent, anchor: Vector3) {
    this.#content = content;
    this.anchor = anchor;
    this.width = widthOf(content);
  }

  /** A sentence is of no use half out of the picture. */
  get staysWithin(): boolean {
    return this.#content.kind === 'contact';
  }

  set(content: LabelContent): void {
    if (isSameContent(content, this.#content)) return;
    if (content.text.length !== this.#content.text.length || content.driver !== this.#content.driver || content.age !== this.#content.age) {
      this.width = widthOf(content);
    }
    this.#content = content;
    this.height = content.isStopped ? HEIGHT_PX + 4 : HEIGHT_PX;
    if (this.#element) fill(this.#element, content);
  }

  apply(parent: HTMLElement): void {
    if (this.isShown && this.#element === undefined) {
      this.#element = document.createElement('div');
      this.#element.className = 'mh-label';
      fill(this.#element, this.#content);
      parent.append(this.#element);
    }
    const element = this.#element;
    if (element === undefined) return;
    if (this.isShown !== this.#wasShown) {
      this.#wasShown = this.isShown;
      element.toggleAttribute('data-shown', this.isShown);
    }
    if (!this.isShown) return;
    const x = Math.round((this.x - this.width / 2) * 2) / 2;
    const y = Math.round((this.y - this.height / 2) * 2) / 2;
    if (x === this.#drawnX && y === this.#drawnY) return;
    this.#drawnX = x;
    this.#drawnY = y;
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  remove(): void {
    this.#element?.remove();
    this.#element = undefined;
    this.#wasShown = false;
  }
}

/** All labels of a scene, over the canvas, of constant size. */
export class Labels {
  readonly #parent: HTMLElement;
  readonly #labels = new Map<string, Label>();
  /** As they were arranged last: so that arranging them again finds them nearly in order. */
  #order: Label[] = [];
  #orderBefore: Label[] = [];
  readonly #projected: Vector3;

  constructor(parent: HTMLElement, scratch: Vector3) {
    this.#parent = parent;
    this.#projected = scratch;
  }

  get(key: string): Label | undefined {
    return this.#labels.get(key);
  }

  put(key: string, content: LabelContent, anchor: () => Vector3): Label {
    const known = this.#labels.get(key);
    if (known) {
      known.set(content);
      return known;
    }
    const label = new Label(content, anchor());
    this.#labels.set(key, label);
    this.#order.push(label);
    return label;
  }

  remove(key: string): void {
    const label = this.#labels.get(key);
    if (label === undefined) return;
    label.remove();
    this.#labels.delete(key);
    this.#order = this.#order.filter((other) => other !== label);
  }

  /** Puts every label to its place in the picture. Allocates nothing but the places of those that moved. */
  draw(camera: PerspectiveCamera, widthPx: number, heightPx: number): void {
    const all = this.#order;
    const candidates = this.#orderBefore;
    candidates.length = 0;
    for (const label of all) {
      label.isShown = false;
      label.isCandidate = label.isWanted && this.#place(label, camera, widthPx, heightPx);
      if (label.isCandidate) candidates.push(label);
    }
    arrangeLabels(candidates);
    for (const label of all) {
      label.apply(this.#parent);
      if (!label.isCandidate) candidates.push(label);
    }
    this.#order = candidates;
    this.#orderBefore = all;
  }

  /** Returns whether it may be shown there. */
  #place(label: Label, camera: PerspectiveCamera, widthPx: number, heightPx: number): boolean {
    label.distanceM = camera.position.distanceTo(label.anchor);
    if (label.distanceM > FARTHEST_LABEL_M && !label.isSelected) return false;
    const point = this.#projected.copy(label.anchor).project(camera);
    label.x = ((point.x + 1) / 2) * widthPx;
    if (label.staysWithin) label.x = Math.max(label.width / 2 + 4, Math.min(widthPx - label.width / 2 - 4, label.x));
    label.y = ((1 - point.y) / 2) * heightPx;
    return point.z <= 1 && Math.abs(point.x) <= 1.05 && Math.abs(point.y) <= 1.05;
  }
}

function isSameContent(a: LabelContent, b: LabelContent): boolean {
  return (
    a.text === b.text &&
    a.colour === b.colour &&
    a.isStopped === b.isStopped &&
    a.age === b.age &&
    a.missing === b.missing &&
    a.driver?.initials === b.driver?.initials &&
    a.driver?.colour === b.driver?.colour
  );
}

function fill(element: HTMLElement, content: LabelContent): void {
  element.dataset.kind = content.kind;
  element.toggleAttribute('data-stopped', content.isStopped === true);
  element.toggleAttribute('data-stale', content.age !== undefined);
  element.style.setProperty('--label-colour', content.colour);
  const parts: HTMLElement[] = [];
  if (content.kind === 'entity') parts.push(piece('mh-swatch', ''));
  parts.push(piece('mh-name', content.text));
  if (content.missing !== undefined) parts.push(piece('mh-missing', content.missing));
  if (content.age !== undefined) parts.push(piece('mh-age', content.age));
  if (content.driver !== undefined) {
    element.style.setProperty('--driver-colour', content.driver.colour);
    parts.push(piece('mh-initials', content.driver.initials));
  }
  element.replaceChildren(...parts);
}

function piece(className: string, text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}
