import { type PerspectiveCamera, Vector3 } from 'three';
import type { DegreeOfFreedom, ModelKind } from '../../core/robots/model.ts';
import type { Person } from '../link/world-link.ts';
import { isStale } from '../quantities/freshness.ts';
import { duration } from '../quantities/quantities.ts';
import type { Actors } from './actors.ts';
import { MATRIX_NUMBERS } from './affine.ts';
import type { Avatars } from './avatars.ts';
import type { Actor } from './batch.ts';
import { ContactFlashes } from './contact-flashes.ts';
import type { JointRing } from './joint-ring.ts';
import { type LabelContent, Labels } from './labels.ts';
import type { Theme } from './look.ts';
import { initialsOf, paletteColour } from './palette.ts';

/** Above the thing. */
const ABOVE_M = 0.15;
const JOINT_KEY = 'joint';
/** There are so many of these that names would hide all else. */
const UNNAMED: ReadonlySet<ModelKind> = new Set(['part', 'furniture', 'structure']);

/** Who is what in words: names over robots, people and the selected joint; where people point, and what was run into. */
export class Tags {
  readonly flashes: ContactFlashes;
  readonly #labels: Labels;
  readonly #parent: HTMLElement;
  readonly #actors: Actors;
  readonly #avatars: Avatars;
  readonly #ring: JointRing;
  readonly #pointers = new Map<string, { readonly arrow: SVGSVGElement; readonly at: Vector3 }>();
  readonly #projected = new Vector3();
  #people: ReadonlyMap<string, Person> = new Map();
  #theme: Theme;
  #selected: string | undefined;
  #hovered: string | undefined;
  #dof: DegreeOfFreedom | undefined;
  #shownValue = Number.NaN;

  constructor(parent: HTMLElement, theme: Theme, actors: Actors, avatars: Avatars, ring: JointRing) {
    this.#parent = parent;
    this.#theme = theme;
    this.#actors = actors;
    this.#avatars = avatars;
    this.#ring = ring;
    this.#labels = new Labels(parent, this.#projected);
    this.flashes = new ContactFlashes(parent, this.#labels);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.refreshEntities();
    this.#refreshPeople();
  }

  setPeople(people: readonly Person[]): void {
    const before = this.#people;
    this.#people = new Map(people.map((person) => [person.id, person]));
    for (const id of before.keys()) if (!this.#avatars.has(id)) this.#forget(id);
    this.#refreshPeople();
    this.refreshEntities();
  }

  attend(selected: string | undefined, hovered: string | undefined, dof: DegreeOfFreedom | undefined): void {
    this.#selected = selected;
    this.#hovered = hovered;
    if (this.#dof !== dof) this.#labels.remove(JOINT_KEY);
    this.#dof = dof;
    this.#shownValue = Number.NaN;
    for (const actor of this.#actors.all()) this.#setWanted(actor);
  }

  /** After entities have changed. */
  refreshEntities(): void {
    for (const actor of this.#actors.all()) {
      this.#labels.put(actor.id, this.#contentOf(actor), () => new Vector3());
      this.#setWanted(actor);
    }
  }

  removeEntity(id: string): void {
    this.#labels.remove(id);
  }

  draw(camera: PerspectiveCamera, widthPx: number, heightPx: number): void {
    for (const actor of this.#actors.all()) this.#anchor(actor);
    if (this.#dof !== undefined && this.#ring.isShown) this.#tagJoint(this.#dof);
    this.#labels.draw(camera, widthPx, heightPx);
    this.flashes.draw(camera, widthPx, heightPx);
    for (const pointer of this.#pointers.values()) this.#drawPointer(pointer, camera, widthPx, heightPx);
  }

  #setWanted(actor: Actor): void {
    const label = this.#labels.get(actor.id);
    if (label === undefined) return;
    const { kind } = actor.batch.compiled.model;
    label.isSelected = actor.id === this.#selected;
    const isOfInterest = !UNNAMED.has(kind) || actor.info.control.stop !== undefined || this.#actors.isPlaceholder(actor);
    // The joint's tag says enough of the robot it belongs to, and both would be in one place.
    const isReplaced = label.isSelected && this.#dof !== undefined;
    label.isWanted = !isReplaced && (isOfInterest || label.isSelected || actor.id === this.#hovered);
  }

  #anchor(actor: Actor): void {
    const label = this.#labels.get(actor.id);
    const base = actor.batch.matrices[0];
    if (label === undefined || base === undefined || !label.isWanted) return;
    const at = actor.instance * MATRIX_NUMBERS + 12;
    label.anchor.set(base[at] ?? 0, base[at + 1] ?? 0, (base[at + 2] ?? 0) + actor.batch.compiled.model.extent.heightM + ABOVE_M);
  }

  #contentOf(actor: Actor): LabelContent {
    const { description, control, isLive, ageMs } = actor.info;
    const driver = this.#people.get(control.driver ?? control.lease?.holder ?? '');
    return {
      kind: 'entity',
      text: description.name,
      colour: paletteColour(description.colour).paint,
      driver: driver && { initials: initialsOf(driver.name), colour: this.#tagColour(driver.colour) },
      isStopped: control.stop !== undefined,
      age: !isLive && isStale(ageMs) ? staleFor(ageMs) : undefined,
      missing: this.#actors.isPlaceholder(actor) ? `no model ${description.model}` : undefined,
    };
  }

  #tagColour(colour: number): string {
    const { tagLight, tagDark } = paletteColour(colour);
    return this.#theme === 'light' ? tagLight : tagDark;
  }

  #refreshPeople(): void {
    for (const person of this.#people.values()) {
      const at = this.#avatars.tagOf(person.id);
      if (at === undefined) {
        this.#forget(person.id);
        continue;
      }
      const colour = this.#tagColour(person.colour);
      this.#labels.put(`person ${person.id}`, { kind: 'person', text: person.name, colour }, () => at);
      this.#setPointer(person, colour);
    }
  }

  #forget(person: string): void {
    this.#labels.remove(`person ${person}`);
    this.#pointers.get(person)?.arrow.remove();
    this.#pointers.delete(person);
  }

  #setPointer(person: Person, colour: string): void {
    const point = person.avatar?.pointer;
    const known = this.#pointers.get(person.id);
    if (point === undefined) {
      known?.arrow.remove();
      this.#pointers.delete(person.id);
      return;
    }
    const pointer = known ?? { arrow: arrowElement(this.#parent), at: new Vector3() };
    pointer.at.set(point.x, point.y, point.z);
    pointer.arrow.style.setProperty('fill', colour);
    this.#pointers.set(person.id, pointer);
  }

  #drawPointer({ arrow, at }: { arrow: SVGSVGElement; at: Vector3 }, camera: PerspectiveCamera, widthPx: number, heightPx: number): void {
    const point = this.#projected.copy(at).project(camera);
    const isSeen = point.z < 1 && Math.abs(point.x) < 1.05 && Math.abs(point.y) < 1.05;
    arrow.style.visibility = isSeen ? 'visible' : 'hidden';
    if (!isSeen) return;
    const x = ((point.x + 1) / 2) * widthPx;
    const y = ((1 - point.y) / 2) * heightPx;
    arrow.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  #tagJoint(dof: DegreeOfFreedom): void {
    const { value } = this.#ring;
    if (value === this.#shownValue) return;
    this.#shownValue = value;
    const text = `${dof.name}  ${dof.kind === 'rotation' ? degrees(value) : millimetres(value)}`;
    const label = this.#labels.put(JOINT_KEY, { kind: 'joint', text, colour: 'none' }, () => this.#ring.tagAt);
    label.isSelected = true;
  }
}

/** Its owner may never have said anything here: then nobody knows how long. */
const staleFor = (ageMs: number): string => (Number.isFinite(ageMs) ? `stale ${duration(ageMs)}` : 'stale');

const signed = (text: string): string => (/^-0(\.0*)?$/u.test(text) ? text.slice(1) : text.replace('-', '−'));
const degrees = (radians: number): string => `${signed(((radians * 180) / Math.PI).toFixed(1))}°`;
const millimetres = (metres: number): string => `${signed((metres * 1000).toFixed(0))} mm`;

function arrowElement(parent: HTMLElement): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'mh-pointer');
  svg.setAttribute('viewBox', '0 0 18 18');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M1.5 1.5 L15.5 7.2 L9.4 9.4 L7.2 15.5 Z');
  path.setAttribute('stroke', '#FFFFFF');
  path.setAttribute('stroke-width', '1.5');
  path.setAttribute('stroke-linejoin', 'round');
  svg.append(path);
  parent.append(svg);
  return svg;
}
