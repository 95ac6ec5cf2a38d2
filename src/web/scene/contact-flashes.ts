import { type PerspectiveCamera, Vector3 } from 'three';
import type { Contact } from '../../core/world/world.ts';
import { contactWords } from '../link/contact-words.ts';
import type { EntityInfo } from '../link/world-link.ts';
import { ContactWatch } from './contact-watch.ts';
import type { Labels } from './labels.ts';

/** How long the sentence stays, by the clock of the page. */
const SHOWN_MS = 5000;
const ABOVE_M = 0.18;

interface Begun {
  readonly entity: string;
  readonly with: string;
}

interface Flash {
  readonly with: string;
  readonly at: Vector3;
  readonly labelAt: Vector3;
  readonly pulse: HTMLElement;
  untilMs: number;
}

/** Where something was in a robot's way: a pulse there, and a sentence that says what it was. */
export class ContactFlashes {
  readonly #parent: HTMLElement;
  readonly #labels: Labels;
  readonly #watch = new ContactWatch();
  readonly #projected = new Vector3();
  readonly #flashes = new Map<string, Flash>();

  constructor(parent: HTMLElement, labels: Labels) {
    this.#parent = parent;
    this.#labels = labels;
  }

  see(entities: ReadonlyMap<string, EntityInfo>): void {
    this.#watch.see(entities);
  }

  /** Returns what has just been run into, and whether anything is shown otherwise. */
  update(worldMs: number, nowMs: number): { readonly begun: readonly Begun[]; readonly hasChanged: boolean } {
    const due = this.#watch.due(worldMs);
    if (due.length === 0 && this.#flashes.size === 0) return NOTHING;
    const gone = [...this.#flashes].filter(([, { untilMs }]) => untilMs <= nowMs);
    for (const [id] of gone) this.#end(id);
    const begun = due
      .filter(([entity, contact]) => this.#flash(entity, contact, nowMs))
      .map(([entity, contact]) => ({ entity, with: contact.with }));
    return { begun, hasChanged: gone.length > 0 || due.length > 0 };
  }

  draw(camera: PerspectiveCamera, widthPx: number, heightPx: number): void {
    for (const { at, pulse } of this.#flashes.values()) {
      const point = this.#projected.copy(at).project(camera);
      pulse.style.visibility = point.z < 1 ? 'visible' : 'hidden';
      const [x, y] = [((point.x + 1) / 2) * widthPx, ((1 - point.y) / 2) * heightPx];
      pulse.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  /** Returns false while the same is still shown: who pushes on against something is told once. */
  #flash(entity: string, { with: other, x, y, z }: Contact, nowMs: number): boolean {
    const known = this.#flashes.get(entity);
    if (known?.with === other) {
      known.at.set(x, y, z);
      known.labelAt.set(x, y, z + ABOVE_M);
      known.untilMs = nowMs + SHOWN_MS;
      return false;
    }
    this.#end(entity);
    const name = this.#watch.nameOf(entity) ?? entity;
    const words = contactWords(entity, other, this.#watch.nameOf(other));
    const labelAt = new Vector3(x, y, z + ABOVE_M);
    const label = this.#labels.put(keyOf(entity), { kind: 'contact', text: `${name} stopped: ${words}`, colour: 'none' }, () => labelAt);
    // Placed before all others, and never too far.
    label.isSelected = true;
    const pulse = document.createElement('div');
    pulse.className = 'mh-pulse';
    this.#parent.append(pulse);
    this.#flashes.set(entity, { with: other, at: new Vector3(x, y, z), labelAt, pulse, untilMs: nowMs + SHOWN_MS });
    return true;
  }

  #end(entity: string): void {
    this.#flashes.get(entity)?.pulse.remove();
    this.#flashes.delete(entity);
    this.#labels.remove(keyOf(entity));
  }
}

const NOTHING = { begun: [], hasChanged: false } as const;
const keyOf = (entity: string): string => `contact ${entity}`;
