import type { Command } from 'commander';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT_HELP } from '../exit-codes.ts';

interface GrantFlags {
  as: string;
  out: string;
  space: string;
}

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
  /** Throws what the command line tells people when a text is no id. */
  readonly idOf: (text: string) => string;
}

/** The options of `manyhands bus`: what they do is in grant.ts. */
export function addBusCommand(program: Command, { run, idOf }: Words): void {
  program
    .command('bus')
    .summary('lets programs join the bus itself')
    .description('For those who run the NATS servers of several hubs.')
    .command('grant')
    .summary('makes credentials for one participant of one world')
    .description(
      'Makes a key for a program that joins the bus itself, and prints the user that goes into the nats.conf of the servers: with it the program can say and hear what a participant of that world needs, and nothing else.',
    )
    .argument('<world>', 'the world it may join', idOf)
    .requiredOption('--as <name>', 'its id in that world', idOf)
    .requiredOption('--out <file>', 'where its key is written, for nobody else to read; must not be there yet')
    .option('--space <name>', "the last part of the hubs' --bus, if that has one", idOf, 'manyhands')
    .addHelpText('after', EXIT_HELP)
    .addHelpText(
      'after',
      '\nExample:\n  manyhands bus grant lab --as agent-1 --out agent-1.key >> users.conf\n  manyhands join nats://bus1:4222 --as agent-1 --bus-credentials agent-1.key',
    )
    .action((world: string, { as: participant, out, space }: GrantFlags) =>
      run(async () => (await import('./grant.ts')).grant({ space, world, participant }, out)),
    );
}
