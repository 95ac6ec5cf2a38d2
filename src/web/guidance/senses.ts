import { explain } from '../../core/base/errors.ts';
import type { BoardValue } from '../../core/blackboard/value.ts';
import type { SensorMount } from '../../core/robots/robots.ts';
import { isMeasured, isRangeSensor } from '../../core/sensors/sensors.ts';
import type { WholeReading } from '../link/board-link.ts';
import { Settable } from '../link/observable.ts';
import type { EntityInfo, Frame, Observable, WorldLink } from '../link/world-link.ts';
import type { Scan } from '../overlays/overlay.ts';
import { isStale } from '../quantities/freshness.ts';
import type { ModelSource } from '../scene/model-source.ts';
import { PoseTrack } from './pose-track.ts';
import { scanOf } from './scan.ts';
import { sensorVariable } from './sensor-variable.ts';

const EVERY_MS = 100;
const NUMBERS_PER_POSE = 7;
/** Two readings whose instants differ by less are one. */
const SAME_MS = 15;

/** What a sensor said last, as panels show it. */
export interface SensorReading {
  readonly mount: SensorMount;
  /** Undefined: it has said nothing yet. */
  readonly value: BoardValue | undefined;
  readonly ageMs: number | undefined;
}

interface Watched {
  readonly info: EntityInfo;
  readonly mounts: readonly SensorMount[];
  readonly track: PoseTrack;
}

interface Kept {
  readonly scan: Scan;
  readonly measuredMs: number;
}

/** What the sensors of some robots see. They are asked for while somebody shows them: what nobody listens to is not measured. */
export class Senses implements Disposable {
  readonly #link: Pick<WorldLink, 'board' | 'entities'>;
  readonly #models: ModelSource;
  readonly #scans = new Settable<readonly Scan[]>([]);
  readonly #readings = new Settable<ReadonlyMap<string, SensorReading>>(new Map());
  readonly #failure = new Settable<string | undefined>(undefined);
  readonly #watched = new Map<string, Watched>();
  readonly #kept = new Map<string, Kept>();
  /** How many panels list the sensors of a robot. */
  readonly #listed = new Map<string, number>();
  #drawn: ReadonlySet<string> = new Set();
  #values = new Float32Array(0);
  #timer: ReturnType<typeof setInterval> | undefined;
  #isAsking = false;

  constructor(link: Pick<WorldLink, 'board' | 'entities'>, models: ModelSource) {
    this.#link = link;
    this.#models = models;
  }

  get scans(): Observable<readonly Scan[]> {
    return this.#scans;
  }

  /** By the variable of the sensor. */
  get readings(): Observable<ReadonlyMap<string, SensorReading>> {
    return this.#readings;
  }

  /** Why nothing can be read now. */
  get failure(): Observable<string | undefined> {
    return this.#failure;
  }

  /** The scans of these are drawn. */
  draw(robots: Iterable<string>): void {
    const drawn = new Set(robots);
    if (drawn.size === this.#drawn.size && [...drawn].every((robot) => this.#drawn.has(robot))) return;
    this.#drawn = drawn;
    this.#choose();
  }

  /** All readings of one are wanted, until what this returns is called. */
  list(robot: string): () => void {
    this.#listed.set(robot, (this.#listed.get(robot) ?? 0) + 1);
    this.#choose();
    return () => {
      const left = (this.#listed.get(robot) ?? 1) - 1;
      if (left > 0) this.#listed.set(robot, left);
      else this.#listed.delete(robot);
      this.#choose();
    };
  }

  /** Once in each animation frame: where they stand. Allocates nothing. */
  frame(frame: Frame | undefined, nowMs: number): void {
    if (!frame || this.#watched.size === 0) return;
    this.#values = frame.values as Float32Array<ArrayBuffer>;
    for (const { info, track } of this.#watched.values()) {
      const at = info.slot * NUMBERS_PER_POSE;
      if (at + NUMBERS_PER_POSE <= frame.poses.length) track.note(frame.poses, at, nowMs);
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #choose(): void {
    const wanted = new Set([...this.#drawn, ...this.#listed.keys()]);
    for (const robot of this.#watched.keys()) if (!wanted.has(robot)) this.#watched.delete(robot);
    this.#refresh(wanted);
    if (wanted.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#tell([]);
    } else if (this.#timer === undefined) {
      this.#timer = setInterval(() => void this.#ask(), EVERY_MS);
      void this.#ask();
    }
  }

  /** Robots come and go, and models are told late. */
  #refresh(wanted: Iterable<string> = new Set([...this.#drawn, ...this.#listed.keys()])): void {
    for (const robot of wanted) {
      const info = this.#link.entities.get().get(robot);
      const mounts = info && this.#models.get(info.description.model)?.mounts?.filter(({ kind }) => isMeasured(kind));
      if (!info || !mounts) this.#watched.delete(robot);
      else this.#watched.set(robot, { info, mounts, track: this.#watched.get(robot)?.track ?? new PoseTrack() });
    }
  }

  async #ask(): Promise<void> {
    // A slow link gets fewer looks, not older ones.
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      this.#refresh();
      const names = [...this.#watched.values()].flatMap(({ info, mounts }) => this.#wantedOf(info.id, mounts));
      this.#tell(names.length === 0 ? [] : await this.#link.board.read(names));
      this.#failure.set(undefined);
    } catch (error) {
      this.#failure.set(explain(error));
    } finally {
      this.#isAsking = false;
    }
  }

  #wantedOf(robot: string, mounts: readonly SensorMount[]): string[] {
    const all = this.#listed.has(robot) ? mounts : mounts.filter(({ kind }) => isRangeSensor(kind));
    return all.map((mount) => sensorVariable(robot, mount));
  }

  #tell(found: readonly WholeReading[]): void {
    const nowMs = performance.now();
    const byName = new Map(found.map((reading) => [reading.name, reading]));
    const readings = new Map<string, SensorReading>();
    const scans: Scan[] = [];
    for (const watched of this.#watched.values()) {
      for (const mount of watched.mounts) {
        const name = sensorVariable(watched.info.id, mount);
        const reading = byName.get(name);
        readings.set(name, { mount, value: reading?.value, ageMs: reading?.ageMs });
        const scan = reading && this.#drawn.has(watched.info.id) ? this.#scanOf(watched, mount, reading, nowMs) : undefined;
        if (scan) scans.push(scan);
      }
    }
    for (const id of this.#kept.keys()) if (!scans.some((scan) => scan.id === id)) this.#kept.delete(id);
    this.#readings.set(readings);
    this.#scans.set(scans);
  }

  /** One that is drawn already stays where it was measured. */
  #scanOf({ info, track }: Watched, mount: SensorMount, { name, value, ageMs }: WholeReading, nowMs: number): Scan | undefined {
    const model = this.#models.get(info.description.model);
    if (!model || !isRangeSensor(mount.kind) || !Array.isArray(value)) return undefined;
    const measuredMs = nowMs - (ageMs ?? Number.POSITIVE_INFINITY);
    const isOld = isStale(ageMs);
    const kept = this.#kept.get(name);
    if (kept && Math.abs(kept.measuredMs - measuredMs) < SAME_MS && kept.scan.isStale === isOld) return kept.scan;
    const isSame = kept && (isOld || Math.abs(kept.measuredMs - measuredMs) < SAME_MS);
    const values = info.description.dofs.map((_, dof) => this.#values[info.valuesAt + dof] ?? 0);
    const pose = track.at(measuredMs) ?? info.description.initial.pose;
    const scan = isSame
      ? { ...kept.scan, isStale: isOld }
      : scanOf({ id: name, info, model, mount, pose, values, metres: value, isStale: isOld });
    this.#kept.set(name, { scan, measuredMs });
    return scan;
  }
}
