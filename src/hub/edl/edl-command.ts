import { type Command, InvalidArgumentError } from 'commander';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
}

interface Flags {
  json?: true;
  out?: string;
  robotRadius?: number;
  write?: true;
  check?: true;
  resolution?: number;
}

const FILE = 'of EDL, or compiled (.cfg); - is stdin';
const EXAMPLES = `
Examples:
  manyhands edl check floor.edl --robot-radius 30
  manyhands edl format floor.edl --write
  manyhands edl compile floor.edl --out floor.cfg
  manyhands edl draw floor.edl --out floor.svg
  manyhands edl export floor.edl --out floor.yaml
  manyhands edl import scanned.yaml --out scanned.edl`;

/** The options of `manyhands edl`: what they do is in edl.ts. */
export function addEdlCommand(program: Command, { run }: Words): void {
  const edl = program
    .command('edl')
    .summary('checks, formats, compiles and draws maps')
    .description('Maps as text, in the Environment Description Language: docs/maps.md shows it by example. Needs no hub.')
    .addHelpText('after', `${EXIT_HELP}\n${EXAMPLES}`);
  const of = (name: string, summary: string) =>
    edl
      .command(name)
      .summary(summary)
      .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
  const json = (command: Command) => command.option('--json', 'prints one JSON object a file, a line each').addHelpText('after', EXIT_HELP);
  const toFile = (command: Command) => command.option('--out <file>', 'where to (default: stdout)');

  json(of('check', 'says what is wrong in maps, where, and what to do'))
    .argument('<file...>', FILE)
    .option('--robot-radius <cm>', 'warns of doors that a robot of this radius does not fit through', centimetresOf)
    .action((files: string[], { robotRadius, json: isJson }: Flags) =>
      run(async () => (await import('./edl.ts')).checkMaps(files, { robotRadiusCm: robotRadius, format: isJson ? 'json' : 'human' })),
    );

  json(of('format', 'lays out maps as in the paper, and keeps their comments'))
    .argument('<file...>', FILE)
    .option('--write', 'changes the files, instead of printing them')
    .option('--check', 'only says which files are not formatted')
    .action((files: string[], { write, check, json: isJson }: Flags) =>
      run(async () =>
        (await import('./edl.ts')).formatMaps(files, {
          to: write ? 'files' : check ? 'nowhere' : 'stdout',
          format: isJson ? 'json' : 'human',
        }),
      ),
    );

  toFile(json(of('compile', 'compiles a map to .cfg: a row for the field, one for each member')))
    .argument('<file>', FILE)
    .action((file: string, { out, json: isJson }: Flags) =>
      run(async () => (await import('./edl.ts')).compileMap(file, { out, format: isJson ? 'json' : 'human' })),
    );

  toFile(json(of('draw', 'draws a map to SVG')))
    .argument('<file>', FILE)
    .action((file: string, { out, json: isJson }: Flags) =>
      run(async () => (await import('./edl.ts')).drawMap(file, { out, format: isJson ? 'json' : 'human' })),
    );

  json(of('export', 'writes a map as PGM and YAML, as map_server and nav2 read them'))
    .argument('<file>', FILE)
    .requiredOption('--out <file.yaml>', 'where to; the picture goes beside it')
    .option('--resolution <m>', 'metres a pixel', metresOf, USUAL_RESOLUTION_M)
    .action((file: string, { out = '', resolution: resolutionM = USUAL_RESOLUTION_M, json: isJson }: Flags) =>
      run(async () => (await import('./bitmaps.ts')).exportMap(file, { out, resolutionM, format: isJson ? 'json' : 'human' })),
    );

  toFile(json(of('import', 'makes walls of a map that is a picture: PGM or PNG, by its YAML or alone')))
    .argument('<file>', 'a .yaml with its picture beside it, a .pgm or a .png')
    .option('--resolution <m>', `metres a pixel, where no YAML says it (default: ${USUAL_RESOLUTION_M})`, metresOf)
    .action((file: string, { out, resolution: resolutionM, json: isJson }: Flags) =>
      run(async () => (await import('./bitmaps.ts')).importMap(file, { out, resolutionM, format: isJson ? 'json' : 'human' })),
    );
}

const USUAL_RESOLUTION_M = 0.05;

function metresOf(text: string): number {
  const metres = Number(text);
  if (!(metres >= 0.001 && metres <= 10)) throw new InvalidArgumentError('It is a number of metres, 0.001 to 10.');
  return metres;
}

function centimetresOf(text: string): number {
  const centimetres = Number(text);
  if (!(centimetres > 0 && centimetres < 1e5)) throw new InvalidArgumentError('It is a number of centimetres above 0.');
  return centimetres;
}
