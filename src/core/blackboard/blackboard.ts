/** The blackboard: every value in the system by name, with its age. SPEC.md has the rules. */
import type { Clock } from '../base/clock.ts';
import { MisuseError } from '../base/errors.ts';
import type { Bus } from '../bus/bus.ts';
import { buckets, matches, subjects } from '../bus/subjects.ts';
import { Subscriptions } from '../bus/subscriptions.ts';
import { elapsedMs, type Hop, sumOf, type TimeSource } from './age.ts';
import { Answers } from './answers.ts';
import { Binding, type BindOptions, type BoardHandler, type Look } from './binding.ts';
import { ANYONE, type Declaration, objectionToValue, type Writers } from './declaration.ts';
import { DeclarationError, Declarations } from './declarations.ts';
import { encodeValue } from './frame.ts';
import { approximateJoin, exactJoin, type Join, type JoinHandler } from './joins.ts';
import { LateJoin } from './late-join.ts';
import type { Mount, WriteOutcome } from './mount.ts';
import { dotted, nameOfSubject, requireDeclarable, requireName, requireNamePattern } from './names.ts';
import { type Answer, judge, missing, type Reading } from './reading.ts';
import type { BoardValue, VariableType } from './value.ts';
import { typed } from './value.ts';
import { type Arrival, IgnoredValueError, Values } from './values.ts';
import type { Variable } from './variable.ts';

export interface BlackboardPorts {
  readonly world: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly time: TimeSource;
  /** Bad and forbidden values of others, and what handlers threw. */
  readonly report: (error: unknown) => void;
  /** Whether a participant is in the world now. */
  readonly isHere: (participant: string) => boolean;
  /** Answers those who come late. On the bus itself, not behind a door. */
  readonly isKeeper?: boolean;
  /** What is named without being copied. They are not disposed of here. */
  readonly mounts?: readonly Mount[];
  readonly attention?: Attention;
}

/** Is told what is listened to here: there are values that are made only for who wants them. Disposed of with the blackboard. */
export interface Attention extends Disposable {
  /** Until it is disposed. */
  bound(pattern: string): Disposable;
  read(name: string): void;
}

export interface NewVariable {
  readonly type: VariableType;
  readonly unit?: string;
  /** By default anyone. */
  readonly writers?: Writers;
  /** How old it may be for readers who do not say. */
  readonly goodForMs?: number;
}

export interface WriteOptions {
  /** Shared time at which it was measured; now, if it is left out. */
  readonly measuredAtMs?: number;
  /** It says again what was read: its age and hops go with it. */
  readonly from?: Reading;
  /** Where it was before this node had it: devices and links of which the bus knows nothing. */
  readonly earlier?: readonly Hop[];
  /** Of what is mounted: for so long it may be carried out. Who gets it later refuses it. */
  readonly goodForMs?: number;
  /** It may have been written already, in this order, as `nextOrder` gave it: what came later stays. */
  readonly orderMs?: number;
}

/** The least by which one value of a variable comes after another. */
const ORDER_STEP_MS = 0.002;
const WRITTEN: WriteOutcome = { kind: 'written' };
/** Who writes what it may not is told of once for each variable, for so many of them. */
const MOST_IGNORED = 1000;
const NO_HOPS: readonly Hop[] = [];

/** One node's mirror of the blackboard: reads are local, writes go to all, and whoever is bound is told. */
export class Blackboard implements Disposable {
  readonly #ports: BlackboardPorts;
  readonly #mounts: ReadonlyMap<string, Mount>;
  readonly #declarations: Declarations;
  readonly #values: Values;
  readonly #answers: Answers;
  readonly #lateJoin: LateJoin;
  readonly #bindings = new Subscriptions<Binding>();
  readonly #ignored = new Set<string>();
  readonly #look: Look = (name) => this.#read(name);
  readonly #open: Disposable[];

  /** Resolves when what was declared is known, and what was written has been fetched. */
  readonly ready: Promise<void>;

  constructor(ports: BlackboardPorts) {
    const { world, bus, clock, report, mounts = [], isKeeper = false } = ports;
    this.#ports = ports;
    this.#mounts = new Map(mounts.map((mount) => [mount.prefix, mount]));
    this.#values = new Values(ports);
    this.#answers = new Answers(ports);
    this.#declarations = new Declarations(bus.bucket(buckets.declarations(world)), {
      clock,
      report,
      onChange: (name, declaration) => this.#declarationChanged(name, declaration),
    });
    this.#lateJoin = new LateJoin(ports, this.#values, { isKeeper, take: (name, arrival) => this.#takeNamed(name, arrival) });
    this.#open = [
      this.#declarations,
      this.#lateJoin,
      bus.subscribe(subjects.variable(world, '>'), ({ subject, payload, from }) => {
        const variable = this.#values.ofSubject(subject);
        const arrival: Arrival = { writer: from, bytes: payload, ageMs: undefined, atMs: clock.now() };
        if (variable) this.#take(variable, arrival);
        else this.#await(nameOfSubject(subject), arrival);
      }),
      bus.onStatus(({ kind }) => {
        if (kind === 'reconnecting') this.#declarations.expectRelisting();
        if (kind === 'connected') void this.#lateJoin.compare().catch(report);
      }),
      ...mounts.map((mount) => mount.onChange((names) => this.#mountChanged(names))),
    ];
    this.ready = this.#declarations.synced.then(() => this.#lateJoin.compare());
    // Who does not wait for it must not end by it.
    this.ready.catch(report);
  }

  /** Says what a variable is. Resolves when it can be written; rejects with DeclarationError when it cannot be declared. */
  async declare(name: string, { type, unit = '', writers = ANYONE, goodForMs }: NewVariable): Promise<void> {
    const mount = this.#mountOf(requireDeclarable(name));
    if (mount) throw new DeclarationError(`${name} cannot be declared: all of ${mount.prefix}/ is mounted`);
    await this.#declarations.settle(name, { name, type, unit, writers, goodForMs, by: this.#ports.bus.self });
  }

  /** Takes a variable away, with its value. */
  async undeclare(name: string): Promise<void> {
    await this.#declarations.settle(requireName(name), undefined);
  }

  declaration(name: string): Declaration | undefined {
    const mount = this.#mountOf(name);
    return mount ? mount.declaration(name) : this.#values.get(name)?.declaration;
  }

  /** The names there are, in their order. */
  names(pattern = '**'): string[] {
    const wanted = requireNamePattern(pattern);
    const mounted = [...this.#mounts.values()].flatMap((mount) => [...mount.names()]);
    const declared = Array.from(this.#values.declared(), ({ name }) => name);
    return [...declared, ...mounted].filter((name) => matches(wanted, dotted(name))).sort();
  }

  /** The value, if it is at most `maxAgeMs` old for certain (as its declaration says, if that is left out); else Stale, with the reason. */
  read(name: string, maxAgeMs?: number): Answer {
    this.#ports.attention?.read(name);
    return this.#read(name, maxAgeMs);
  }

  /** The newest value however old it is, for who only wants to know what was: it counts as no reading. */
  peek(name: string): Answer {
    return this.#read(name, Number.POSITIVE_INFINITY);
  }

  #read(name: string, maxAgeMs?: number): Answer {
    const variable = this.#values.get(name);
    return variable ? this.#answers.now(variable, maxAgeMs) : this.#readMounted(name, maxAgeMs);
  }

  /** Writes a value, or commands what is mounted. Never silent: the outcome says what became of it. */
  async write(name: string, value: BoardValue, options: WriteOptions = {}): Promise<WriteOutcome> {
    const mount = this.#mountOf(name);
    return mount ? mount.write(name, value, { goodForMs: options.goodForMs }) : this.#publish(name, value, options);
  }

  /** What a value would be ordered by if it were written now: for who has to say it again later, and does not know whether it was said. Undefined when there is no such variable. */
  nextOrder(name: string): number | undefined {
    const variable = this.#values.get(name);
    return variable && this.#orderAfter(variable, this.#ports.time.at(this.#ports.clock.now()).atMs);
  }

  /** Why nothing can be written there by this node, whatever the value; undefined when it may try. */
  objectionToWriting(name: string): string | undefined {
    const declaration = this.declaration(name);
    if (!declaration) return `there is no variable ${name}`;
    const mount = this.#mountOf(name);
    if (mount) return mount.isWritable(name) ? undefined : `${name} is only to be read`;
    return objectionToValue(declaration, this.#ports.bus.self, declaration.type);
  }

  /** Tells of each value of these variables that the options let through, of those that are there at first. Never called inside of it. */
  bind(pattern: string, handler: BoardHandler, options: BindOptions = {}): Disposable {
    const binding = new Binding(requireNamePattern(pattern), handler, options, this.#ports);
    this.#bindings.add(binding);
    const attention = this.#ports.attention?.bound(pattern);
    const first = this.#ports.clock.after(0, () =>
      binding.begin(
        this.names(pattern).filter((name) => this.#hasValue(name)),
        this.#look,
      ),
    );
    return {
      [Symbol.dispose]: () => {
        first[Symbol.dispose]();
        attention?.[Symbol.dispose]();
        this.#bindings.delete(binding);
        binding[Symbol.dispose]();
      },
    };
  }

  /** Tells when all of these have a value of the very same time of measurement. */
  joinExact(names: readonly string[], handler: JoinHandler): Disposable {
    return this.#join(names, exactJoin(names, handler));
  }

  /** Tells when all of these have a value within `withinMs` of each other. */
  joinApproximate(names: readonly string[], options: { readonly withinMs: number }, handler: JoinHandler): Disposable {
    return this.#join(names, approximateJoin(names, options, handler));
  }

  /** How many bindings a value of this variable is offered to. */
  audience(name: string): number {
    return this.#bindings.matching(dotted(name)).length;
  }

  [Symbol.dispose](): void {
    for (const part of this.#open) part[Symbol.dispose]();
    this.#ports.attention?.[Symbol.dispose]();
  }

  #join(names: readonly string[], join: Join): Disposable {
    if (new Set(names).size < names.length) throw new MisuseError(`a join names each variable once, not ${names.join(', ')}`);
    const bindings = names.map((name) => this.bind(requireName(name), (answer) => join.take(answer)));
    return {
      [Symbol.dispose]: () => {
        for (const binding of bindings) binding[Symbol.dispose]();
      },
    };
  }

  #publish(name: string, value: BoardValue, options: WriteOptions): WriteOutcome {
    const { bus, clock, time } = this.#ports;
    const variable = this.#values.get(name);
    if (!variable) return { kind: 'refused', reason: `there is no variable ${requireName(name)}; declare it first` };
    const objection = objectionToValue(variable.declaration, bus.self, typed(value).type);
    if (objection !== undefined) return { kind: 'refused', reason: objection };
    if (bus.status.kind !== 'connected') return { kind: 'lost', reason: `the connection is ${bus.status.kind}: ${bus.status.reason}` };
    const localMs = clock.now();
    const now = time.at(localMs);
    const { measuredAtMs = now.atMs } = options;
    if (measuredAtMs > now.atMs)
      throw new MisuseError(`${name} cannot be measured ${measuredAtMs - now.atMs} ms from now; give shared time, world.time.sharedMs`);
    const hops = this.#hopsBefore(options, localMs);
    if (options.orderMs !== undefined && heldOrder(variable) >= options.orderMs) return WRITTEN;
    const orderMs = options.orderMs ?? this.#orderAfter(variable, now.atMs);
    const stamp = { atMs: measuredAtMs, errorMs: now.errorMs, term: now.term };
    const bytes = encodeValue({ stamp, orderMs, hops, value });
    bus.publish(variable.subject, bytes);
    // Measured just now, by our own clock: no comparison is needed to know that.
    const ageMs = options.measuredAtMs === undefined ? sumOf(hops) : undefined;
    this.#take(variable, { writer: bus.self, bytes, ageMs, atMs: localMs });
    return WRITTEN;
  }

  /** Above all that was seen of it. */
  #orderAfter(variable: Variable, nowMs: number): number {
    return Math.max(nowMs, heldOrder(variable) + ORDER_STEP_MS);
  }

  #hopsBefore({ from, earlier = NO_HOPS }: WriteOptions, localMs: number): readonly Hop[] {
    if (!from) return earlier;
    const { bus } = this.#ports;
    const here: Hop = { node: bus.self, kind: 'participant', shareMs: elapsedMs(from.readAtMs, localMs), basis: 'measured' };
    return [...earlier, ...from.hops, here];
  }

  #take(variable: Variable, arrival: Arrival): void {
    try {
      if (this.#values.take(variable, arrival, arrival.atMs) === 'newer') this.#dispatch(variable);
    } catch (error) {
      if (error instanceof IgnoredValueError) this.#reportOnce(variable.name, arrival.writer, error);
      else this.#ports.report(error);
    }
  }

  #takeNamed(name: string, arrival: Arrival): void {
    const variable = this.#values.get(name);
    if (variable) this.#take(variable, arrival);
    else this.#await(name, arrival);
  }

  /** Undefined: it is no name of a variable. */
  #await(name: string | undefined, arrival: Arrival): void {
    try {
      if (name !== undefined) this.#values.await(name, arrival);
    } catch (error) {
      this.#ports.report(error);
    }
  }

  #reportOnce(name: string, writer: string, error: IgnoredValueError): void {
    const key = `${writer} ${name}`;
    if (this.#ignored.has(key) || this.#ignored.size >= MOST_IGNORED) return;
    this.#ignored.add(key);
    this.#ports.report(error);
  }

  #declarationChanged(name: string, declaration: Declaration | undefined): void {
    // Who is on the bus itself could write such a record.
    if (this.#mountOf(name)) return;
    try {
      if (declaration) {
        const { variable, change } = this.#values.declare(name, declaration);
        if (change === 'newer') this.#dispatch(variable);
        if (change === 'gone') this.#forget(variable);
      } else {
        const variable = this.#values.undeclare(name);
        if (variable) this.#forget(variable);
      }
    } catch (error) {
      this.#ports.report(error);
    }
  }

  #forget(variable: Variable): void {
    for (const binding of variable.audience(this.#bindings)) binding.forget(variable.name);
  }

  #mountChanged(names: readonly string[]): void {
    for (const name of names) for (const binding of this.#bindings.matching(dotted(name))) binding.offer(name, this.#look);
  }

  /** Costs as much as there are bindings that match. */
  #dispatch(variable: Variable): void {
    const audience = variable.audience(this.#bindings);
    if (audience.length === 0) return;
    let seen = this.#answers.arrived(variable);
    for (const binding of audience) {
      binding.offer(variable.name, this.#look, seen);
      // A handler may take its time: whoever is told next is told what it is by then.
      seen = undefined;
    }
  }

  #hasValue(name: string): boolean {
    const mount = this.#mountOf(name);
    return mount ? mount.read(name) !== undefined : this.#values.get(name)?.held !== undefined;
  }

  #mountOf(name: string): Mount | undefined {
    if (this.#mounts.size === 0) return undefined;
    const end = name.indexOf('/');
    return this.#mounts.get(end < 0 ? name : name.slice(0, end));
  }

  #readMounted(name: string, maxAgeMs: number | undefined): Answer {
    const mount = this.#mountOf(name);
    const declaration = mount?.declaration(name);
    if (!mount || !declaration) return missing(name, `there is no variable ${name}`);
    const found = mount.read(name);
    return found
      ? judge(found, maxAgeMs ?? declaration.goodForMs ?? Number.POSITIVE_INFINITY)
      : missing(name, `nobody has written ${name}`);
  }
}

const heldOrder = ({ held }: Variable): number => held?.frame.orderMs ?? Number.NEGATIVE_INFINITY;
