import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { VARIABLE_TYPES, type VariableType } from '../../core/blackboard/value.ts';
import { DEFAULT_PORT } from '../../library/hub-url.ts';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface VisitorFlags {
  as: string;
  world?: string;
  link?: string;
  json?: true;
}

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
  /** Throws what the command line tells people when a text is no id. */
  readonly idOf: (text: string) => string;
}

const VALUE_HELP = 'true, 1.5, 1,2,3 or a text; a pose is x,y,yaw in metres and degrees; behind -- it may begin with a minus';
const HOME = `http://127.0.0.1:${DEFAULT_PORT}`;
const EXAMPLES = `
Examples:
  manyhands board list
  manyhands board get robots/puma-1/joints/2 --max-age 500
  manyhands board set lab/lamp true ${HOME}/demo
  manyhands board watch 'robots/*/pose' --min-interval 200 ${HOME}/demo`;

/** The options of `manyhands board`: what they do is in board.ts. */
export function addBoardCommand(program: Command, { run, idOf }: Words): void {
  const board = program
    .command('board')
    .summary('reads, writes and watches the values of a world')
    .description(
      'The blackboard: every value of a world by name, with its age. Names are paths; * stands for one segment, a last ** for all the rest.',
    )
    .addHelpText('after', `${EXIT_HELP}\n${EXAMPLES}`);
  const inWorld = visiting(idOf);
  addGet(inWorld(board.command('get').argument('<name>', 'of the value')), run);
  addSet(inWorld(board.command('set').argument('<name>', 'of the value').argument('<value>', VALUE_HELP)), run);
  addWatch(inWorld(board.command('watch').argument('<pattern>', 'of names')), run);
  for (const shape of ['list', 'tree'] as const) addListing(inWorld(board.command(shape)), shape, run);
}

type Run = Words['run'];

/** Who comes to which world, as with `join`. */
const visiting =
  (idOf: Words['idOf']) =>
  (command: Command): Command =>
    command
      .argument('[url]', 'of the hub and world, or a join link', HOME)
      .option('--as <name>', 'what others call you', userInfo().username)
      .option('--world <name>', 'which world, where the url does not say', idOf)
      .option('--link <link>', 'join link, or what stands behind its #')
      .option('--json', 'prints one JSON object a line')
      .addHelpText('after', `${EXIT_HELP}\n${EXAMPLES}`);

function addGet(command: Command, run: Run): void {
  command
    .summary('prints a value, or says why it is stale')
    .option('--max-age <ms>', 'how old it may be (default: as it is declared)', millisecondsOf)
    .action((name: string, url: string, { maxAge, ...flags }: VisitorFlags & { maxAge?: number }) =>
      run(async () => (await import('./board.ts')).getValue(name, { ...visitorOf(url, flags), maxAgeMs: maxAge })),
    );
}

interface SetFlags extends VisitorFlags {
  type?: VariableType;
  unit?: string;
  goodFor?: number;
}

function addSet(command: Command, run: Run): void {
  command
    .summary('writes a value, or commands a robot by it')
    .description(
      'Writes a value. A variable that is not there is declared, for anyone to write; a value of a robot is a command, under the rules of control.',
    )
    .addOption(new Option('--type <type>', 'its type, where the text does not say').choices(VARIABLE_TYPES))
    .option('--unit <unit>', 'its unit, when it is declared: m, rad, m/s')
    .option('--good-for <ms>', 'when it is declared: how old it may be for readers who do not say', millisecondsOf)
    .action((name: string, value: string, url: string, { type, unit, goodFor, ...flags }: SetFlags) =>
      run(async () => (await import('./board.ts')).setValue(name, value, { ...visitorOf(url, flags), type, unit, goodForMs: goodFor })),
    );
}

interface WatchFlags extends VisitorFlags {
  onChange?: boolean;
  minInterval?: number;
  deadband?: number;
  count?: number;
}

function addWatch(command: Command, run: Run): void {
  command
    .summary('prints values and their ages as they come, until Ctrl-C')
    .option('--on-change', 'only when a value differs from the one before')
    .option('--min-interval <ms>', 'of each value at most one line in so much time', millisecondsOf)
    .option('--deadband <difference>', 'only when a value differs by more than this', differenceOf)
    .option('--count <lines>', 'ends after so many lines', countOf)
    .action((pattern: string, url: string, { onChange = false, minInterval, deadband, count, ...flags }: WatchFlags) =>
      run(async () => {
        const { watchValues } = await import('./board.ts');
        const interval = minInterval === undefined ? {} : { minIntervalMs: minInterval };
        const band = deadband === undefined ? {} : { deadband };
        return watchValues(pattern, { ...visitorOf(url, flags), onChange, ...interval, ...band, count });
      }),
    );
}

function addListing(command: Command, shape: 'list' | 'tree', run: Run): void {
  command
    .summary(shape === 'list' ? 'lists all values' : 'shows all values as a tree of names')
    .option('--filter <pattern>', 'only names of this pattern', '**')
    .action((url: string, { filter, ...flags }: VisitorFlags & { filter: string }) =>
      run(async () => (await import('./board.ts')).listValues({ ...visitorOf(url, flags), filter, shape })),
    );
}

const visitorOf = (url: string, { as: name, world, link, json }: VisitorFlags) => ({
  ...{ url, name, world, link },
  format: json ? ('json' as const) : ('human' as const),
});

function millisecondsOf(text: string): number {
  const milliseconds = Number(text);
  if (!(milliseconds > 0 && Number.isFinite(milliseconds))) throw new InvalidArgumentError('It is a number of milliseconds above 0.');
  return milliseconds;
}

function differenceOf(text: string): number {
  const difference = Number(text);
  if (!(difference >= 0 && Number.isFinite(difference))) throw new InvalidArgumentError('It is a number, 0 or above.');
  return difference;
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number above 0.');
  return Number(text);
}
