import { type Clock, every } from '../base/clock.ts';
import { hashText } from '../base/hash.ts';
import { idFromName } from '../base/ids.ts';
import { distance, type Pose } from '../base/pose.ts';
import type { Blackboard, NewVariable } from '../blackboard/blackboard.ts';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { KNOWLEDGE } from '../knowledge/knowledge.ts';
import { linkPoses, type Model, type SensorMount, sensorOf } from '../robots/robots.ts';
import { type Bearer, Instrument, isMeasured, isRangeSensor, type Leg } from '../sensors/sensors.ts';
import type { EntityView, Participant } from '../world/world.ts';
import { FASTEST_M_PER_S } from './lookout.ts';
import type { Models } from './neighbourhood.ts';
import { canSee } from './seeing.ts';
import { decodeWish, isWished, SENSORS, type SensorWish } from './sensor-wishes.ts';
import { Sight } from './sight.ts';

export interface SensingPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly models: Models;
  readonly report: (error: unknown) => void;
  /** Asked for whenever something is to be written: it is opened when somebody first listens, and may be another one later. */
  board(): Blackboard;
  /** Told of robots of ours to whose knowledge somebody listens. */
  readonly seeing?: { listenedTo(entity: string): void } | undefined;
}

const TICK_MS = 50;
/** So long after the last word of who listens it is measured still. */
const LISTENED_FOR_MS = 5000;
const TRY_AGAIN_MS = 5000;
const MOST_GIVEN_UP = 256;
/** A value is good for so many periods of its sensor, and for so long at least: it may come a long way. */
const GOOD_PERIODS = 3;
const GOOD_MS = 500;

/** One sensor of one robot of ours that somebody listens to. */
interface Watched {
  readonly name: string;
  readonly mount: SensorMount;
  readonly entity: string;
  readonly periodMs: number;
  listenedMs: number;
  dueMs: number;
}

/** What an instrument was made for, and where its body was when it was last asked. */
interface Kept {
  readonly instrument: Instrument;
  readonly mount: SensorMount;
  readonly generation: number;
  last: { readonly pose: Pose; readonly worldMs: number } | undefined;
}

/** Measures with the sensors of what a participant owns, for whoever listens, and writes it on the blackboard. While nobody does it does nothing. */
export class Sensing implements Disposable {
  readonly #world: Participant;
  readonly #ports: SensingPorts;
  readonly #listening: Disposable;
  /** For words about each robot of ours, and about all. */
  readonly #ears = new Map<string, Disposable>();
  #earForAll: Disposable | undefined;
  readonly #watched = new Map<string, Watched>();
  readonly #instruments = new Map<string, Kept>();
  /** What is just being declared, or could not be, and when to try again. */
  readonly #declaring = new Map<string, number>();
  readonly #givenUp = new Set<string>();
  #ready: Blackboard | undefined;
  #awaited: Blackboard | undefined;
  #sight: Sight | undefined;
  #ticking: Disposable | undefined;

  constructor(world: Participant, ports: SensingPorts) {
    this.#world = world;
    this.#ports = ports;
    this.#listening = world.changes.on(({ entity }) => this.#changed(entity));
    this.#lookAtAll();
  }

  /** Somebody listens: by the bus, or at this very node. */
  heard(wish: SensorWish): void {
    const robots = wish.entity === undefined ? [...this.#ears.keys()] : [wish.entity];
    for (const robot of robots) {
      if (!this.#ears.has(robot)) continue;
      this.#watch(robot, wish);
      if (wish.mounts.includes(KNOWLEDGE)) this.#ports.seeing?.listenedTo(robot);
    }
  }

  modelsChanged(): void {
    this.#sight?.lookAtAll();
    this.#lookAtAll();
  }

  #lookAtAll(): void {
    for (const { id } of this.#world.entities) this.#changed(id);
  }

  /** Nobody listens, or to nothing that is ours. */
  get isAsleep(): boolean {
    return this.#ticking === undefined;
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    for (const entity of [...this.#ears.keys()]) this.#hush(entity);
    this.#watched.clear();
    this.#rest();
  }

  #changed(entity: string): void {
    const view = this.#world.entity(entity);
    const hasEars = view?.isMine === true && this.#maySense(view);
    if (hasEars === this.#ears.has(entity)) return;
    if (hasEars) this.#listenFor(entity);
    else this.#letGo(entity, view);
  }

  /** Of what model it is may become known later. */
  #maySense({ description }: EntityView): boolean {
    const model = this.#ports.models(description.model);
    const hasSensors = model?.mounts?.some(({ kind }) => isMeasured(kind)) === true;
    return description.kind === 'dynamic' && (model === undefined || hasSensors || (this.#ports.seeing !== undefined && canSee(model)));
  }

  /** Who owns nothing with sensors hears nothing of who listens: viewers may not, and nobody need. */
  #listenFor(entity: string): void {
    const { bus } = this.#ports;
    const { world } = this.#world;
    this.#earForAll ??= bus.subscribe(subjects.sensingAll(world), ({ payload }) => this.heard(decodeWish(payload, undefined)));
    const ear = bus.subscribe(subjects.sensing(world, entity), ({ payload }) => this.heard(decodeWish(payload, entity)));
    this.#ears.set(entity, ear);
  }

  #hush(entity: string): void {
    this.#ears.get(entity)?.[Symbol.dispose]();
    this.#ears.delete(entity);
    if (this.#ears.size > 0) return;
    this.#earForAll?.[Symbol.dispose]();
    this.#earForAll = undefined;
  }

  /** It is somebody else's, or gone. */
  #letGo(entity: string, view: EntityView | undefined): void {
    this.#hush(entity);
    for (const [name, watched] of this.#watched) if (watched.entity === entity) this.#watched.delete(name);
    for (const name of [...this.#instruments.keys()].filter((each) => each.startsWith(`${SENSORS}/${entity}/`))) {
      this.#instruments.delete(name);
      if (!view) this.#forget(name);
    }
  }

  /** What is gone has no sensors that anybody could read. */
  #forget(name: string): void {
    const board = this.#ports.board();
    if (board.declaration(name)) board.undeclare(name).catch(this.#ports.report);
  }

  #watch(entity: string, wish: SensorWish): void {
    const view = this.#world.entity(entity);
    const model = view && this.#ports.models(view.description.model);
    const nowMs = this.#ports.clock.now();
    for (const mount of model?.mounts ?? []) {
      const id = idFromName(mount.name);
      if (!isMeasured(mount.kind) || !isWished(wish, id)) continue;
      const name = `${SENSORS}/${entity}/${id}`;
      const watched = this.#watched.get(name);
      if (watched?.mount === mount) watched.listenedMs = nowMs;
      else this.#watched.set(name, { name, mount, entity, periodMs: 1000 / sensorOf(mount).rateHz, listenedMs: nowMs, dueMs: nowMs });
    }
    if (this.#watched.size > 0) this.#ticking ??= every(this.#ports.clock, TICK_MS, () => this.#tick());
  }

  /** Twenty times a second while somebody listens. */
  #tick(): void {
    const nowMs = this.#ports.clock.now();
    for (const [name, { listenedMs }] of this.#watched) if (nowMs - listenedMs > LISTENED_FOR_MS) this.#watched.delete(name);
    if (this.#watched.size === 0) {
      this.#rest();
      return;
    }
    const due = [...this.#watched.values()].filter(({ dueMs }) => dueMs <= nowMs);
    if (due.length === 0) return;
    const board = this.#ports.board();
    if (!this.#isReady(board)) return;
    this.#sight ??= new Sight(this.#world, this.#ports.models);
    this.#sight.look();
    for (const watched of due) this.#attend(watched, board, this.#sight, nowMs);
  }

  #attend(watched: Watched, board: Blackboard, sight: Sight, nowMs: number): void {
    // As often as its rate says, but what was missed is not made up for.
    watched.dueMs = Math.max(watched.dueMs + watched.periodMs, nowMs);
    try {
      if (this.#isDeclared(watched, board, nowMs)) this.#measure(watched, board, sight);
    } catch (error) {
      // What somebody built that no rule foresaw must not end the process of who owns it, nor be told of twenty times a second.
      this.#giveUp(watched.name, error);
    }
  }

  /** What others wrote is known there: odometry goes on from it. */
  #isReady(board: Blackboard): boolean {
    if (this.#ready === board) return true;
    if (this.#awaited === board) return false;
    this.#awaited = board;
    board.ready.then(
      () => {
        this.#ready = board;
      },
      () => {
        // It has told of it itself.
        this.#awaited = undefined;
      },
    );
    return false;
  }

  #rest(): void {
    this.#ticking?.[Symbol.dispose]();
    this.#ticking = undefined;
    this.#sight?.[Symbol.dispose]();
    this.#sight = undefined;
  }

  #measure(watched: Watched, board: Blackboard, sight: Sight): void {
    const view = this.#world.entity(watched.entity);
    const model = view && this.#ports.models(view.description.model);
    if (!view?.isMine || !model) return;
    const kept = this.#instrumentOf(watched, board);
    const { worldMs } = this.#world.time;
    const bearer = bearerOf(view, model, { last: kept.last, worldMs });
    kept.last = { pose: bearer.pose, worldMs };
    const measured = kept.instrument.measure(sight, bearer);
    if (measured === undefined) return;
    board.write(watched.name, measured).then((outcome) => {
      // While the link is down values are lost, and nobody misses them.
      if (outcome.kind === 'refused') this.#giveUp(watched.name, new Error(`${watched.name} cannot be written: ${outcome.reason}`));
    }, this.#ports.report);
  }

  /** Until somebody says again that it listens; but it is told of once. */
  #giveUp(name: string, error: unknown): void {
    this.#watched.delete(name);
    if (this.#givenUp.has(name) || this.#givenUp.size >= MOST_GIVEN_UP) return;
    this.#givenUp.add(name);
    this.#ports.report(error);
  }

  /** The same from one word of who listens to the next: what an odometer has added up is not forgotten while nobody looks. */
  #instrumentOf({ name, mount, entity }: Watched, board: Blackboard): Kept {
    const { generation } = this.#world.time;
    const known = this.#instruments.get(name);
    if (known?.mount === mount && known.generation === generation) return known;
    const from = known ? undefined : lastReckoned(mount, board, name, this.#world.entity(entity));
    const kept = { instrument: new Instrument(mount, hashText(name), from), mount, generation, last: undefined };
    this.#instruments.set(name, kept);
    return kept;
  }

  #isDeclared({ name, mount }: Watched, board: Blackboard, nowMs: number): boolean {
    const { type, unit = '' } = variableOf(mount);
    const present = board.declaration(name);
    if (present?.type === type && present.unit === unit) return true;
    if (nowMs < (this.#declaring.get(name) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#declaring.set(name, nowMs + TRY_AGAIN_MS);
    board.declare(name, variableOf(mount)).then(
      () => this.#declaring.delete(name),
      (error) => this.#giveUp(name, error),
    );
    return false;
  }
}

/** What a sensor's variable is. */
export function variableOf(mount: SensorMount): NewVariable {
  const { rateHz } = sensorOf(mount);
  const goodForMs = Math.max(GOOD_MS, (GOOD_PERIODS * 1000) / rateHz);
  if (isRangeSensor(mount.kind)) return { type: 'vector', unit: 'm', goodForMs };
  if (mount.kind === 'odometry') return { type: 'vector', unit: 'm m rad', goodForMs };
  return mount.kind === 'bumper' ? { type: 'boolean', goodForMs } : { type: 'number', unit: 'rad', goodForMs };
}

/** Of a robot that somebody else had: what its odometry told last, and where it was then as far as is known. */
function lastReckoned({ kind }: SensorMount, board: Blackboard, name: string, view: EntityView | undefined): Leg | undefined {
  if (kind !== 'odometry' || !view) return undefined;
  const answer = board.peek(name);
  const value = answer.kind === 'value' ? answer.value : answer.last;
  const [x, y, yawRad] = Array.isArray(value) ? (value as readonly number[]) : [];
  if (x === undefined || y === undefined || yawRad === undefined) return undefined;
  const { measuredAtMs } = answer;
  return { reckoned: [x, y, yawRad], pose: measuredAtMs === undefined ? view.posture.pose : view.postureAt(measuredAtMs).pose };
}

function bearerOf(view: EntityView, model: Model, { last, worldMs }: Pick<Kept, 'last'> & { readonly worldMs: number }): Bearer {
  const { pose, values, base } = view.postureNow;
  const { contact } = view;
  const wayM = last ? distance(last.pose, pose) : 0;
  const isPut = last !== undefined && wayM * 1000 > FASTEST_M_PER_S * Math.max(worldMs - last.worldMs, TICK_MS);
  return {
    body: view.id,
    pose,
    links: linkPoses(model, values),
    isCarried: base.kind === 'ride' || isPut,
    contact: contact && contact.atMs <= worldMs ? contact : undefined,
  };
}
