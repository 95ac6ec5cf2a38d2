/** What is wrong with a task before it runs: starts that never come, or come at once for one robot. */
import { type Diagnostic, diagnosticsOf, type Finding, type Severity, type Stretch } from '../base/diagnostics.ts';
import { suggestion } from '../base/nearest.ts';
import { checkProgram, readPositions } from '../programs/programs.ts';
import type { Model } from '../robots/robots.ts';
import { anything, type Setter, setterOf } from './flags-set.ts';
import { readTask } from './read-task.ts';
import { neededBy, type StartsKnown, startable } from './starts.ts';
import { conditionWords, FINISHED, flagWords, rowMeant, STARTED, type TaskRow, type WrittenRow } from './task.ts';

/** What is known of where a task will run. What is left out is not looked at. */
export interface TaskSurroundings {
  /** Texts by their names; undefined where there is none of that name. */
  readonly program?: ((name: string) => string | undefined) | undefined;
  readonly positions?: ((name: string) => string | undefined) | undefined;
  /** Which robots there are, and what they are: undefined where that is not known. */
  readonly robots?: ReadonlyMap<string, Model | undefined> | undefined;
}

export interface TaskChecking {
  readonly rows: readonly WrittenRow[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What a text says, and all that may be wrong with it as a task. As long as there are errors in its words, nothing is said of what they mean. */
export function checkTask(text: string, surroundings: TaskSurroundings = {}): TaskChecking {
  const reading = readTask(text);
  if (reading.diagnostics.length > 0) return reading;
  return { rows: reading.rows, diagnostics: diagnosticsOf(text, findingsIn(reading.rows, surroundings)) };
}

export function findingsIn(rows: readonly WrittenRow[], surroundings: TaskSurroundings): Finding[] {
  return [
    ...(rows.length === 0
      ? [finding('error', 'empty', { from: 0, to: 1 }, 'this task starts nothing', 'write a row for each program')]
      : []),
    ...unknownIn(rows, surroundings),
    ...neverStarted(rows, surroundings),
    ...conflicts(rows),
  ];
}

const finding = (severity: Severity, code: string, { from, to }: Stretch, message: string, remedy: string): Finding => ({
  ...{ severity, code, from, to, message, remedy },
});

/** What is the first error of a program, with the positions and the model of a row. */
type FirstError = (text: string, taught: readonly string[] | undefined, model: Model | undefined) => Diagnostic | undefined;

/** Many rows may name one program, which may be large: it is looked at once for each list and model. */
function firstErrors({ robots }: TaskSurroundings): FirstError {
  const known = new Map<string, Diagnostic | undefined>();
  const names = robots && [...robots.keys()];
  return (text, taught, model) => {
    const key = JSON.stringify([text, taught, model?.id]);
    if (!known.has(key)) {
      const where = { ...(taught && { positions: taught }), ...(names && { robots: names, model }) };
      known.set(
        key,
        checkProgram(text, where).diagnostics.find(({ severity }) => severity === 'error'),
      );
    }
    return known.get(key);
  };
}

/** Robots, programs and lists that are not there, and programs that have errors themselves. */
function unknownIn(rows: readonly WrittenRow[], surroundings: TaskSurroundings): Finding[] {
  const firstError = firstErrors(surroundings);
  return rows.flatMap((row) => unknownInRow(row, surroundings, firstError));
}

function unknownInRow(row: WrittenRow, { program, positions, robots }: TaskSurroundings, firstError: FirstError): Finding[] {
  const found: Finding[] = [];
  const tell = (code: string, message: string, remedy: string) => void found.push(finding('error', code, row.at, message, remedy));
  const { condition } = row;
  const named = [
    row.robot,
    ...(condition.kind === 'status' ? [condition.robot] : []),
    ...(condition.kind === 'flag' ? [condition.flag] : []),
  ];
  for (const robot of new Set(named))
    if (robots && !robots.has(robot) && !robot.startsWith('#'))
      tell('robot', `there is no robot ${robot} here${suggestion(robot, robots.keys())}`, 'name one that is there, or add it to the world');
  const text = program?.(row.program);
  const list = row.positions === undefined ? '' : positions?.(row.positions);
  if (program && text === undefined) tell('program', `there is no program ${row.program}`, 'write it, or name another');
  if (positions && list === undefined) tell('positions', `there is no list of positions ${row.positions}`, 'teach it, or name another');
  if (text === undefined) return found;
  const taught = positions && list !== undefined ? readPositions(list) : undefined;
  const [slip] = taught?.diagnostics ?? [];
  if (slip) tell('positions', `${row.positions}, line ${slip.line}: ${slip.message}`, slip.remedy ?? 'mend the list');
  const names = taught?.positions.map(({ name }) => name);
  const wrong = firstError(text, names, robots?.get(row.robot));
  if (wrong) tell('program', `${row.program}, line ${wrong.line}: ${wrong.message}`, wrong.remedy ?? 'mend the program');
  return found;
}

/** What nothing could start is an error; what only a hand could start, by setting a flag, is a warning. */
function neverStarted(rows: readonly WrittenRow[], { program }: TaskSurroundings): Finding[] {
  const setters = new Map<string, Setter>();
  const setter = (name: string): Setter => {
    const text = program?.(name);
    const known = setters.get(name) ?? (text === undefined ? anything : setterOf(text));
    setters.set(name, known);
    return known;
  };
  const known: StartsKnown = { rows, maySet: (row, flag, value) => setter(row.program)(row.robot, flag, value) };
  const alone = startable(known, { flagsByHand: false });
  const byHand = startable(known, { flagsByHand: true });
  return rows.flatMap((row, index) => {
    if (alone.has(index)) return [];
    const severity = byHand.has(index) ? 'warning' : 'error';
    const circle = circleOf(known, alone, index);
    const start = `${row.robot} starts ${row.program} ${conditionWords(row.condition)}`;
    return circle
      ? [finding(severity, 'circular', row.at, `${start}, ${circleWords(rows, circle)}`, 'let one of them start without the others')]
      : [finding(severity, 'unreachable', row.at, `${start}, ${whyNever(known, index)}`, remedyOf(row))];
  });
}

/** The way from a row over what it waits for back to itself, if there is one: the rows on it, beginning with itself. */
function circleOf(known: StartsKnown, alone: ReadonlySet<number>, index: number): number[] | undefined {
  const from = new Map<number, number>();
  const queue = [index];
  for (const row of queue) {
    for (const needed of neededBy(known, row)) {
      if (needed === index) {
        const way = [row];
        for (let at = row; at !== index; way.unshift(at)) at = from.get(at) ?? index;
        return way;
      }
      if (alone.has(needed) || from.has(needed)) continue;
      from.set(needed, row);
      queue.push(needed);
    }
  }
  return undefined;
}

function circleWords(rows: readonly TaskRow[], circle: readonly number[]): string {
  if (circle.length === 1) return 'and so waits for itself';
  const names = circle.map((row) => `${rows[row]?.robot} (${rows[row]?.program})`);
  return `and they wait for each other: ${[...names, names[0]].join(' waits for ')}`;
}

function whyNever(known: StartsKnown, index: number): string {
  const condition = known.rows[index]?.condition;
  const needed = neededBy(known, index);
  if (needed.length > 0) return `but ${needed.map((row) => known.rows[row]?.program).join(' and ')} never starts`;
  return condition?.kind === 'flag'
    ? `but no program of this task gives ${flagWords(condition.flag)} that value`
    : `but it has no ${condition?.kind === 'status' ? 'row' : 'start'} in this task`;
}

function remedyOf({ condition }: TaskRow): string {
  if (condition.kind === 'flag') {
    const call = condition.flag.startsWith('#') ? `wcellflag(${condition.flag.slice(1)}, ${condition.value})` : `flag(${condition.value})`;
    return `write ${call} into a program of it, or set it by hand while the task runs`;
  }
  return 'add what it waits for, or give it another start';
}

/** Rows of one robot that start at the same instant, whatever the programs do. */
function conflicts(rows: readonly WrittenRow[]): Finding[] {
  const instants = rows.map((_, row) => instantOf(rows, row));
  return rows.flatMap((row, index) => {
    const other = rows.findIndex((each, earlier) => {
      if (each.robot !== row.robot || earlier === index) return false;
      return (earlier < index && instants[earlier] === instants[index]) || isWhileRunning(rows, index, earlier);
    });
    const first = rows[other];
    if (!first) return [];
    const message = `${row.robot} starts ${row.program} ${conditionWords(row.condition)}, while it starts ${first.program} (${conditionWords(first.condition)})`;
    return [finding('error', 'conflict', row.at, message, `let one wait for the other: S ${row.robot} 2`)];
  });
}

/** It waits for its own robot to start the other one. */
const isWhileRunning = (rows: readonly TaskRow[], row: number, other: number): boolean => {
  const condition = rows[row]?.condition;
  return condition?.kind === 'status' && condition.status === STARTED && rowMeant(rows, row) === other;
};

/** A name for when it starts: those of the same name start together, whatever happens. */
function instantOf(rows: readonly TaskRow[], row: number, seen: ReadonlySet<number> = new Set()): string {
  const condition = rows[row]?.condition;
  switch (condition?.kind) {
    case 'time':
      return `after ${condition.afterS}`;
    case 'flag':
      return condition.value === 0 ? 'after 0' : `flag ${condition.flag} ${condition.value}`;
    case 'status': {
      const meant = rowMeant(rows, row);
      if (meant === undefined) return `never ${row}`;
      if (condition.status === FINISHED) return `end of ${meant}`;
      // Where its robot has something else to do it may start later than it should.
      const isAlone = rows.filter(({ robot }) => robot === rows[meant]?.robot).length === 1;
      return isAlone && !seen.has(meant) ? instantOf(rows, meant, new Set([...seen, meant])) : `start of ${meant}`;
    }
    default:
      return 'after 0';
  }
}
