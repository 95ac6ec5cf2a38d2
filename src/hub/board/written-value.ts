import { readValue, typeOfText } from '../../core/blackboard/value-text.ts';
import { type Answer, type BoardValue, type Content, MisuseError, type Pose, type VariableType } from '../../library/manyhands.ts';
import { plainPose, writtenPose } from '../join/plain-pose.ts';

/** A value as somebody typed it, of the type that its variable is declared as; of one that is not declared the text decides. */
export function typedValue(text: string, type: VariableType | undefined): BoardValue {
  const read = readValue(text, type ?? typeOfText(text));
  if (read.kind === 'wrong') throw new MisuseError(read.reason);
  return read.value;
}

/** For people. */
export function written(value: BoardValue | undefined, unit = ''): string {
  if (value === undefined) return '-';
  const text = bare(value);
  return unit === '' || isPose(value) ? text : `${text} ${unit}`;
}

function bare(value: BoardValue): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  if (Array.isArray(value)) return value.map((component: number) => Number(component.toPrecision(6))).join(', ');
  if (isContent(value)) return `${value.bytes.length} bytes of ${value.content}`;
  if (isPose(value)) return writtenPose(plainPose(value)).trim();
  return String(value);
}

/** `12 ms`, `3.4 s`, `2 min`; never less than it is. */
export function writtenAge(ageMs: number | undefined): string {
  if (ageMs === undefined) return 'unknown';
  if (ageMs < 1000) return `${Math.ceil(ageMs)} ms`;
  return ageMs < 120_000 ? `${(Math.ceil(ageMs / 100) / 10).toFixed(1)} s` : `${Math.ceil(ageMs / 60_000)} min`;
}

/** For programs: one object, the same fields whether it is stale or not. */
export function plainAnswer(answer: Answer): Record<string, unknown> {
  const { name, kind, type, unit, writer, isWriterHere, hops } = answer;
  const value = answer.kind === 'value' ? answer.value : answer.last;
  return {
    ...{ name, kind, type, unit },
    value:
      value !== undefined && isContent(value)
        ? { content: value.content, base64: Buffer.from(value.bytes).toString('base64') }
        : (value ?? null),
    ageMs: answer.ageMs ?? null,
    ...{ writer, writerIsHere: isWriterHere, hops },
    ...(answer.kind === 'stale' && { reason: answer.reason }),
  };
}

const isContent = (value: BoardValue): value is Content => typeof value === 'object' && 'bytes' in value;
const isPose = (value: BoardValue): value is Pose => typeof value === 'object' && 'qw' in value;
