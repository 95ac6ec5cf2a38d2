import { type Command, InvalidArgumentError } from 'commander';
import { GATEWAYS } from '../../gateways/catalog.ts';
import { DEFAULT_PORT } from '../../library/hub-url.ts';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface LineFlags {
  listen?: { host: string; port: number };
  serial?: string;
  baud: number;
  linkDelay?: number;
  mostGuests?: number;
  world?: string;
  link?: string;
  json?: true;
}

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
  /** Throws what the command line tells people when a text is no id. */
  readonly idOf: (text: string) => string;
}

const HOME = `http://127.0.0.1:${DEFAULT_PORT}`;
const LISTEN = { host: '127.0.0.1', port: 7331 };

/** The options of `manyhands gateway`: what they do is in run-gateway.ts. */
export function addGatewayCommand(program: Command, { run, idOf }: Words): void {
  program
    .command('gateway')
    .summary('serves a world to devices and programs that speak something else')
    .description(
      'Serves a world to devices and programs that speak something else. Each of them joins as a participant of its own, with its own join link.',
    )
    .addHelpText('after', EXIT_HELP)
    .command('line')
    .summary(GATEWAYS.line.summary)
    .description(
      'Serves the blackboard of a world in lines of text: hello, get, set, bind and so on, from nc, a script or a microcontroller. The lines are in docs/line-protocol.md.',
    )
    .argument('[url]', 'of the hub and world, or a join link', HOME)
    .option(
      '--listen <host:port>',
      `where TCP connections are taken (default: ${LISTEN.host}:${LISTEN.port}, unless there is --serial)`,
      placeOf,
    )
    .option('--serial <path>', 'a serial line to serve as well: /dev/ttyUSB0')
    .option('--baud <rate>', 'of the serial line', baudOf, 115_200)
    .option('--link <link>', 'join link of those on this machine or on the serial line who say "hello -"; or what stands behind its #')
    .option('--link-delay <ms>', 'how long a line may be under way between a device and here: what ages assume (default: 100)', delayOf)
    .option('--most-guests <number>', 'how many may be in the world by this gateway at once (default: 64)', countOf)
    .option('--world <name>', 'which world, where the url does not say', idOf)
    .option('--json', 'prints what happens as one JSON object a line')
    .addHelpText(
      'after',
      `${EXIT_HELP}\n\nExamples:\n  manyhands gateway line ${HOME}/demo\n  manyhands gateway line ${HOME}/demo --serial /dev/ttyUSB0 --baud 115200 --link-delay 20\n  manyhands gateway line https://hub.example/lab --listen 0.0.0.0:7331`,
    )
    .action((url: string, { listen, serial, baud, linkDelay, mostGuests, world, link, json }: LineFlags) =>
      run(async () => {
        const { runLineGateway } = await import('./run-gateway.ts');
        return runLineGateway({
          ...{ url, world, link },
          format: json ? 'json' : 'human',
          listen: listen ?? (serial === undefined ? LISTEN : undefined),
          serial: serial === undefined ? undefined : { path: serial, baudRate: baud },
          linkDelayMs: linkDelay,
          mostGuests,
        });
      }),
    );
}

function placeOf(text: string): { host: string; port: number } {
  const [, bracketed, bare, port] = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? bare;
  if (host === undefined || Number(port) > 65_535) throw new InvalidArgumentError('it is HOST:PORT, such as 127.0.0.1:7331 or [::1]:7331.');
  return { host, port: Number(port) };
}

function baudOf(text: string): number {
  if (!/^[1-9]\d{1,7}$/.test(text)) throw new InvalidArgumentError('it is a number of bits a second, such as 9600 or 115200.');
  return Number(text);
}

function delayOf(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError('it is a number of milliseconds.');
  return Number(text);
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('it is a number from 1 to 9999.');
  return Number(text);
}
