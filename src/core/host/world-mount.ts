import { type Clock, every } from '../base/clock.ts';
import { idFromName } from '../base/ids.ts';
import { NO_TWIST } from '../base/pose.ts';
import type { Declaration } from '../blackboard/declaration.ts';
import type { Mount, MountWriteOptions, WriteOutcome } from '../blackboard/mount.ts';
import type { Found } from '../blackboard/reading.ts';
import { type BoardValue, type TypedValue, typed, type VariableType } from '../blackboard/value.ts';
import type { ActionDraft, CommandOptions, EntityView, Outcome, Participant } from '../world/world.ts';

export interface WorldMountPorts {
  readonly clock: Clock;
  /** How what is mounted is commanded: by default as the participant does. */
  readonly command?: (entity: string, action: ActionDraft, options?: CommandOptions) => Promise<Outcome>;
  /** What else there is to read of an entity, by its path behind the id. */
  readonly more?: (view: EntityView) => Iterable<readonly [path: string, variable: MountedVariable]>;
}

/** The first segment of the names of all that stands in a world. */
export const ROBOTS = 'robots';

/** What moves is told of so often, to whoever is bound: a motion itself is said but once. */
const SAMPLE_MS = 50;
/** So long a written twist lasts, and so old it may be: who drives writes it again and again. */
const TWIST_MS = 400;
const STOP_REASON = 'stopped from the blackboard';

/** One value of an entity: how it is read, and what writing it means. */
export interface MountedVariable {
  readonly type: VariableType;
  readonly unit: string;
  read(view: EntityView): BoardValue;
  /** Undefined: it is only to be read. */
  readonly write?: (value: TypedValue, options: MountWriteOptions) => Promise<Outcome>;
}

/**
 * The entities of a world as variables: `robots/ID/pose`, `/joints/N` and `/joints/NAME`, `/twist` of what drives, `/owner`, `/control/holder`, `/control/stopped`. Nothing is
 * copied: reading asks the replica, whose age of an entity is that of its owner's last word; writing is a command, under the same rules of control as any other.
 */
export class WorldMount implements Mount {
  readonly prefix = ROBOTS;
  readonly #world: Participant;
  readonly #clock: Clock;
  readonly #command: NonNullable<WorldMountPorts['command']>;
  readonly #more: WorldMountPorts['more'];

  constructor(world: Participant, { clock, command, more }: WorldMountPorts) {
    this.#world = world;
    this.#clock = clock;
    this.#more = more;
    this.#command = command ?? ((entity, action, options) => world.command(entity, action, options));
  }

  *names(): Iterable<string> {
    for (const view of this.#world.entities) yield* this.#namesOf(view);
  }

  declaration(name: string): Declaration | undefined {
    const found = this.#find(name);
    if (!found) return undefined;
    const { view, variable } = found;
    return { name, type: variable.type, unit: variable.unit, writers: { kind: 'mount' }, goodForMs: undefined, by: view.owner ?? view.id };
  }

  read(name: string): Found | undefined {
    const found = this.#find(name);
    if (!found) return undefined;
    const { view, variable } = found;
    const { ageMs } = view;
    const writer = view.owner ?? '';
    const isKnown = Number.isFinite(ageMs);
    return {
      ...{ name, type: variable.type, unit: variable.unit, writer, isWriterHere: view.isLive },
      value: variable.read(view),
      age: isKnown ? { kind: 'known', ageMs: Math.max(0, ageMs) } : { kind: 'unknown', reason: 'its owner has not confirmed it yet' },
      measuredAtMs: this.#world.time.sharedMs - (isKnown ? ageMs : 0),
      hops: [{ node: writer, kind: 'participant', shareMs: isKnown ? Math.max(0, ageMs) : 0, basis: 'measured' }],
      readAtMs: this.#clock.now(),
    };
  }

  isWritable(name: string): boolean {
    return this.#find(name)?.variable.write !== undefined;
  }

  async write(name: string, value: BoardValue, options: MountWriteOptions): Promise<WriteOutcome> {
    const found = this.#find(name);
    if (!found) return { kind: 'refused', reason: `there is no variable ${name}` };
    const { variable } = found;
    const given = typed(value);
    if (given.type !== variable.type) return { kind: 'refused', reason: `${name} is a ${variable.type}, and a ${given.type} was written` };
    if (!variable.write) return { kind: 'refused', reason: `${name} is only to be read` };
    const outcome = await variable.write(given, options);
    return outcome.kind === 'done' ? { kind: 'written' } : outcome;
  }

  onChange(handler: (names: readonly string[]) => void): Disposable {
    const tell = (entity: string) => {
      const view = this.#world.entity(entity);
      if (view) handler([...this.#namesOf(view)]);
    };
    let moving: ReadonlySet<string> = new Set();
    const sample = () => {
      const before = moving;
      moving = new Set(this.#world.entities.filter((view) => this.#isMoving(view)).map(({ id }) => id));
      // Once more when it has come to rest: where it stands is told too.
      for (const entity of new Set([...before, ...moving])) tell(entity);
    };
    const parts = [this.#world.changes.on(({ entity }) => tell(entity)), every(this.#clock, SAMPLE_MS, sample)];
    return {
      [Symbol.dispose]: () => {
        for (const part of parts) part[Symbol.dispose]();
      },
    };
  }

  #isMoving(view: EntityView): boolean {
    const { worldMs, rate } = this.#world.time;
    return rate > 0 && view.isLive && (view.motion.base.kind === 'ride' || view.endsAtMs > worldMs);
  }

  *#namesOf(view: EntityView): Iterable<string> {
    for (const path of this.#variables(view).keys()) yield `${ROBOTS}/${view.id}/${path}`;
  }

  #find(name: string): { readonly view: EntityView; readonly variable: MountedVariable } | undefined {
    const [prefix, id = '', ...path] = name.split('/');
    const view = prefix === ROBOTS ? this.#world.entity(id) : undefined;
    const variable = view && this.#variables(view).get(path.join('/'));
    return view && variable && { view, variable };
  }

  #variables(view: EntityView): Map<string, MountedVariable> {
    const variables = new Map<string, MountedVariable>([
      ['pose', { type: 'pose', unit: 'm', read: ({ posture }) => posture.pose }],
      ['owner', { type: 'text', unit: '', read: ({ owner }) => owner ?? '' }],
      ['control/holder', { type: 'text', unit: '', read: ({ control }) => control.lease?.holder ?? control.driver ?? '' }],
      [
        'control/stopped',
        { type: 'boolean', unit: '', read: ({ control }) => control.stop !== undefined, write: (value) => this.#stop(view.id, value) },
      ],
    ]);
    view.description.dofs.forEach(({ name, kind }, dof) => {
      const joint: MountedVariable = {
        type: 'number',
        unit: kind === 'rotation' ? 'rad' : 'm',
        read: ({ posture }) => posture.values[dof] ?? 0,
        write: (value, options) => this.#command(view.id, { kind: 'glide', dof, to: value.value as number }, options),
      };
      variables.set(`joints/${dof}`, joint);
      const path = `joints/${idFromName(name)}`;
      if (!variables.has(path)) variables.set(path, joint);
    });
    if (view.description.driving) variables.set('twist', this.#twist(view.id));
    for (const [path, variable] of this.#more?.(view) ?? []) variables.set(path, variable);
    return variables;
  }

  /** Forward and to the left in m/s, turning left in rad/s. */
  #twist(entity: string): MountedVariable {
    return {
      type: 'vector',
      unit: 'm/s m/s rad/s',
      read: ({ motion: { base } }) => {
        const isDriving = base.kind === 'drift' && base.t1 > this.#world.time.worldMs;
        return isDriving ? [base.twist.vx, base.twist.vy, base.twist.wz] : [0, 0, 0];
      },
      write: async (value, { goodForMs = TWIST_MS }) => {
        const [vx, vy, wz, ...rest] = value.value as readonly number[];
        if (vx === undefined || vy === undefined || wz === undefined || rest.length > 0)
          return { kind: 'refused', reason: 'a twist is forward m/s, left m/s and rad/s to the left' };
        return this.#command(entity, { kind: 'drift', twist: { ...NO_TWIST, vx, vy, wz }, durationMs: TWIST_MS }, { goodForMs });
      },
    };
  }

  /** Anyone stops; to re-arm is a deliberate act, as everywhere. */
  async #stop(entity: string, { value }: TypedValue): Promise<Outcome> {
    if (value === false) return this.#world.rearm(entity);
    await this.#world.stop(entity, STOP_REASON);
    const { epoch = 0, seq = 0 } = this.#world.entity(entity) ?? {};
    return { kind: 'done', epoch: epoch as Extract<Outcome, { kind: 'done' }>['epoch'], seq };
  }
}
