/** The blackboard: every value in the system by name, with its age. SPEC.md has the rules. */
import type { Clock } from '../base/clock.ts';
import { MisuseError } from '../base/errors.ts';
import type { Bus } from '../bus/bus.ts';
import { buckets, matches, subjects } from '../bus/subjects.ts';
import { Subscriptions } from '../bus/subscriptions.ts';
import { ageNow, elapsedMs, type Hop, stampNow, sumOf, type TimeSource } from './age.ts';
import { Binding, type BindOptions, type BoardHandler } from './binding.ts';
import { ANYONE, type Declaration, objectionToValue, type Writers } from './declaration.ts';
import { DeclarationError, Declarations } from './declarations.ts';
import { encodeValue } from './frame.ts';
import { approximateJoin, exactJoin, type Join, type JoinHandler } from './joins.ts';
import { LateJoin } from './late-join.ts';
import type { Mount, WriteOutcome } from './mount.ts';
import { dotted, nameOfSubject, requireDeclarable, requireName, requireNamePattern, subjectOf } from './names.ts';
import { type Answer, type Found, judge, missing, type Reading } from './reading.ts';
import type { BoardValue, VariableType } from './value.ts';
import { typed } from './value.ts';
import { type Arrival, type HeldValue, IgnoredValueError, Values } from './values.ts';

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
}

/** The least by which one value of a variable comes after another. */
const ORDER_STEP_MS = 0.002;
/** Subjects whose names are remembered. Beyond it all are forgotten and found again as they come. */
const MOST_NAMES = 20_000;
/** Who writes what it may not is told of once for each variable, for so many of them. */
const MOST_IGNORED = 1000;

/** One node's mirror of the blackboard: reads are local, writes go to all, and whoever is bound is told. */
export class Blackboard implements Disposable {
  readonly #ports: BlackboardPorts;
  readonly #mounts: ReadonlyMap<string, Mount>;
  readonly #declarations: Declarations;
  readonly #values: Values;
  readonly #lateJoin: LateJoin;
  readonly #bindings = new Subscriptions<Binding>();
  readonly #ignored = new Set<string>();
  /** By subject: a busy one is looked at once. */
  readonly #names = new Map<string, string | undefined>();
  readonly #open: Disposable[];

  /** Resolves when what was declared is known, and what was written has been fetched. */
  readonly ready: Promise<void>;

  constructor(ports: BlackboardPorts) {
    const { world, bus, clock, report, mounts = [], isKeeper = false } = ports;
    this.#ports = ports;
    this.#mounts = new Map(mounts.map((mount) => [mount.prefix, mount]));
    this.#values = new Values(ports, (name) => this.#declarations.get(name));
    this.#declarations = new Declarations(bus.bucket(buckets.declarations(world)), {
      clock,
      report,
      onChange: (name) => this.#declarationChanged(name),
    });
    this.#lateJoin = new LateJoin(ports, this.#values, { isKeeper, take: (name, arrival) => this.#take(name, arrival) });
    this.#open = [
      this.#declarations,
      this.#lateJoin,
      bus.subscribe(subjects.variable(world, '>'), ({ subject, payload, from }) => {
        const name = this.#nameOf(subject);
        if (name !== undefined) this.#take(name, { writer: from, bytes: payload, ageMs: undefined, atMs: clock.now() });
      }),
      bus.onStatus(({ kind }) => {
        if (kind === 'reconnecting') this.#declarations.expectRelisting();
        if (kind === 'connected') void this.#lateJoin.compare().catch(report);
      }),
      ...mounts.map((mount) => mount.onChange((names) => this.#mountChanged(names))),
    ];
    this.ready = this.#declarations.synced.then(() => this.#lateJoin.compare());
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
    return mount ? mount.declaration(name) : this.#declarations.get(name);
  }

  /** The names there are, in their order. */
  names(pattern = '**'): string[] {
    const wanted = requireNamePattern(pattern);
    const mounted = [...this.#mounts.values()].flatMap((mount) => [...mount.names()]);
    const declared = Array.from(this.#declarations.all(), ({ name }) => name);
    return [...declared, ...mounted].filter((name) => matches(wanted, dotted(name))).sort();
  }

  /** The value, if it is at most `maxAgeMs` old for certain (as its declaration says, if that is left out); else Stale, with the reason. */
  read(name: string, maxAgeMs?: number): Answer {
    const declaration = this.declaration(name);
    if (!declaration) return missing(name, `there is no variable ${name}`);
    const found = this.#find(declaration);
    if (!found) return missing(name, `nobody has written ${name}`);
    return judge(found, maxAgeMs ?? declaration.goodForMs ?? Number.POSITIVE_INFINITY);
  }

  /** Writes a value, or commands what is mounted. Never silent: the outcome says what became of it. */
  async write(name: string, value: BoardValue, options: WriteOptions = {}): Promise<WriteOutcome> {
    const mount = this.#mountOf(name);
    return mount ? mount.write(name, value, { goodForMs: options.goodForMs }) : this.#publish(name, value, options);
  }

  /** Tells of each value of these variables that the options let through, of those that are there at first. Never called inside of it. */
  bind(pattern: string, handler: BoardHandler, options: BindOptions = {}): Disposable {
    const binding = new Binding(requireNamePattern(pattern), handler, options, this.#ports);
    this.#bindings.add(binding);
    const first = this.#ports.clock.after(0, () => {
      for (const name of this.names(pattern))
        if (!binding.hasTold(name) && this.#hasValue(name)) binding.offer(name, () => this.read(name));
    });
    return {
      [Symbol.dispose]: () => {
        first[Symbol.dispose]();
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
    const { bus, clock, time, world } = this.#ports;
    const declaration = this.#declarations.get(requireName(name));
    if (!declaration) return { kind: 'refused', reason: `there is no variable ${name}; declare it first` };
    const objection = objectionToValue(declaration, bus.self, typed(value).type);
    if (objection !== undefined) return { kind: 'refused', reason: objection };
    if (bus.status.kind !== 'connected') return { kind: 'lost', reason: `the connection is ${bus.status.kind}: ${bus.status.reason}` };
    const now = stampNow(time);
    const { measuredAtMs = now.atMs } = options;
    if (measuredAtMs > now.atMs)
      throw new MisuseError(`${name} cannot be measured ${measuredAtMs - now.atMs} ms from now; give shared time, world.time.sharedMs`);
    const hops = this.#hopsBefore(options);
    const orderMs = Math.max(now.atMs, (this.#values.get(name)?.frame.orderMs ?? Number.NEGATIVE_INFINITY) + ORDER_STEP_MS);
    const bytes = encodeValue({ stamp: { ...now, atMs: measuredAtMs }, orderMs, hops, value });
    bus.publish(subjectOf(world, name), bytes);
    // Measured just now, by our own clock: no comparison is needed to know that.
    const ageMs = options.measuredAtMs === undefined ? sumOf(hops) : undefined;
    this.#take(name, { writer: bus.self, bytes, ageMs, atMs: clock.now() });
    return { kind: 'written' };
  }

  #hopsBefore({ from, earlier = [] }: WriteOptions): Hop[] {
    if (!from) return [...earlier];
    const { clock, bus } = this.#ports;
    const here: Hop = { node: bus.self, kind: 'participant', shareMs: elapsedMs(from.readAtMs, clock), basis: 'measured' };
    return [...earlier, ...from.hops, here];
  }

  #take(name: string, arrival: Arrival): void {
    try {
      if (this.#values.take(name, arrival) === 'newer') this.#dispatch(name);
    } catch (error) {
      if (error instanceof IgnoredValueError) this.#reportOnce(name, arrival.writer, error);
      else this.#ports.report(error);
    }
  }

  #reportOnce(name: string, writer: string, error: IgnoredValueError): void {
    const key = `${writer} ${name}`;
    if (this.#ignored.has(key) || this.#ignored.size >= MOST_IGNORED) return;
    this.#ignored.add(key);
    this.#ports.report(error);
  }

  #declarationChanged(name: string): void {
    try {
      const change = this.#values.declarationChanged(name);
      if (change === 'newer') this.#dispatch(name);
      if (change === 'gone') for (const binding of this.#bindings.matching(dotted(name))) binding.forget(name);
    } catch (error) {
      this.#ports.report(error);
    }
  }

  #mountChanged(names: readonly string[]): void {
    for (const name of names) this.#dispatch(name);
  }

  /** Costs as much as there are bindings that match. */
  #dispatch(name: string): void {
    for (const binding of this.#bindings.matching(dotted(name))) binding.offer(name, () => this.read(name));
  }

  #hasValue(name: string): boolean {
    const mount = this.#mountOf(name);
    return mount ? mount.read(name) !== undefined : this.#values.get(name) !== undefined;
  }

  #nameOf(subject: string): string | undefined {
    if (this.#names.has(subject)) return this.#names.get(subject);
    const name = nameOfSubject(subject);
    if (this.#names.size >= MOST_NAMES) this.#names.clear();
    this.#names.set(subject, name);
    return name;
  }

  #mountOf(name: string): Mount | undefined {
    if (this.#mounts.size === 0) return undefined;
    const end = name.indexOf('/');
    return this.#mounts.get(end < 0 ? name : name.slice(0, end));
  }

  #find(declaration: Declaration): Found | undefined {
    const mount = this.#mountOf(declaration.name);
    if (mount) return mount.read(declaration.name);
    const held = this.#values.get(declaration.name);
    return held && this.#described(declaration, held);
  }

  #described({ name, type, unit }: Declaration, { writer, frame, earlierMs, anchor }: HeldValue): Found {
    const { clock, bus, isHere } = this.#ports;
    const age = ageNow(frame.stamp, earlierMs, anchor, this.#ports);
    const shareMs = age.kind === 'known' ? Math.max(0, age.ageMs - earlierMs) : 0;
    const last: Hop = { node: writer, kind: 'participant', shareMs, basis: 'measured' };
    return {
      ...{ name, type, unit, writer, age, value: frame.value },
      isWriterHere: writer === bus.self || isHere(writer),
      measuredAtMs: frame.stamp.atMs - earlierMs,
      hops: [...frame.hops, last],
      readAtMs: clock.now(),
    };
  }
}
