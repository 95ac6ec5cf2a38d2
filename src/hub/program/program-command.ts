import { type Command, InvalidArgumentError } from 'commander';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
}

interface Flags {
  json?: true;
  robot?: string;
  positions?: string;
  write?: true;
  check?: true;
  for?: number;
}

const FILE = 'of a program; - is stdin';
const USUAL_ROBOT = 'puma-560';
const USUAL_S = 3600;
const EXAMPLES = `
Examples:
  manyhands program check examples/first.prg --positions examples/first.pos
  manyhands program format examples/first.prg --write
  manyhands program export examples/first.prg --to python
  manyhands program run examples/first.prg --robot puma-560 --positions examples/first.pos`;

/** The options of `manyhands program`: what they do is in program.ts. */
export function addProgramCommand(program: Command, { run }: Words): void {
  const programs = program
    .command('program')
    .summary('checks, formats, exports and runs programs of robots')
    .description('Programs in the robot language: docs/language.md is its reference. Needs no hub.')
    .addHelpText('after', `${EXIT_HELP}\n${EXAMPLES}`);
  const of = (name: string, summary: string) =>
    programs
      .command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
  const json = (command: Command, what: string) => command.option('--json', what).addHelpText('after', EXIT_HELP);

  json(of('check', 'says what is wrong in programs, where, and what to do'), 'prints one JSON object a file, a line each')
    .argument('<file...>', FILE)
    .option('--robot <model>', 'of the catalog: whether it has what the programs use')
    .option('--positions <file>', 'the taught positions that the programs name')
    .action((files: string[], { robot, positions, json: isJson }: Flags) =>
      run(async () => (await import('./program.ts')).checkPrograms(files, { robot, positions, format: isJson ? 'json' : 'human' })),
    );

  json(of('format', 'lays out programs, and keeps their comments'), 'prints one JSON object a file, a line each')
    .argument('<file...>', FILE)
    .option('--write', 'changes the files, instead of printing them')
    .option('--check', 'only says which files are not formatted')
    .action((files: string[], { write, check, json: isJson }: Flags) =>
      run(async () =>
        (await import('./program.ts')).formatPrograms(files, {
          to: write ? 'files' : check ? 'nowhere' : 'stdout',
          format: isJson ? 'json' : 'human',
        }),
      ),
    );

  of('export', 'writes a program in another language, for reading')
    .argument('<file>', FILE)
    .requiredOption('--to <language>', 'python', exportFormatOf)
    .addHelpText('after', EXIT_HELP)
    .action((file: string) => run(async () => (await import('./program.ts')).exportProgram(file)));

  json(
    of('run', 'runs a program on a simulated robot, in virtual time, and prints what it does'),
    'prints each effect as one JSON object a line',
  )
    .argument('<file>', FILE)
    .option('--robot <model>', 'of the catalog', USUAL_ROBOT)
    .option('--positions <file>', 'the taught positions that the program names')
    .option('--for <s>', 'seconds of the world after which it is ended', secondsOf, USUAL_S)
    .action((file: string, { robot = USUAL_ROBOT, positions, for: longestS = USUAL_S, json: isJson }: Flags) =>
      run(async () => (await import('./program.ts')).runProgram(file, { robot, positions, longestS, format: isJson ? 'json' : 'human' })),
    );
}

function exportFormatOf(text: string): 'python' {
  if (text !== 'python') throw new InvalidArgumentError('It is python.');
  return text;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('It is a number of seconds, up to a day.');
  return seconds;
}
