/** The command line. This file only wires: it reads what was typed and starts what was asked for, loading no more than that needs. */
import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { explain, MisuseError } from '../core/base/errors.ts';
import { isId } from '../core/base/ids.ts';
import { DEFAULT_PORT, DEFAULT_WORLD } from '../library/hub-url.ts';
import { addBoardCommand } from './board/board-command.ts';
import { addBusCommand } from './bus/bus-command.ts';
import { addCatalogCommand } from './catalog/catalog-command.ts';
import { defaultDataFolder } from './data-folder.ts';
import { addEdlCommand } from './edl/edl-command.ts';
import { EXIT, EXIT_HELP, type ExitCode } from './exit-codes.ts';
import { addGatewayCommand } from './gateway/gateway-command.ts';
import { LOG_LEVELS, type LogLevel } from './log-level.ts';
import { addPlanCommand } from './plan/plan-command.ts';
import { addProgramCommand } from './program/program-command.ts';
import { addSiteCommand } from './site/site-command.ts';
import { addTaskCommand } from './task/task-command.ts';
import { version } from './version.ts';

interface HubFlags {
  host: string;
  port: number;
  world?: string;
  demo?: true;
  share?: true;
  data: string;
  db?: string;
  bus?: string;
  busCredentials?: string;
  busCa?: string;
  name?: string;
  publicUrl?: string;
  mostParticipants?: number;
  mostInWorld?: number;
  planners?: string;
  certificate?: string;
  key?: string;
  allowOrigin?: string[];
  requireLink?: true;
  logLevel: LogLevel;
  json?: true;
}

interface JoinFlags {
  as: string;
  busCredentials?: string;
  busCa?: string;
  models?: string;
  world?: string;
  link?: string;
  script?: string;
  json?: true;
}

const program = new Command('manyhands')
  .description('Many operators, many robots, one world: a shared world for people and for simulated and real robots.')
  .version(version, '-V, --version', 'prints the version')
  .helpOption('-h, --help', 'shows this help')
  .helpCommand('help [command]', 'shows the help of a command')
  .addHelpText('after', EXIT_HELP)
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'manyhands: ')) })
  .showHelpAfterError('(add --help to see how it is used)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? EXIT.ok : EXIT.badUsage));

program
  .command('hub')
  .summary('runs a hub')
  .description('Runs a hub: where participants meet. It keeps worlds, and opens one when somebody joins it.')
  .option('--host <address>', 'address to listen on; 0.0.0.0 opens it to the network', '127.0.0.1')
  .option('--port <number>', 'port to listen on; 0 takes a free one', portOf, DEFAULT_PORT)
  .option('--share', 'opens it to the local network, with TLS, and shows the join link as a code for phones')
  .option('--world <name>', `world to open at once (default: "${DEFAULT_WORLD}", or the workcell with --demo)`, idOf)
  .option('--demo', 'makes the demonstration worlds, if there are no worlds yet')
  .option('--data <folder>', 'where it keeps its database and certificate', defaultDataFolder())
  .addOption(new Option('--db <where>', 'database: a file, postgres://..., or :memory: (default: a file in --data)').env('MANYHANDS_DB'))
  .addOption(
    new Option('--bus <url>', 'NATS servers that it shares with other hubs: nats://[user:password@]host:port[,host:port...]').env(
      'MANYHANDS_BUS',
    ),
  )
  .option('--bus-credentials <file>', 'credentials for the NATS servers, as nsc writes them')
  .option('--bus-ca <file>', 'certificates (PEM) of who vouches for the NATS servers, where the system does not know them')
  .option('--name <name>', 'what tells it from other hubs on the same bus (default: from the name of the machine and the port)', hubNameOf)
  .option('--public-url <url>', 'how others reach it, where a name or a proxy stands before it: https://hub1.example', urlOf)
  .option('--most-participants <number>', 'how many may be at this hub at once (default: 1000)', countOf)
  .option('--most-in-world <number>', 'how many may be in one world at once, at all its hubs together', countOf)
  .option('--planners <folder>', 'planners of your own, NAME.ts or NAME.mjs each (default: planners in --data)')
  .option('--certificate <file>', 'TLS certificate (PEM), with --key')
  .option('--key <file>', "the certificate's key (PEM)")
  .option('--allow-origin <origin...>', 'other sites whose pages may join, such as https://class.example')
  .option('--require-link', 'lets nobody in without a join link, not even from this machine: for hubs behind a proxy or a tunnel')
  .addOption(new Option('--log-level <level>', 'how much is logged on stderr').choices(LOG_LEVELS).default('info'))
  .option('--json', 'prints the address as JSON')
  .addHelpText(
    'after',
    `${EXIT_HELP}\n\nExamples:\n  manyhands hub --demo\n  manyhands hub --demo --share\n  manyhands hub --host 0.0.0.0 --port 8000 --world lab\n  manyhands hub --bus nats://127.0.0.1:4222 --db postgres://127.0.0.1/manyhands --name one`,
  )
  .action((flags: HubFlags) =>
    run(async () => {
      const { runHub } = await import('./run-hub.ts');
      return runHub({
        ...flags,
        world: flags.world,
        db: flags.db,
        bus: flags.bus,
        busCredentials: flags.busCredentials,
        busCa: flags.busCa,
        name: flags.name,
        publicUrl: flags.publicUrl,
        mostParticipants: flags.mostParticipants,
        mostInWorld: flags.mostInWorld,
        planners: flags.planners,
        certificate: certificateOf(flags),
        allowedOrigins: flags.allowOrigin ?? [],
        locals: flags.requireLink ? 'need a link' : 'let in',
        content: flags.demo ? 'demo' : 'nothing',
        share: flags.share ? 'network' : 'as told',
        format: flags.json ? 'json' : 'human',
      });
    }),
  );

program
  .command('join')
  .summary('joins a world')
  .description('Joins a world from the terminal: interactively, or with commands from a file or from stdin, one a line.')
  .argument(
    '<url>',
    `of the hub and world: http://127.0.0.1:${DEFAULT_PORT}/${DEFAULT_WORLD}; or a join link; or, to be on the bus itself, nats://HOST:PORT`,
  )
  .option('--as <name>', 'what others call you', userInfo().username)
  .option('--world <name>', 'which world, where the url does not say', idOf)
  .option('--link <link>', 'join link, or what stands behind its #')
  .option('--bus-credentials <file>', 'with nats://...: what "manyhands bus grant" or nsc wrote')
  .option('--bus-ca <file>', 'with nats://...: certificates (PEM) of who vouches for the servers, where the system does not know them')
  .option('--models <url>', 'with nats://...: hub, or join link, whose models count (default: those that come with Manyhands)')
  .option(
    '--script <file>',
    'commands to carry out, then leave; - is stdin. A failing one makes the exit code 1, unless - stands before it',
  )
  .option('--json', 'prints every event and result as one JSON object a line')
  .addHelpText('after', EXIT_HELP)
  .addHelpText(
    'after',
    `\nExamples:\n  manyhands join http://127.0.0.1:${DEFAULT_PORT} --as alice\n  (echo watch all 20; sleep 60) | manyhands join 127.0.0.1:${DEFAULT_PORT}/lab --json\n  manyhands join nats://bus1:4222 --as agent-1 --bus-credentials agent-1.key\n\nThe command help, once inside, shows what can be said.`,
  )
  .action((url: string, { as: name, world, link, script, json, busCredentials, busCa, models }: JoinFlags) =>
    run(async () => {
      const { join } = await import('./join/join.ts');
      const bus = { credentials: busCredentials, authorities: busCa, models };
      return join({ url, name, world, link, script, bus, format: json ? 'json' : 'human' });
    }),
  );

addBoardCommand(program, { run, idOf });
addGatewayCommand(program, { run, idOf });
addCatalogCommand(program, { run, idOf });
addBusCommand(program, { run, idOf });
addEdlCommand(program, { run });
addProgramCommand(program, { run });
addTaskCommand(program, { run, idOf });
addSiteCommand(program, { run, idOf });
addPlanCommand(program, { run });

program
  .command('version')
  .summary('prints the version')
  .option('--json', 'as JSON')
  .action(({ json }: { json?: true }) => console.log(json ? JSON.stringify({ name: 'manyhands', version }) : version));

await program.parseAsync();

async function run(action: () => Promise<ExitCode>): Promise<void> {
  try {
    process.exitCode = await action();
  } catch (error) {
    if (!(error instanceof MisuseError)) throw error;
    process.stderr.write(`manyhands: ${explain(error)}\n`);
    process.exitCode = EXIT.badUsage;
  }
}

function certificateOf({ certificate: file, key }: HubFlags): { file: string; key: string } | undefined {
  if (file === undefined && key === undefined) return undefined;
  if (file === undefined || key === undefined) throw new MisuseError('a certificate needs its key: give both --certificate and --key');
  return { file, key };
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}

function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/')
    throw new InvalidArgumentError('it is https://HOST or https://HOST:PORT.');
  return url.origin;
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('it is a number from 1 to 999999.');
  return Number(text);
}

function hubNameOf(text: string): string {
  if (!/^[a-z0-9]{1,16}$/.test(text)) throw new InvalidArgumentError('a hub is named by 1 to 16 of a-z and 0-9.');
  return text;
}

function idOf(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('Use 1 to 64 of a-z, 0-9, _ and -.');
  return text;
}
