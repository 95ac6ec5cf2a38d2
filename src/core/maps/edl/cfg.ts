import { type Diagnostic, diagnosticsOf, excessOf, type Finding } from './diagnostic.ts';
import { type AttributeName, attributeValue, type EdlDocument, type EdlMember, KINDS, type MemberKind, REQUIRED } from './document.ts';
import { understand } from './understand.ts';
import type { Written, WrittenAttribute, WrittenField, WrittenMember, WrittenWord } from './written.ts';

/** What the values of a row are, behind its kind and its number. A name is the last, where there is one. */
const COLUMNS: Readonly<Record<MemberKind, readonly AttributeName[]>> = {
  POINT: [...REQUIRED.POINT, 'name'],
  CORRIDOR: [...REQUIRED.CORRIDOR, 'name'],
  WALL: [...REQUIRED.WALL, 'name'],
  DOOR: [...REQUIRED.DOOR, 'name'],
  JUNCTION: [...REQUIRED.JUNCTION, 'name'],
  NOTICE: ['x', 'y', 'theta', 'height', 'file', 'name'],
};

/** The compiled form: the field in the first row, then a row for each member. The border is not in it. */
export function writeCfg({ lengthCm, widthCm, members }: EdlDocument): string {
  return [[lengthCm, widthCm].join(';'), ...members.map(rowOf), ''].join('\n');
}

function rowOf(member: EdlMember): string {
  let row = `${member.kind};${member.number ?? ''}`;
  for (const attribute of COLUMNS[member.kind]) {
    const value = attributeValue(member, attribute);
    if (value !== undefined) row += `;${typeof value === 'string' ? cell(value) : value}`;
  }
  return row;
}

/** In quotes where a reader could take part of it for something else. */
function cell(text: string): string {
  const plain = text.replaceAll('"', "'").replaceAll(/[\r\n]/g, ' ');
  return /[;,\s#]/.test(plain) ? `"${plain}"` : plain;
}

export interface CfgReading {
  readonly document: EdlDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Values may be separated by `;`, `,`, tabs or blanks: by the first of these that the first row has. Rows that begin with # are comments. */
export function readCfg(text: string): CfgReading {
  const excess = excessOf(text);
  if (excess) return { document: undefined, diagnostics: diagnosticsOf(text, [excess]) };
  const findings: Finding[] = [];
  const rows = rowsOf(text);
  const fields: WrittenField[] = [];
  const [first, ...others] = rows;
  for (const [i, name] of (['LENGTH', 'WIDTH'] as const).entries()) {
    const value = first?.[i];
    if (value) fields.push({ from: value.from, to: value.to, name, value });
  }
  tooMany(first?.slice(2) ?? [], findings);
  const members = others.flatMap((row) => memberOf(row, findings));
  const written: Written = { fields, members };
  const understanding = understand(written);
  // A fix of EDL's words means nothing in a row.
  const all = [...findings, ...understanding.findings].map(({ fix: _, ...finding }) => finding);
  return { document: understanding.document, diagnostics: diagnosticsOf(text, all) };
}

function memberOf(row: readonly WrittenWord[], findings: Finding[]): WrittenMember[] {
  const [keyword, number, ...values] = row as [WrittenWord, ...WrittenWord[]];
  const kind = KINDS.find((each) => each === keyword.text.toUpperCase());
  const columns = kind ? COLUMNS[kind] : [];
  if (kind) tooMany(values.slice(columns.length), findings);
  const attributes: WrittenAttribute[] = columns.flatMap((name, i) => {
    const value = values[i];
    return value && !(name === 'name' && value.text === '') ? [{ from: value.from, to: value.to, name, value }] : [];
  });
  const label = number && number.text !== '' ? number : undefined;
  return [{ from: keyword.from, to: row.at(-1)?.to ?? keyword.to, keyword, number: label, attributes }];
}

function tooMany([first]: readonly WrittenWord[], findings: Finding[]): void {
  if (!first || first.text === '') return;
  const { from, to } = first;
  findings.push({
    severity: 'error',
    code: 'stray',
    from,
    to,
    message: `"${first.text.slice(0, 40)}" is one value too many`,
    remedy: 'remove it',
  });
}

const SEPARATORS = [';', ',', '\t'];

function rowsOf(text: string): WrittenWord[][] {
  const rows: WrittenWord[][] = [];
  let separator: string | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '' && !line.trimStart().startsWith('#')) {
      separator ??= SEPARATORS.find((each) => line.includes(each)) ?? ' ';
      rows.push(valuesOf(line, start, separator));
    }
    start += line.length + 1;
  }
  return rows;
}

/** A quoted value may contain the separator. Blanks around values do not count. */
function valuesOf(line: string, start: number, separator: string): WrittenWord[] {
  const pattern = separator === ' ' ? /"[^"]*"?|[^\s"]+/g : new RegExp(`(?:"[^"]*"?|[^"${separator}])*(${separator}|$)`, 'g');
  const values: WrittenWord[] = [];
  for (const match of line.matchAll(pattern)) {
    const body = separator !== ' ' && match[1] ? match[0].slice(0, -1) : match[0];
    const trimmed = body.trim();
    const from = start + match.index + (trimmed === '' ? 0 : body.indexOf(trimmed));
    values.push({ from, to: from + trimmed.length, text: /^"[^"]*"$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed });
    if (separator !== ' ' && match[1] === '') break;
  }
  return values;
}
