/** Tasks as people write them: a line each row, of six words; or JSON. */
import { type Diagnostic, diagnosticsOf, type Finding, type Stretch } from '../base/diagnostics.ts';
import { isId } from '../base/ids.ts';
import { LONGEST_WAIT_S, MOST_LETTERS, MOST_ROWS } from './limits.ts';
import { cellFlagNumber, FINISHED, STARTED, type StartCondition, type Task, type WrittenRow } from './task.ts';

export interface TaskReading {
  readonly rows: readonly WrittenRow[];
  readonly diagnostics: readonly Diagnostic[];
}

const LONGEST_NAME = 100;
const CELL_FLAGS = 10;
const LARGEST_VALUE = 2 ** 31 - 1;
const NOTHING = '-';
const KINDS: Readonly<Record<StartCondition['kind'], string>> = { none: 'N', time: 'T', status: 'S', flag: 'F' };
const COLUMNS = ['a condition', 'its robot', 'its value', 'a robot', 'a program', 'a list of positions'];
const ROW_REMEDY = 'write: condition robot value robot program positions, as S puma 2 conveyor to-jupiter belt; - is nothing';

/** What is wrong is told, and left out. */
export function readTask(text: string): TaskReading {
  const reader = new TaskReader();
  if (text.length > MOST_LETTERS)
    reader.tell('too-large', { from: 0, to: 1 }, `a task has ${MOST_LETTERS} letters at most; these are ${text.length}`, 'make several');
  else if (text.trimStart().startsWith('{')) reader.json(text);
  else reader.lines(text);
  return { rows: reader.rows, diagnostics: diagnosticsOf(text, reader.findings) };
}

/** In columns. Reading it gives the same task. */
export function writeTask({ rows }: Task): string {
  const table = rows.map((row) => [...conditionWordsOf(row.condition), row.robot, quoted(row.program), quoted(row.positions ?? NOTHING)]);
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((words) => words[column]?.length ?? 0)));
  return table
    .map(
      (words) =>
        `${words
          .map((word, column) => word.padEnd(widths[column] ?? 0))
          .join(' ')
          .trimEnd()}\n`,
    )
    .join('');
}

export const taskToJson = ({ rows }: Task): string =>
  `${JSON.stringify({ rows: rows.map(({ condition, robot, program, positions }) => ({ condition, robot, program, positions })) }, undefined, 2)}\n`;

function conditionWordsOf(condition: StartCondition): [string, string, string] {
  const kind = KINDS[condition.kind];
  switch (condition.kind) {
    case 'none':
      return [kind, NOTHING, NOTHING];
    case 'time':
      return [kind, NOTHING, String(condition.afterS)];
    case 'status':
      return [kind, condition.robot, String(condition.status)];
    case 'flag':
      return [kind, condition.flag, String(condition.value)];
  }
}

const quoted = (name: string): string => (/^[^\s"/]+$/.test(name) ? name : `"${name}"`);

/** A name, in quotes or without; and comments, which are nothing. */
const WORDS = /\/\/.*|"([^"]*)"?|[^\s"]+/g;

interface Word extends Stretch {
  readonly text: string;
}

class TaskReader {
  readonly rows: WrittenRow[] = [];
  readonly findings: Finding[] = [];

  lines(text: string): void {
    let start = 0;
    for (const line of text.split('\n')) {
      const words: Word[] = [];
      for (const { 0: word, 1: inside, index } of line.matchAll(WORDS))
        if (!word.startsWith('//')) words.push({ text: inside ?? word, from: start + index, to: start + index + word.length });
      const [first] = words;
      if (first) this.#row(words, { from: first.from, to: words.at(-1)?.to ?? first.to });
      start += line.length + 1;
    }
  }

  json(text: string): void {
    const at = { from: 0, to: 1 };
    let found: { readonly rows?: unknown };
    try {
      found = JSON.parse(text) as { readonly rows?: unknown };
    } catch (error) {
      this.tell('json', at, `this is no JSON: ${error instanceof Error ? error.message : ''}`, 'compare it with the reference');
      return;
    }
    if (!Array.isArray(found.rows)) {
      const example = '{"rows": [{"condition": {"kind": "none"}, "robot": "puma", "program": "load"}]}';
      this.tell('json', at, 'there are no rows in it', `write ${example}`);
      return;
    }
    for (const row of found.rows as readonly unknown[]) {
      const words = wordsOfJson(row).map((word): Word => ({ text: word, ...at }));
      this.#row(words, at);
    }
  }

  tell(code: string, { from, to }: Stretch, message: string, remedy: string): void {
    this.findings.push({ severity: 'error', code, from, to, message, remedy });
  }

  #row(words: readonly Word[], at: Stretch): void {
    if (words.length !== COLUMNS.length) {
      const missing = COLUMNS.slice(words.length).join(', ');
      const wrong = words.length > COLUMNS.length ? `${words.length} words` : `no ${missing}`;
      this.tell('columns', at, `a row has ${COLUMNS.length} words; this one has ${wrong}`, ROW_REMEDY);
      return;
    }
    const [kind, of, value, robot, program, positions] = words as [Word, Word, Word, Word, Word, Word];
    const condition = this.#condition(kind, of, value);
    const areNamed = [this.#robot(robot), this.#name(program, 'program'), this.#name(positions, 'list of positions')].every(Boolean);
    if (!condition || !areNamed) return;
    if (this.rows.length >= MOST_ROWS) this.tell('too-large', at, `a task has ${MOST_ROWS} rows at most`, 'make several tasks');
    else {
      const list = positions.text === NOTHING ? undefined : positions.text;
      this.rows.push({ condition, robot: robot.text, program: program.text, positions: list, at });
    }
  }

  #condition(kind: Word, of: Word, value: Word): StartCondition | undefined {
    switch (kindOf(kind.text)) {
      case 'none':
        return this.#isNothing(of, 'robot') && this.#isNothing(value, 'value') ? { kind: 'none' } : undefined;
      case 'time': {
        const afterS = Number(value.text);
        if (!this.#isNothing(of, 'robot')) return undefined;
        if (/^\d+(\.\d+)?$/.test(value.text) && afterS <= LONGEST_WAIT_S) return { kind: 'time', afterS };
        this.tell('value', value, `${value.text} is no time`, `write seconds from the beginning of the task, 0 to ${LONGEST_WAIT_S}`);
        return undefined;
      }
      case 'status': {
        if (!this.#robot(of)) return undefined;
        const status = [STARTED, FINISHED] as const;
        const found = status.find((each) => String(each) === value.text);
        if (found) return { kind: 'status', robot: of.text, status: found };
        this.tell('value', value, `there is no status ${value.text}`, 'write 1 for started, or 2 for finished');
        return undefined;
      }
      case 'flag':
        return this.#flag(of, value);
      case undefined:
        this.tell('condition', kind, `there is no condition ${kind.text}`, 'write N for none, T for time, S for status or F for flag');
        return undefined;
    }
  }

  #flag(of: Word, value: Word): StartCondition | undefined {
    const number = cellFlagNumber(of.text);
    if (number === undefined ? !this.#robot(of) : number < 1 || number > CELL_FLAGS) {
      if (number !== undefined) this.tell('robot', of, `there is no flag ${of.text}`, 'the environment has the flags #1 to #10');
      return undefined;
    }
    if (/^-?\d{1,10}$/.test(value.text) && Math.abs(Number(value.text)) <= LARGEST_VALUE)
      return { kind: 'flag', flag: number === undefined ? of.text : `#${number}`, value: Number(value.text) };
    this.tell('value', value, `${value.text} is no value of a flag`, 'write a whole number');
    return undefined;
  }

  #robot(word: Word): boolean {
    if (isId(word.text) && word.text !== NOTHING) return true;
    this.tell('robot', word, `${word.text} is no robot`, 'write its id: letters a-z, digits, - and _');
    return false;
  }

  #name(word: Word, what: string): boolean {
    const isFree = what !== 'program' && word.text === NOTHING;
    if (isFree || (word.text !== NOTHING && word.text.length > 0 && word.text.length <= LONGEST_NAME && !/\p{Cc}/u.test(word.text)))
      return true;
    this.tell('name', word, `${word.text || 'this'} is no name of a ${what}`, `name a ${what}, with 1 to ${LONGEST_NAME} letters`);
    return false;
  }

  #isNothing(word: Word, what: string): boolean {
    if (word.text === NOTHING) return true;
    this.tell('value', word, `this condition has no ${what}`, 'write - here');
    return false;
  }
}

function kindOf(word: string): StartCondition['kind'] | undefined {
  const lower = word.toLowerCase();
  for (const [kind, letter] of Object.entries(KINDS))
    if (lower === kind || lower === letter.toLowerCase()) return kind as StartCondition['kind'];
  return undefined;
}

/** The same six words that a line has; what is missing or of another kind is told like a slip in one. */
function wordsOfJson(row: unknown): string[] {
  const fields = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {});
  const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : NOTHING);
  const { condition, robot, program, positions } = fields(row);
  const { kind, afterS, status, value, robot: other, flag } = fields(condition);
  return [word(kind), word(other ?? flag), word(afterS ?? status ?? value), word(robot), word(program), word(positions)];
}
