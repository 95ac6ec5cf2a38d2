import type { PerspectiveCamera } from 'three';

const LENGTH_PX = 26;
const KNOB_PX = 8;
const MIDDLE_PX = 36;
const COLOURS = { x: '#E5654F', y: '#5B9E3C', z: '#3B7DD8' } as const;

interface Arm {
  readonly line: SVGLineElement;
  readonly knob: SVGGElement;
}

/** The world's axes as the camera sees them, in the corner. */
export class Axes {
  readonly #svg = element('svg', { class: 'mh-axes', viewBox: '0 0 72 72', 'aria-hidden': 'true' });
  readonly #arms: Readonly<Record<'x' | 'y' | 'z', Arm>>;

  constructor(parent: HTMLElement) {
    this.#arms = { x: this.#arm('x'), y: this.#arm('y'), z: this.#arm('z') };
    parent.append(this.#svg);
  }

  draw(camera: PerspectiveCamera): void {
    // Rows of the view's rotation: where an axis points in the picture, and towards the eye.
    const e = camera.matrixWorldInverse.elements;
    this.#aim(this.#arms.x, e[0], e[1]);
    this.#aim(this.#arms.y, e[4], e[5]);
    this.#aim(this.#arms.z, e[8], e[9]);
  }

  #aim({ line, knob }: Arm, right: number, up: number): void {
    const x = MIDDLE_PX + right * LENGTH_PX;
    const y = MIDDLE_PX - up * LENGTH_PX;
    line.setAttribute('x2', x.toFixed(1));
    line.setAttribute('y2', y.toFixed(1));
    knob.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }

  #arm(name: 'x' | 'y' | 'z'): Arm {
    const middle = String(MIDDLE_PX);
    const line = element('line', { x1: middle, y1: middle, x2: middle, y2: middle, stroke: COLOURS[name], 'stroke-width': '2' });
    const knob = element('g', {});
    const text = element('text', { y: '0.5' });
    text.textContent = name;
    knob.append(element('circle', { r: String(KNOB_PX), fill: COLOURS[name] }), text);
    this.#svg.append(line, knob);
    return { line, knob };
  }
}

function element<K extends keyof SVGElementTagNameMap>(name: K, attributes: Readonly<Record<string, string>>): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
