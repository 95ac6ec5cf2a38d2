import type { Clock } from '../../core/base/clock.ts';
import { explain, MisuseError } from '../../core/base/errors.ts';
import { elapsedMs, type Hop } from '../../core/blackboard/age.ts';
import type { BindOptions } from '../../core/blackboard/binding.ts';
import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import { DeclarationError } from '../../core/blackboard/declarations.ts';
import type { WriteOutcome } from '../../core/blackboard/mount.ts';
import type { Answer } from '../../core/blackboard/reading.ts';
import type { BoardValue } from '../../core/blackboard/value.ts';
import {
  type Errand,
  type ErrorCode,
  type LineAnswer,
  type LineValue,
  readValue,
  USAGE,
  writtenAnswer,
} from '../../protocols/line/line.ts';
import type { Seat } from '../gateway.ts';
import { mayBeOldMs } from './freshness.ts';
import type { LineLimits } from './limits.ts';
import { LONGEST_NONCE_MS, type Nonces } from './nonces.ts';
import type { Outbox } from './outbox.ts';

export interface VisitPorts {
  readonly seat: Seat;
  readonly outbox: Outbox;
  readonly nonces: Nonces;
  readonly clock: Clock;
  readonly limits: LineLimits;
  readonly linkDelayMs: number;
  /** Of the pace at which this line is read: so many lines more than the one that asked. */
  readonly charge: (lines: number) => void;
  readonly isRefusal: (error: unknown) => boolean;
  /** What ought not to happen. */
  readonly onFailure: (error: unknown) => void;
}

/** A line that came: its number, and since when it may have lain here. */
export interface Arrived {
  readonly line: number;
  readonly sinceMs: number;
}

type Asked<K extends Errand['kind']> = Extract<Errand, { kind: K }>;

/** Something a line asked for that cannot be had. */
class LineError extends Error {
  override readonly name = 'LineError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** One guest in a world, from its hello to its bye: does what its lines ask for, and answers each. */
export class Visit implements Disposable {
  readonly seat: Seat;
  readonly #ports: VisitPorts;
  readonly #bindings = new Map<number, Disposable>();
  #pending = 0;
  /** What is still done for it then is answered to nobody: the next guest counts its lines anew. */
  #isOver = false;

  constructor(ports: VisitPorts) {
    this.seat = ports.seat;
    this.#ports = ports;
  }

  /** Never rejects: what goes wrong is the answer. */
  async answer(request: Errand, arrived: Arrived): Promise<void> {
    const nonce = request.kind === 'set' && request.nonce !== undefined ? { nonce: this.#ports.nonces.give() } : {};
    try {
      const words = await this.#do(request, arrived);
      const next = nonce.nonce === undefined ? [] : [`nonce=${nonce.nonce}`];
      if (words !== 'answered') this.#say({ kind: 'done', line: arrived.line, words: [...words, ...next] });
    } catch (error) {
      this.#say({ kind: 'failed', line: arrived.line, code: this.#codeOf(error), message: explain(error), ...nonce });
    }
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const binding of this.#bindings.values()) binding[Symbol.dispose]();
    this.#bindings.clear();
  }

  get #board(): Blackboard {
    return this.seat.board;
  }

  #say(answer: LineAnswer): void {
    if (this.#isOver) return;
    this.#ports.outbox.push(writtenAnswer(answer));
  }

  #codeOf(error: unknown): ErrorCode {
    if (error instanceof LineError) return error.code;
    if (error instanceof MisuseError) return 'syntax';
    if (error instanceof DeclarationError || this.#ports.isRefusal(error)) return 'refused';
    this.#ports.onFailure(error);
    return 'lost';
  }

  /** What follows `ok LINE`, or that it is answered already. */
  async #do(request: Errand, arrived: Arrived): Promise<readonly string[] | 'answered'> {
    switch (request.kind) {
      case 'get':
        return this.#get(request, arrived);
      case 'set':
        await this.#set(request, arrived);
        return [];
      case 'declare':
        await this.#declare(request);
        return [];
      case 'bind':
        this.#bind(request, arrived);
        return [];
      case 'unbind':
        this.#unbind(request);
        return [];
      case 'age':
        return this.#age(request, arrived);
      case 'list':
        return this.#list(request, arrived);
      case 'nonce':
        return [`nonce=${this.#ports.nonces.give()}`];
      case 'help':
        return [Object.values(USAGE).join('; ')];
    }
  }

  #get({ name, maxAgeMs }: Asked<'get'>, { line }: Arrived): 'answered' {
    const { linkDelayMs } = this.#ports;
    // On its way back it grows older by as much.
    const answer = this.#read(name, maxAgeMs === undefined ? undefined : maxAgeMs - linkDelayMs);
    if (answer.kind === 'stale') throw new LineError('stale', answer.reason);
    this.#say({ kind: 'read', line, name, value: lineValueOf(name, answer.value), ageMs: answer.ageMs + linkDelayMs });
    return 'answered';
  }

  #read(name: string, maxAgeMs?: number): Answer {
    if (!this.#board.declaration(name)) throw new LineError('unknown', `there is no variable ${name}`);
    return this.#board.read(name, maxAgeMs);
  }

  #age({ name }: Asked<'age'>, { line }: Arrived): 'answered' {
    const { ageMs, writer = '', isWriterHere = false, hops = [] } = this.#read(name);
    const { linkDelayMs } = this.#ports;
    const wire: Hop = { node: 'line', kind: 'gateway', shareMs: linkDelayMs, basis: 'assumed' };
    const total = ageMs === undefined ? undefined : ageMs + linkDelayMs;
    this.#say({ kind: 'age', line, name, ageMs: total, writer, isWriterHere, hops: hops.length === 0 ? [] : [...hops, wire] });
    return 'answered';
  }

  #list({ pattern }: Asked<'list'>, { line }: Arrived): readonly string[] {
    const names = this.#board.names(pattern);
    const { listed } = this.#ports.limits;
    this.#chargeFor(names);
    for (const name of names.slice(0, listed)) {
      const declaration = this.#board.declaration(name);
      if (declaration) this.#say({ kind: 'item', line, name, type: declaration.type, unit: declaration.unit });
    }
    return names.length > listed ? [`${listed} of ${names.length}`] : [String(names.length)];
  }

  #bind({ pattern, onChange, minIntervalMs, deadband }: Asked<'bind'>, { line }: Arrived): void {
    const { bindings } = this.#ports.limits;
    if (this.#bindings.size >= bindings) throw new LineError('busy', `there are ${bindings} bindings already: unbind one`);
    this.#chargeFor(this.#board.names(pattern));
    const options: BindOptions = {
      onChange,
      ...(minIntervalMs !== undefined && { minIntervalMs }),
      ...(deadband !== undefined && { deadband }),
    };
    this.#bindings.set(
      line,
      this.#board.bind(pattern, (answer) => this.#tell(line, answer), options),
    );
  }

  /** One line may ask for thousands: each that is told at once costs as a line does, but never more than a list tells, for a stop may be behind it. */
  #chargeFor(names: readonly string[]): void {
    this.#ports.charge(Math.min(names.length, this.#ports.limits.listed));
  }

  #unbind({ binding }: Asked<'unbind'>): void {
    const bound = this.#bindings.get(binding);
    if (!bound) throw new LineError('unknown', `line ${binding} has bound nothing, or is unbound already`);
    bound[Symbol.dispose]();
    this.#bindings.delete(binding);
    this.#ports.outbox.forget((key) => key.startsWith(`${binding} `));
  }

  #tell(line: number, answer: Answer): void {
    const { outbox, clock, linkDelayMs } = this.#ports;
    const { name, ageMs, readAtMs = clock.now() } = answer;
    const value = answer.kind === 'value' ? answer.value : answer.last;
    const shown = value === undefined || isBytes(value) ? undefined : value;
    outbox.offer(`${line} ${name}`, () => {
      const grownMs = ageMs === undefined ? undefined : ageMs + elapsedMs(readAtMs, clock.now()) + linkDelayMs;
      return writtenAnswer({ kind: 'value', line, name, value: shown, ageMs: grownMs, isStale: answer.kind === 'stale' });
    });
  }

  async #declare({ name, type, unit, goodForMs, isOwn }: Asked<'declare'>): Promise<void> {
    await this.#inTurn(() =>
      this.#board.declare(name, {
        ...{ type, unit },
        ...(goodForMs !== undefined && { goodForMs }),
        ...(isOwn && { writers: { kind: 'participant' as const, id: this.seat.id } }),
      }),
    );
  }

  async #set(request: Asked<'set'>, { sinceMs }: Arrived): Promise<void> {
    const { name } = request;
    const declaration = this.#board.declaration(name);
    if (!declaration) throw new LineError('unknown', `there is no variable ${name}: declare it first`);
    if (declaration.type === 'bytes') throw new LineError('refused', `${name} is of bytes, which no line carries`);
    const read = readValue(request.value, declaration.type);
    if ('fault' in read) throw new LineError('syntax', `column ${read.fault.column}: ${read.fault.message}`);
    const outcome =
      declaration.writers.kind === 'mount'
        ? await this.#command(request, read.value)
        : await this.#inTurn(() => this.#board.write(name, read.value, { earlier: this.#hopsOf(request, sinceMs) }));
    if (outcome.kind !== 'written') throw new LineError(outcome.kind, outcome.reason);
  }

  /** A command to a robot may be old in ways that nobody here can see: it must prove that it is not, but for a stop. */
  async #command({ name, nonce }: Asked<'set'>, value: LineValue): Promise<WriteOutcome> {
    const mayBeMs = mayBeOldMs(name, value);
    if (mayBeMs === undefined) return this.#board.write(name, value);
    if (nonce === undefined) throw new LineError('late', `nothing says when this was sent: ask for a nonce and give it, ${USAGE.set}`);
    return this.#inTurn(async () => {
      const ageMs = this.#ports.nonces.ageMs(nonce);
      if (ageMs === undefined)
        throw new LineError('late', `the nonce ${nonce} is not one of the last ${LONGEST_NONCE_MS / 1000} s of this guest`);
      if (ageMs >= mayBeMs)
        throw new LineError('late', `it may be ${Math.ceil(ageMs)} ms old, by its nonce, where ${mayBeMs} ms are allowed for ${name}`);
      return this.#board.write(name, value, { goodForMs: mayBeMs - ageMs });
    });
  }

  /** With a nonce the way here is measured, by what it can have been at most; without one it is assumed. */
  #hopsOf({ ageMs, nonce }: Asked<'set'>, sinceMs: number): Hop[] {
    const { clock, nonces, linkDelayMs } = this.#ports;
    const device: Hop = { node: 'device', kind: 'device', shareMs: ageMs, basis: 'measured' };
    const provenMs = nonce === undefined ? undefined : nonces.ageMs(nonce);
    if (nonce !== undefined && provenMs === undefined)
      throw new LineError('late', `the nonce ${nonce} is not one of the last ${LONGEST_NONCE_MS / 1000} s of this guest`);
    if (provenMs !== undefined) return [device, { node: 'line', kind: 'gateway', shareMs: provenMs, basis: 'measured' }];
    return [
      device,
      { node: 'line', kind: 'gateway', shareMs: linkDelayMs, basis: 'assumed' },
      { node: 'gateway', kind: 'gateway', shareMs: elapsedMs(sinceMs, clock.now()), basis: 'measured' },
    ];
  }

  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const { pending } = this.#ports.limits;
    if (this.#pending >= pending) throw new LineError('busy', `${pending} lines wait for their outcome: wait for an answer`);
    this.#pending++;
    try {
      return await act();
    } finally {
      this.#pending--;
    }
  }
}

const isBytes = (value: BoardValue): value is Exclude<BoardValue, LineValue> => typeof value === 'object' && 'bytes' in value;

function lineValueOf(name: string, value: BoardValue): LineValue {
  if (isBytes(value)) throw new LineError('refused', `${name} is ${value.bytes.length} bytes of ${value.content}, which no line carries`);
  return value;
}
