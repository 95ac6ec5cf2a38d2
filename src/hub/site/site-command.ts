import type { Command } from 'commander';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
}

interface Flags {
  json?: true;
  out?: string;
  floor?: string;
  topology?: true;
}

const FILE = 'of a site (JSON); - is stdin';
const EXAMPLES = `
Examples:
  manyhands site check building.json
  manyhands site draw building.json --floor "First floor" --topology --out first.svg`;

/** The options of `manyhands site`: what they do is in site.ts. */
export function addSiteCommand(program: Command, { run }: Words): void {
  const site = program
    .command('site')
    .summary('checks and draws buildings')
    .description('Buildings of several floors, each a map in EDL, with elevators: docs/sites.md shows them by example.')
    .addHelpText('after', `${EXIT_HELP}\n${EXAMPLES}`);

  site
    .command('check')
    .summary('says what is wrong in sites, where, and what to do')
    .argument('<file...>', FILE)
    .option('--json', 'prints one JSON object a file, a line each')
    .addHelpText('after', EXIT_HELP)
    .action((files: string[], { json }: Flags) =>
      run(async () => (await import('./site.ts')).checkSites(files, { format: json ? 'json' : 'human' })),
    );

  site
    .command('draw')
    .summary('draws a floor to SVG')
    .argument('<file>', FILE)
    .option('--floor <name>', 'which floor (default: the lowest)')
    .option('--topology', 'draws the topological map over it')
    .option('--out <file>', 'where to (default: stdout)')
    .option('--json', 'prints one JSON object')
    .addHelpText('after', EXIT_HELP)
    .action((file: string, { floor, topology, out, json }: Flags) =>
      run(async () => {
        const { drawSite } = await import('./site.ts');
        return drawSite(file, { floor, shows: topology ? 'topology' : 'members', out, format: json ? 'json' : 'human' });
      }),
    );
}
