import type { Deed } from '../effect.ts';

type Field = (value: unknown) => boolean;
type FieldsOf<D extends Deed> = { readonly [Key in Exclude<keyof D, 'kind'>]: Field };

const number: Field = (value) => Number.isFinite(value);
const text: Field = (value) => typeof value === 'string';
const name: Field = (value) => text(value) || number(value);
const numberOrNone: Field = (value) => value === null || number(value);
const outcome: Field = (value) => value === 'finished' || value === 'failed';

/** What each deed says. Whoever takes a program over does its last one again, and it may come from anywhere. */
const FIELDS: { readonly [Kind in Deed['kind']]: FieldsOf<Extract<Deed, { kind: Kind }>> } = {
  move: { position: name, speedPercent: number },
  'move-by': { dof: name, by: number, speedPercent: number },
  drive: { forwardMm: number, turnDeg: number, speedPercent: number },
  'goto-point': { xMm: number, yMm: number, headingDeg: numberOrNone, speedPercent: number },
  goto: { place: text, speedPercent: number },
  grip: {},
  release: {},
  wait: { untilMs: number },
  flag: { value: number },
  'cell-flag': { flag: number, value: number },
  print: { text },
  end: { outcome, message: text },
};

export function isDeed(value: unknown): value is Deed {
  const { kind, ...said } = (value ?? {}) as Record<string, unknown>;
  const fields = new Map(Object.entries(FIELDS)).get(String(kind));
  return fields !== undefined && Object.entries(fields).every(([key, isRight]) => isRight(said[key]));
}
