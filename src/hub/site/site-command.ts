import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { DEFAULT_PORT } from '../../library/hub-url.ts';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
  /** Throws what the command line tells people when a text is no id. */
  readonly idOf: (text: string) => string;
}

interface Flags {
  json?: true;
  out?: string;
  floor?: string;
  topology?: true;
}

interface ApplyFlags {
  world: string;
  hub?: string;
  link?: string;
  as: string;
  keepFree?: true;
  json?: true;
}

const FILE = 'of a site (JSON); - is stdin';
const EXAMPLES = `
Examples:
  manyhands site check building.json
  manyhands site draw building.json --floor "First floor" --topology --out first.svg
  manyhands site apply building.json --world lab --link LINK`;

/** The options of `manyhands site`: what they do is in site.ts. */
export function addSiteCommand(program: Command, { run, idOf }: Words): void {
  const site = program
    .command('site')
    .summary('checks and draws buildings, and puts them into worlds')
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

  site
    .command('apply')
    .summary('makes it the building of a running world')
    .description(
      "Makes a site the building of a running world: what has not changed of it stays as it stands. Needs a teacher's or an administrator's join link.",
    )
    .argument('<file>', FILE)
    .requiredOption('--world <name>', 'which world', idOf)
    .option('--hub <url>', `address of the hub, or a join link (default: that of --link, or http://127.0.0.1:${DEFAULT_PORT})`)
    .option('--link <link>', 'join link, or what stands behind its #')
    .option('--as <name>', 'what others call you', userInfo().username)
    .option('--keep-free', 'moves what would stand in a wall to the nearest free place (default: nothing is changed then)')
    .option('--json', 'prints one JSON object')
    .addHelpText('after', EXIT_HELP)
    .action((file: string, { world, hub, link, as: name, keepFree, json }: ApplyFlags) =>
      run(async () => {
        const { applySite } = await import('./apply-site.ts');
        return applySite(file, { world, hub, link, name, inTheWay: keepFree ? 'keep free' : 'refuse', format: json ? 'json' : 'human' });
      }),
    );
}
