import { accessSync, constants, createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { styleText } from 'node:util';
import { MisuseError, type World } from '../../library/manyhands.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { comeIn, type Visitor } from './come-in.ts';
import { JoinedSession } from './joined-session.ts';
import { type HumanPrinterOptions, humanPrinter, jsonPrinter, type Printer } from './printer.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export interface JoinOptions extends Visitor {
  readonly format: 'human' | 'json';
  /** A file of commands; without one they come from stdin. */
  readonly script: string | undefined;
}

/** `manyhands join`: comes in, does what it is told, and leaves. */
export async function join(options: JoinOptions): Promise<ExitCode> {
  requireScript(options.script);
  const isInteractive = options.script === undefined && options.format === 'human' && process.stdin.isTTY && process.stdout.isTTY;
  const terminal = openTerminal(process.stdin, process.stdout);
  const world = await comeIn(options, (text) => {
    if (isInteractive) terminal.print(styleText('yellow', text));
    else process.stderr.write(`${text}\n`);
  });
  if (!world) return EXIT.notJoined;
  const printer = printerFor(options, world, { write: (text) => terminal.print(text), lines: isInteractive ? 'plain' : 'numbered' });
  const session = new JoinedSession(world, printer);
  const end = () => session.end();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  // Whoever read our output has gone (`| head`): so do we.
  process.stdout.on('error', end);
  if (!isInteractive) return session.live(options.url, () => obeyScript(session, options.script));
  const code = await session.live(options.url, () => obeyTerminal(session, terminal));
  // Who types sees what fails, and is no failure for it.
  return code === EXIT.failure ? EXIT.ok : code;
}

/** Before joining: a robot must not come in only to leave again. */
function requireScript(script: string | undefined): void {
  if (script === undefined || script === '-') return;
  try {
    accessSync(script, constants.R_OK);
  } catch (cause) {
    throw new MisuseError('the script cannot be read', { cause });
  }
}

function printerFor({ format }: JoinOptions, world: World, options: Pick<HumanPrinterOptions, 'write' | 'lines'>): Printer {
  if (format === 'json') return jsonPrinter((line) => void process.stdout.write(`${line}\n`));
  return humanPrinter({ ...options, paint: (style, text) => styleText(style, text), self: world.id });
}

/** Lines are obeyed as they come: while a robot is driven, it can be stopped. */
function obeyTerminal(session: JoinedSession, terminal: Terminal): Promise<void> {
  const { world, ending } = session;
  terminal.print('Type help for the commands, leave or Ctrl-C to go.');
  return terminal.readLines({
    prompt: `${world.id}@${world.world}> `,
    vocabulary: () => ({ entities: world.entities.map(({ id }) => id), participants: world.participants.map(({ id }) => id) }),
    ending,
    onLine: (line) => void session.obey(line),
  });
}

/** One line after the other, each when the one before it is done. */
async function obeyScript(session: JoinedSession, script: string | undefined): Promise<void> {
  const input = script === undefined || script === '-' ? process.stdin : createReadStream(script);
  for await (const line of createInterface({ input, signal: session.ending })) {
    await session.obey(line);
    if (session.ending.aborted) break;
  }
  input.destroy();
}
