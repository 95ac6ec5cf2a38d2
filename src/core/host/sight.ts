import { ORIGIN, type Pose, yawOf } from '../base/pose.ts';
import { type Band, bandAt, type CollisionBody, crossSections, postured, type Section } from '../physics/physics.ts';
import { Field, type Surroundings, standAt } from '../sensors/sensors.ts';
import type { Participant } from '../world/world.ts';
import { type Models, type Neighbour, neighbourOf } from './neighbourhood.ts';
import { endMsOf } from './pace.ts';

/** Sensors whose heights differ by less see the same. */
const HEIGHT_STEP_M = 0.001;
/** So many heights are kept: a building of ten floors with robots of three kinds has fewer. */
const MOST_LAYERS = 64;
/** What leans by more has another outline at each angle. */
const UPRIGHT = 1e-6;

/** All that is cut by a plane at one height. */
interface Layer {
  readonly field: Field;
  /** Of those that stand there as a whole: which outlines they have, in their own frame. */
  readonly own: Map<string, readonly Section[]>;
  /** What is to be looked at before it is used. */
  readonly stale: Set<string>;
}

/** What sensors see of a world: the outlines of all its bodies, as one participant knows them. What stands is kept from one look to the next. */
export class Sight implements Surroundings, Disposable {
  readonly #world: Participant;
  readonly #models: Models;
  readonly #layers = new Map<number, Layer>();
  /** What may be somewhere else by the next look. */
  readonly #moving = new Set<string>();
  readonly #open: Disposable[];

  constructor(world: Participant, models: Models) {
    this.#world = world;
    this.#models = models;
    this.#open = [world.changes.on(({ entity }) => this.#changed(entity)), world.timeChanges.on(() => this.lookAtAll())];
    this.lookAtAll();
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
  }

  /** What had no body because its model was not known may have one now. */
  lookAtAll(): void {
    this.#layers.clear();
    for (const { id } of this.#world.entities) this.#moving.add(id);
  }

  /** Time has passed: what moves is where it is now. */
  look(): void {
    const { worldMs } = this.#world.time;
    for (const id of this.#moving) {
      for (const { stale } of this.#layers.values()) stale.add(id);
      const view = this.#world.entity(id);
      const motion = view?.motion;
      // Where it came to rest is looked at once more, and then it stands.
      if (!motion || (motion.base.kind !== 'ride' && endMsOf(motion) <= worldMs)) this.#moving.delete(id);
    }
  }

  fieldAt(heightM: number): Field {
    const step = Math.round(heightM / HEIGHT_STEP_M);
    const layer = this.#layers.get(step) ?? this.#newLayer(step);
    for (const id of layer.stale) this.#place(layer, id, step * HEIGHT_STEP_M);
    layer.stale.clear();
    return layer.field;
  }

  #changed(entity: string): void {
    this.#moving.add(entity);
    for (const { stale } of this.#layers.values()) stale.add(entity);
  }

  #newLayer(step: number): Layer {
    const layer = { field: new Field(), own: new Map(), stale: new Set(this.#world.entities.map(({ id }) => id)) };
    if (this.#layers.size >= MOST_LAYERS) this.#layers.clear();
    this.#layers.set(step, layer);
    return layer;
  }

  #place({ field, own }: Layer, id: string, heightM: number): void {
    const view = this.#world.entity(id);
    const neighbour = view && neighbourOf(view, this.#models);
    if (!neighbour?.body.isSolid || Math.abs(neighbour.pose.z - heightM) > neighbour.body.reachM) {
      field.delete(id);
      own.delete(id);
      return;
    }
    const { pose, body } = neighbour;
    if (!body.isRigid || !isUpright(pose)) {
      field.put(id, sectionsOf(neighbour, heightM));
      own.delete(id);
      return;
    }
    const sections = ownSections(body, heightM - pose.z);
    const stand = standAt(pose.x, pose.y, yawOf(pose));
    if (own.get(id) === sections) field.move(id, stand);
    else field.put(id, sections, stand);
    own.set(id, sections);
  }
}

const isUpright = ({ qx, qy }: Pose): boolean => qx * qx + qy * qy < UPRIGHT ** 2;

const sectionsOf = ({ body, pose, values }: Neighbour, heightM: number): Section[] =>
  crossSections(postured(body, pose, values).links.flat(), heightM);

const known = new WeakMap<CollisionBody, Band[]>();
/** Of each body so many are kept. */
const MOST_BANDS = 64;

/** Of a body whose joints move nothing, in its own frame: reckoned once for all heights at which it is the same. Walls would take longer than a tick each time. */
function ownSections(body: CollisionBody, heightM: number): readonly Section[] {
  const bands = known.get(body) ?? [];
  known.set(body, bands);
  const found = bands.find(({ lowM, highM }) => lowM <= heightM && heightM <= highM);
  if (found) return found.sections;
  const band = bandAt(postured(body, ORIGIN, []).links.flat(), heightM);
  if (bands.length >= MOST_BANDS) bands.length = 0;
  bands.push(band);
  return band.sections;
}
