/** `manyhands board`: reads, writes and watches the blackboard of a world from the command line. */
import { setTimeout as pause } from 'node:timers/promises';
import { typeOfText } from '../../core/blackboard/value-text.ts';
import { isOfSensors } from '../../core/host/sensor-wishes.ts';
import {
  type Answer,
  type BindOptions,
  type Blackboard,
  DeclarationError,
  explain,
  RefusedError,
  type VariableType,
  type World,
} from '../../library/manyhands.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { comeIn, type Visitor } from '../join/come-in.ts';
import { table } from '../join/table.ts';
import { treeOf } from './tree.ts';
import { plainAnswer, typedValue, written, writtenAge } from './written-value.ts';

export interface BoardOptions extends Visitor {
  readonly format: 'human' | 'json';
}

/** The owner of what is mounted has confirmed it by then, if it is there. */
const FIRST_WORD_MS = 3000;
const LOOK_EVERY_MS = 20;
/** A robot that nobody owned is ours while it moves. */
const LONGEST_STAY_MS = 60_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (text: string): void => void process.stderr.write(`manyhands: ${text}\n`);

export function getValue(
  name: string,
  { maxAgeMs, ...options }: BoardOptions & { readonly maxAgeMs: number | undefined },
): Promise<ExitCode> {
  return atBoard(options, async ({ board }) => {
    const answer = await (isOfSensors(name) ? measured : firstWord)(board, name, maxAgeMs);
    if (options.format === 'json') print(JSON.stringify(plainAnswer(answer)));
    else if (answer.kind === 'value') print(`${written(answer.value, answer.unit)}  (${originOf(answer)})`);
    else if (answer.last === undefined) complain(answer.reason);
    else complain(`${name} is stale: ${answer.reason}; it was ${written(answer.last, answer.unit)}`);
    if (answer.kind === 'value') return EXIT.ok;
    return board.declaration(name) ? EXIT.stale : EXIT.failure;
  });
}

export interface NewValue {
  readonly type: VariableType | undefined;
  readonly unit: string | undefined;
  readonly goodForMs: number | undefined;
}

export function setValue(name: string, text: string, options: BoardOptions & NewValue): Promise<ExitCode> {
  return atBoard(options, async (world) => {
    const { board } = world;
    const known = board.declaration(name);
    const value = typedValue(text, options.type ?? known?.type);
    const { unit, goodForMs } = options;
    const type = options.type ?? typeOfText(text);
    if (!known) await board.declare(name, { type, ...(unit !== undefined && { unit }), ...(goodForMs !== undefined && { goodForMs }) });
    const outcome = await board.write(name, value);
    if (options.format === 'json') print(JSON.stringify({ name, ...outcome }));
    else if (outcome.kind === 'written') print(`${name} = ${written(value, board.declaration(name)?.unit)}`);
    else complain(`${name} was not written: ${outcome.reason}`);
    if (outcome.kind === 'written') await stayWhileItMoves(world, name);
    return outcome.kind === 'written' ? EXIT.ok : EXIT.failure;
  });
}

export function watchValues(
  pattern: string,
  options: BoardOptions & BindOptions & { readonly count: number | undefined },
): Promise<ExitCode> {
  return atBoard(options, async ({ board }, onEnd) => {
    let left = options.count ?? Number.POSITIVE_INFINITY;
    await new Promise<void>((end) => {
      onEnd(end);
      const tell = (answer: Answer) => {
        if (left-- <= 0) return;
        print(options.format === 'json' ? JSON.stringify(plainAnswer(answer)) : lineOf(answer));
        if (left <= 0) end();
      };
      board.bind(pattern, tell, options);
    });
    return EXIT.ok;
  });
}

export function listValues(options: BoardOptions & { readonly filter: string; readonly shape: 'list' | 'tree' }): Promise<ExitCode> {
  return atBoard(options, async ({ board }) => {
    const names = board.names(options.filter);
    await Promise.all(names.map((name) => firstWord(board, name, undefined)));
    const answers = names.map((name) => board.read(name));
    if (options.format === 'json') for (const answer of answers) print(JSON.stringify(plainAnswer(answer)));
    else if (answers.length === 0) print(`nothing is called ${options.filter}; write something with: manyhands board set NAME VALUE`);
    else if (options.shape === 'tree')
      print(treeOf(answers.map((answer) => [answer.name, `${valueIn(answer)}  ${writtenAge(answer.ageMs)}`])));
    else print(table(['NAME', 'TYPE', 'VALUE', 'AGE', 'WRITER'], answers.map(rowOf)));
    return EXIT.ok;
  });
}

/** Comes in, waits until the blackboard is known here, and leaves again however it ends. */
async function atBoard(
  options: BoardOptions,
  act: (world: World, onEnd: (end: () => void) => void) => Promise<ExitCode>,
): Promise<ExitCode> {
  const world = await comeIn(options, (text) => void process.stderr.write(`${text}\n`));
  if (!world) return EXIT.notJoined;
  const ends = new Set<() => void>();
  let code: ExitCode | undefined;
  const end = () => {
    for (const action of ends) action();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  // Whoever read our output has gone (`| head`): so do we.
  process.stdout.on('error', end);
  using _status = world.onStatus((status) => {
    if (status.kind !== 'closed') return;
    complain(status.reason);
    code = EXIT.notJoined;
    end();
  });
  try {
    await world.board.ready;
    const done = await act(world, (action) => void ends.add(action));
    return code ?? done;
  } catch (error) {
    if (!(error instanceof DeclarationError || error instanceof RefusedError)) throw error;
    complain(explain(error));
    return EXIT.failure;
  } finally {
    _status[Symbol.dispose]();
    if (world.status.kind !== 'closed') await world.leave();
  }
}

/** The age of what was just come to may not be known yet: its owner tells of it with its next beat. */
const firstWord = (board: Blackboard, name: string, maxAgeMs: number | undefined): Promise<Answer> =>
  lookUntil(board, name, maxAgeMs, (answer) => {
    const mayCome = answer.ageMs === undefined && answer.kind === 'stale' && answer.last !== undefined && answer.isWriterHere !== false;
    return !mayCome;
  });

/** A sensor is measured for who reads it: its owner has to hear of that first. */
const measured = (board: Blackboard, name: string, maxAgeMs: number | undefined): Promise<Answer> =>
  lookUntil(board, name, maxAgeMs, ({ kind }) => kind === 'value');

async function lookUntil(
  board: Blackboard,
  name: string,
  maxAgeMs: number | undefined,
  isEnough: (answer: Answer) => boolean,
): Promise<Answer> {
  const untilMs = performance.now() + FIRST_WORD_MS;
  for (;;) {
    const answer = board.read(name, maxAgeMs);
    if (isEnough(answer) || performance.now() > untilMs) return answer;
    await pause(LOOK_EVERY_MS);
  }
}

/** Who owns a robot and leaves leaves it standing: what we took over to move it goes on to its end first. */
async function stayWhileItMoves(world: World, name: string): Promise<void> {
  const entity = name.split('/')[1] ?? '';
  const untilMs = performance.now() + LONGEST_STAY_MS;
  const isUnderWay = () => {
    const view = name.startsWith('robots/') ? world.entity(entity) : undefined;
    return view?.isMine === true && view.endsAtMs > world.time.worldMs && world.time.rate > 0;
  };
  while (isUnderWay() && performance.now() < untilMs) await pause(LOOK_EVERY_MS);
}

const originOf = (answer: Answer): string =>
  `${writtenAge(answer.ageMs)} old, from ${answer.writer || 'nobody'}${answer.isWriterHere === false ? ', who is gone' : ''}`;

const valueIn = (answer: Answer): string => written(answer.kind === 'value' ? answer.value : answer.last, answer.unit);

const lineOf = (answer: Answer): string =>
  `${answer.name}  ${valueIn(answer)}  ${answer.kind === 'value' ? originOf(answer) : `stale: ${answer.reason}`}`;

const rowOf = (answer: Answer): string[] => [
  answer.name,
  answer.type ?? '-',
  valueIn(answer),
  answer.ageMs === undefined ? '-' : writtenAge(answer.ageMs),
  `${answer.writer ?? '-'}${answer.isWriterHere === false ? ' (gone)' : ''}`,
];
