import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { isId } from '../base/ids.ts';
import { isName, keyOf, requireDeclarable } from './names.ts';
import { VARIABLE_TYPES, type VariableType } from './value.ts';

/** `mount`: nobody but the part of the system that it is mounted from. */
export type Writers = { readonly kind: 'anyone' } | { readonly kind: 'participant'; readonly id: string } | { readonly kind: 'mount' };

export const ANYONE: Writers = { kind: 'anyone' };

/** What a variable is, for all who read and write it: kept as a record, so that who comes late knows it too. */
export interface Declaration {
  readonly name: string;
  readonly type: VariableType;
  /** Of what is measured: `m`, `rad`, `m/s`; empty for none. */
  readonly unit: string;
  readonly writers: Writers;
  /** How old it may be for readers who do not say; undefined: as old as it likes. */
  readonly goodForMs: number | undefined;
  /** Who declared it. */
  readonly by: string;
}

const VERSION = 1;
const LONGEST_UNIT = 32;
const WRITERS = ['anyone', 'participant', 'mount'] as const;

export function encodeDeclaration({ name, type, unit, writers, goodForMs, by }: Declaration): Uint8Array<ArrayBuffer> {
  requireDeclarable(name);
  if (unit.length > LONGEST_UNIT) throw new MisuseError(`the unit "${unit}" is too long: at most ${LONGEST_UNIT} characters`);
  if (goodForMs !== undefined && !(goodForMs > 0 && Number.isFinite(goodForMs))) {
    throw new MisuseError(`a value that is good for ${goodForMs} ms is never good: give more than 0, or leave it out`);
  }
  return new ByteWriter()
    .byte(VERSION)
    .text(name)
    .byte(VARIABLE_TYPES.indexOf(type))
    .text(unit)
    .byte(WRITERS.indexOf(writers.kind))
    .text(writers.kind === 'participant' ? writers.id : '')
    .float(goodForMs ?? 0)
    .text(by)
    .finish();
}

/** Throws MalformedError for whatever encodeDeclaration could not have made, and for a name that is not the key's. */
export function decodeDeclaration(bytes: Uint8Array, key: string): Declaration {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new MalformedError(`a declaration of version ${version}, where ${VERSION} is understood`);
  const name = reader.text();
  const type = VARIABLE_TYPES[reader.byte()];
  const unit = reader.text();
  const kind = WRITERS[reader.byte()];
  const writer = reader.text();
  const goodForMs = reader.float();
  const by = reader.text();
  reader.end();
  if (!isName(name) || keyOf(name) !== key) throw new MalformedError(`the declaration at ${key} is of "${name}"`);
  if (type === undefined || kind === undefined || goodForMs < 0 || unit.length > LONGEST_UNIT)
    throw new MalformedError(`the declaration of ${name} makes no sense`);
  if (!isId(by) || (kind === 'participant' && !isId(writer))) throw new MalformedError(`the declaration of ${name} names no participant`);
  const writers: Writers = kind === 'participant' ? { kind, id: writer } : { kind };
  return { name, type, unit, writers, goodForMs: goodForMs === 0 ? undefined : goodForMs, by };
}

/** Why this author may not write a value of this type; undefined when it may. */
export function objectionToValue({ name, type, writers }: Declaration, author: string, given: VariableType): string | undefined {
  if (writers.kind === 'mount') return `${name} is mounted: nobody publishes it`;
  if (writers.kind === 'participant' && writers.id !== author) return `only ${writers.id} may write ${name}, not ${author}`;
  return given === type ? undefined : `${name} is declared as ${type}, and a ${given} was written`;
}

/** Who wants to declare, and what it may look up. */
export interface Declarer {
  readonly id: string;
  /** It may declare in another's place. */
  readonly mayOverrule: boolean;
  isHere(participant: string): boolean;
}

/** Why a declaration may not take the place of the one that is there; undefined when it may. Either may be absent: made, and deleted. */
export function objectionToDeclaration(
  declarer: Declarer,
  present: Declaration | undefined,
  next: Declaration | undefined,
): string | undefined {
  if (next && next.by !== declarer.id) return `${declarer.id} declares ${next.name} as ${next.by}`;
  if (next?.writers.kind === 'mount') return `${next.name} cannot be declared as mounted: what is mounted has no record`;
  if (!present || present.by === declarer.id || declarer.mayOverrule) return undefined;
  return declarer.isHere(present.by)
    ? `${present.name} was declared by ${present.by}, who is here: only ${present.by} or a teacher may change that`
    : undefined;
}
