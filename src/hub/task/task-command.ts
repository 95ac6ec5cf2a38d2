import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
  /** Throws what the command line tells people when a text is no id. */
  readonly idOf: (text: string) => string;
}

interface Flags {
  json?: true;
  in: string;
  for: number;
  as: string;
  world?: string;
  link?: string;
}

const FILE = 'of a task; its programs (.prg) and lists of positions (.pos) are beside it';
const USUAL_WORLD = 'practice-cell';
const USUAL_S = 3600;
const EXAMPLES = `
Examples:
  manyhands task check src/hub/demos/practice-cell/stamping.task
  manyhands task run stamping
  manyhands task run my.task --in practice-cell --json
  manyhands task run stamping http://127.0.0.1:7330/practice-cell`;

/** The options of `manyhands task`: what they do is in task.ts. */
export function addTaskCommand(program: Command, { run, idOf }: Words): void {
  const tasks = program
    .command('task')
    .summary('checks and runs tasks: programs of several robots, coordinated')
    .description('Tasks say which robot starts which program when: docs/tasks.md is their reference.')
    .addHelpText('after', `${EXIT_HELP}\n${EXAMPLES}`);

  tasks
    .command('check')
    .summary('says what is wrong in tasks, where, and what to do')
    .description('Says what is wrong in tasks, where, and what to do: starts that never come or collide, and programs with errors.')
    .argument('<file...>', FILE)
    .option('--in <world>', 'whether the robots are there: one of the worlds that come with the product')
    .option('--json', 'prints one JSON object a file, a line each')
    .addHelpText('after', EXIT_HELP)
    .action((files: string[], { in: world, json }: Partial<Flags>) =>
      run(async () => (await import('./task.ts')).checkTasks(files, { world, format: json ? 'json' : 'human' })),
    );

  tasks
    .command('run')
    .summary('performs a task, and prints who starts and ends when')
    .description(
      'Performs a task in a world of its own, as fast as the machine can, with real motions, contacts and grips. With a url it is started in that world instead, where it goes on without us. Prints who starts and ends when.',
    )
    .argument('<task>', `a file ${FILE}; or stamping, which comes with the product; with a url: or one that is saved in that world`)
    .argument('[url]', 'of a hub and world, or a join link')
    .option('--in <world>', 'without a url: one of the worlds that come with the product', USUAL_WORLD)
    .option('--for <s>', 'without a url: seconds of the world after which it is stopped', secondsOf, USUAL_S)
    .option('--as <name>', 'what others call you', userInfo().username)
    .option('--world <name>', 'which world, where the url does not say', idOf)
    .option('--link <link>', 'join link, or what stands behind its #')
    .option('--json', 'prints each effect, and each change of a row, as one JSON object a line')
    .addHelpText('after', EXIT_HELP)
    .action((task: string, url: string | undefined, { in: place, for: longestS, as: name, world, link, json }: Flags) =>
      run(async () => {
        const format = json ? 'json' : 'human';
        const { runTask, runTaskIn } = await import('./task.ts');
        return url === undefined ? runTask(task, { world: place, longestS, format }) : runTaskIn(task, { url, name, world, link, format });
      }),
    );
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('It is a number of seconds, up to a day.');
  return seconds;
}
