import { type Command, InvalidArgumentError } from 'commander';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
}

interface Flags {
  from: string;
  to: string;
  planner: string;
  planners?: string;
  radius: number;
  seed: number;
  json?: true;
  svg?: string;
}

const USUAL_RADIUS_M = 0.3;
const EXAMPLES = `
Examples:
  manyhands plan floor.edl --from 1,2 --to 8,3.5 --planner visibility
  manyhands plan building.json --from "1,2,Ground floor" --to "Robot lab" --planner prm --seed 7 --svg way.svg
  manyhands plan floor.edl --from 1,2 --to 8,3.5 --planner all --svg way.svg`;

/** The options of `manyhands plan`: what it does is in plan.ts. */
export function addPlanCommand(program: Command, { run }: Words): void {
  program
    .command('plan')
    .summary('finds a way for a robot on a map')
    .description(
      'Finds a way for a robot on a map or in a building, by a planner of your choice: docs/planners.md compares them. Needs no hub.',
    )
    .argument('<map>', 'EDL, compiled (.cfg), or a site (.json); - is EDL from stdin')
    .requiredOption('--from <x,y[,floor]>', 'where the middle of the robot is, in metres')
    .requiredOption('--to <place>', 'where to: x,y[,floor] in metres, or the name or id of a room')
    .option(
      '--planner <name>',
      'visibility, prm, visibility-prm, lazy-visibility, rrt-connect, one of --planners, or all',
      'lazy-visibility',
    )
    .option('--planners <folder>', 'planners of your own, NAME.ts or NAME.mjs each')
    .option('--radius <m>', 'of the robot, seen from above', radiusOf, USUAL_RADIUS_M)
    .option('--seed <number>', 'the same one gives the same roadmap', seedOf, 1)
    .option('--svg <file>', 'draws the way and the roadmap; with --planner all a file for each, NAME before its ending')
    .option('--json', 'prints one JSON object for each planner, a line each')
    .addHelpText('after', `${EXIT_HELP}\n${EXAMPLES}`)
    .action((map: string, { from, to, planner, planners, radius: radiusM, seed, svg, json }: Flags) =>
      run(async () => {
        const { plan } = await import('./plan.ts');
        return plan(map, { from, to, planner, folder: planners, radiusM, seed, svg, format: json ? 'json' : 'human' });
      }),
    );
}

function radiusOf(text: string): number {
  const metres = Number(text);
  if (!(metres >= 0.01 && metres <= 100)) throw new InvalidArgumentError('It is a number of metres, 0.01 to 100.');
  return metres;
}

function seedOf(text: string): number {
  const seed = Number(text);
  if (!/^\d{1,10}$/.test(text) || seed > 0xffff_ffff) throw new InvalidArgumentError('It is a whole number from 0 to 4294967295.');
  return seed;
}
