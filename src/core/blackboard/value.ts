import { MisuseError } from '../base/errors.ts';
import { angleBetween, distance, type Pose } from '../base/pose.ts';

/** Bytes that mean something to whoever knows their content: `image/jpeg`, `laser-scan`. */
export interface Content {
  readonly content: string;
  readonly bytes: Uint8Array;
}

export type BoardValue = boolean | number | string | readonly number[] | Pose | Content;

export const VARIABLE_TYPES = ['boolean', 'number', 'text', 'vector', 'pose', 'bytes'] as const;
export type VariableType = (typeof VARIABLE_TYPES)[number];

/** A value of a type, so that a switch over it is complete. */
export type TypedValue =
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'vector'; readonly value: readonly number[] }
  | { readonly type: 'pose'; readonly value: Pose }
  | { readonly type: 'bytes'; readonly value: Content };

const POSE_FIELDS = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;

/** Which type a value is of. Throws MisuseError for what the blackboard does not carry, NaN and infinities among it. */
export function typed(value: BoardValue): TypedValue {
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (typeof value === 'string') return { type: 'text', value };
  if (typeof value === 'number' && Number.isFinite(value)) return { type: 'number', value };
  if (Array.isArray(value) && value.every(Number.isFinite)) return { type: 'vector', value };
  if (isContent(value)) return { type: 'bytes', value };
  if (isPose(value)) return { type: 'pose', value };
  throw new MisuseError(
    `${typeof value === 'object' ? JSON.stringify(value) : String(value)} is no value of the blackboard: use a boolean, a finite number, a text, an array of numbers, a pose, or { content, bytes }`,
  );
}

function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array && 'content' in value;
}

function isPose(value: unknown): value is Pose {
  return (
    typeof value === 'object' && value !== null && POSE_FIELDS.every((field) => Number.isFinite((value as Record<string, unknown>)[field]))
  );
}

/** How far two values are apart: numbers by their difference, vectors by their largest one, poses by metres or radians, whichever is more. What cannot be measured is 0 or infinite. */
export function distanceBetween(one: BoardValue, other: BoardValue): number {
  const [a, b] = [typed(one), typed(other)];
  if (a.type === 'number' && b.type === 'number') return Math.abs(a.value - b.value);
  if (a.type === 'vector' && b.type === 'vector') return ofVectors(a.value, b.value);
  if (a.type === 'pose' && b.type === 'pose') return Math.max(distance(a.value, b.value), angleBetween(a.value, b.value));
  if (a.type === 'bytes' && b.type === 'bytes') return areSame(a.value, b.value) ? 0 : Number.POSITIVE_INFINITY;
  return a.value === b.value ? 0 : Number.POSITIVE_INFINITY;
}

function ofVectors(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return a.reduce((most, component, i) => Math.max(most, Math.abs(component - (b[i] as number))), 0);
}

const areSame = (a: Content, b: Content): boolean =>
  a.content === b.content && a.bytes.length === b.bytes.length && a.bytes.every((byte, i) => byte === b.bytes[i]);
