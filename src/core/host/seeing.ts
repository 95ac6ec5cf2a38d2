import { type Clock, every } from '../base/clock.ts';
import { compose, ORIGIN, type Pose, yawOf } from '../base/pose.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import { type Eye, type FloorPlans, Knowledge, look, type VisibleFloor } from '../knowledge/knowledge.ts';
import { linkPoses, type Model, sensorOf } from '../robots/robots.ts';
import type { EntityView, Participant } from '../world/world.ts';
import { DoorLeaves } from './door-leaves.ts';
import { KnowledgeShelf } from './knowledge-shelf.ts';
import type { Models } from './neighbourhood.ts';

export interface SeeingPorts {
  readonly clock: Clock;
  readonly models: Models;
  readonly plans: FloorPlans;
  readonly report: (error: unknown) => void;
  /** Asked for whenever something is to be read or written: it is opened when somebody first listens. */
  board(): Blackboard;
}

const TICK_MS = 100;
/** So long after the last word of who listens a robot still looks. */
const LISTENED_FOR_MS = 5000;
/** So often the building is asked for: somebody may have changed it. */
const REFRESH_MS = 20_000;

/** A robot of ours whose knowledge somebody listens to. */
interface Seer {
  listenedMs: number;
  /** Undefined while what it knew before is being fetched. */
  knowledge: Knowledge | undefined;
  generation: number;
  /** Whence it looked last, at what: what did not change is not looked at again. */
  last: { readonly pose: Pose; readonly floor: VisibleFloor; readonly shut: string } | undefined;
}

/** Looks with the eyes of what a participant owns, for whoever listens to what they know, and keeps that on the blackboard. While nobody does it does nothing. */
export class Seeing implements Disposable {
  readonly #world: Participant;
  readonly #ports: SeeingPorts;
  readonly #shelf: KnowledgeShelf;
  readonly #doors: DoorLeaves;
  readonly #seers = new Map<string, Seer>();
  #ticking: Disposable | undefined;
  #refreshedMs = Number.NEGATIVE_INFINITY;

  constructor(world: Participant, ports: SeeingPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#shelf = new KnowledgeShelf(ports);
    this.#doors = new DoorLeaves(world);
  }

  /** Somebody listens to what a robot of ours knows. */
  listenedTo(entity: string): void {
    const view = this.#world.entity(entity);
    if (!view?.isMine || view.description.kind !== 'dynamic' || !this.#modelOf(view)) return;
    const listenedMs = this.#ports.clock.now();
    const seer = this.#seers.get(entity);
    if (seer) seer.listenedMs = listenedMs;
    else this.#begin(entity, listenedMs);
    this.#ticking ??= every(this.#ports.clock, TICK_MS, () => this.#tick());
  }

  /** Nobody listens, or to nothing that is ours. */
  get isAsleep(): boolean {
    return this.#ticking === undefined;
  }

  [Symbol.dispose](): void {
    this.#ticking?.[Symbol.dispose]();
    this.#ticking = undefined;
    this.#seers.clear();
  }

  /** Goes on from what is known of it, whoever had it before. */
  #begin(entity: string, listenedMs: number): void {
    const seer: Seer = { listenedMs, knowledge: undefined, generation: this.#world.time.generation, last: undefined };
    this.#seers.set(entity, seer);
    this.#shelf.fetch(entity).then(
      (knowledge) => {
        seer.knowledge = knowledge;
      },
      (error) => {
        this.#ports.report(error);
        seer.knowledge = new Knowledge();
      },
    );
  }

  /** Ten times a second while somebody listens. */
  #tick(): void {
    const nowMs = this.#ports.clock.now();
    this.#refresh(nowMs);
    for (const [entity, seer] of this.#seers) {
      const view = this.#world.entity(entity);
      if (!view?.isMine || nowMs - seer.listenedMs > LISTENED_FOR_MS) {
        this.#seers.delete(entity);
        // What was seen last is said before it is somebody else's, or nobody's.
        if (view?.isMine && seer.knowledge) this.#shelf.keep(entity, seer.knowledge, nowMs, 'at once');
        if (!view) this.#shelf.remove(entity);
        this.#shelf.forget(entity);
      } else this.#attend(view, seer, nowMs);
    }
    if (this.#seers.size > 0) return;
    this.#ticking?.[Symbol.dispose]();
    this.#ticking = undefined;
  }

  #refresh(nowMs: number): void {
    if (nowMs - this.#refreshedMs < REFRESH_MS) return;
    this.#refreshedMs = nowMs;
    this.#doors.refresh();
    this.#ports.plans.refresh().catch(this.#ports.report);
  }

  #attend(view: EntityView, seer: Seer, nowMs: number): void {
    if (!seer.knowledge) return;
    const { generation } = this.#world.time;
    if (seer.generation !== generation) {
      // A reset puts everything back to where it began, knowing nothing.
      [seer.knowledge, seer.generation, seer.last] = [new Knowledge(), generation, undefined];
      this.#shelf.restart(view.id);
    }
    const floor = this.#ports.plans.at(view.posture.pose.z);
    if (floor) this.#look(view, seer, seer.knowledge, floor);
    this.#shelf.keep(view.id, seer.knowledge, nowMs);
  }

  #look(view: EntityView, seer: Seer, knowledge: Knowledge, floor: VisibleFloor): void {
    const { pose, values } = view.posture;
    const shut = this.#doors.shut(floor);
    const shutName = [...shut].join(' ');
    const { last } = seer;
    if (last && last.floor === floor && last.shut === shutName && isSame(last.pose, pose)) return;
    seer.last = { pose, floor, shut: shutName };
    const known = knowledge.begin(floor.id, floor.edition);
    knowledge.forgetOthers(floor.id, floor.edition);
    const model = this.#modelOf(view);
    for (const eye of model ? eyesOf(model, pose, values) : []) known.see(floor.plan, look(floor.scenery, eye, { shut }));
  }

  #modelOf({ description }: EntityView): Model | undefined {
    const model = this.#ports.models(description.model);
    return model && canSee(model) ? model : undefined;
  }
}

/** Whatever goes by itself, and what has eyes. */
export const canSee = (model: Model): boolean => model.kind === 'wheeled' || model.kind === 'legged' || visionMounts(model).length > 0;

const visionMounts = ({ mounts = [] }: Model) => mounts.filter(({ kind }) => kind === 'vision');

/** Where a robot's eyes are, and how they see; one all round on top of its base where its model has none. */
export function eyesOf(model: Model, pose: Pose, values: readonly number[]): Eye[] {
  const mounts = visionMounts(model);
  if (mounts.length === 0) return [eyeAt(pose, sensorOf({ kind: 'vision' }))];
  const links = linkPoses(model, values);
  return mounts.map((mount) => eyeAt(compose(compose(pose, links[mount.link] ?? ORIGIN), mount.at), sensorOf(mount)));
}

const eyeAt = (pose: Pose, { rangeM, fieldOfViewRad }: { readonly rangeM: number; readonly fieldOfViewRad: number }): Eye => ({
  at: [pose.x, pose.y],
  yawRad: yawOf(pose),
  rangeM,
  fieldRad: fieldOfViewRad,
});

const isSame = (a: Pose, b: Pose): boolean =>
  a.x === b.x && a.y === b.y && a.z === b.z && a.qx === b.qx && a.qy === b.qy && a.qz === b.qz && a.qw === b.qw;
