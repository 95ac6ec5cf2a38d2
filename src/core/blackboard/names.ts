import { MisuseError } from '../base/errors.ts';
import { isId } from '../base/ids.ts';
import { subjects } from '../bus/subjects.ts';

/**
 * Names are paths of ids (`robots/puma-1/joints/2`), so that a name is a subject once its slashes are dots: the bus itself then carries to a reader only what it
 * asked for. Patterns are the Bus's for the same reason: `*` stands for one segment, a last `>` for one or more. `**` is the same as `>`, which a shell would take for itself.
 */
const LONGEST_NAME = 160;
/** In subjects these stand where a name begins and mean something else there. */
const TAKEN_FIRST = new Set(['st', 'inv']);

const SLASH = '_-';
const UNDERSCORE = '__';

export function isName(text: string): boolean {
  const segments = text.split('/');
  return text.length <= LONGEST_NAME && segments.every(isId) && !TAKEN_FIRST.has(segments[0] ?? '');
}

export function requireName(text: string): string {
  if (isName(text)) return text;
  const why = TAKEN_FIRST.has(text.split('/')[0] ?? '')
    ? 'it may not begin with st or inv'
    : 'use segments of a-z, 0-9, _ and - joined by /';
  throw new MisuseError(`"${text}" is not a name of the blackboard: ${why}, at most ${LONGEST_NAME} characters`);
}

/** The pattern in the Bus's own form: dots, `*` and `>`. */
export function requireNamePattern(text: string): string {
  const segments = text.split('/');
  const isWhole = (segment: string, i: number) =>
    isId(segment) || segment === '*' || ((segment === '>' || segment === '**') && i === segments.length - 1);
  if (text.length > LONGEST_NAME || !segments.every(isWhole)) {
    throw new MisuseError(`"${text}" is not a pattern of names: use segments or * joined by /, and ** or > only as the last`);
  }
  return segments.map((segment) => (segment === '**' ? '>' : segment)).join('.');
}

export const dotted = (name: string): string => name.replaceAll('/', '.');

export const subjectOf = (world: string, name: string): string => subjects.variable(world, dotted(name));

/** Undefined for what is no variable: a floor may be called like the blackboard. */
export function nameOfSubject(subject: string): string | undefined {
  const name = subject.split('.').slice(3).join('/');
  return isName(name) ? name : undefined;
}

/** The key of its record: an id, and none has two names. */
export const keyOf = (name: string): string => name.replaceAll('_', UNDERSCORE).replaceAll('/', SLASH);

export function requireDeclarable(name: string): string {
  if (!isId(keyOf(requireName(name)))) {
    throw new MisuseError(`"${name}" is too long to be declared: at most 64 characters, where each / and _ counts twice`);
  }
  return name;
}
