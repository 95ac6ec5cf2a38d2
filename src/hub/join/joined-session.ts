import { setTimeout as pause } from 'node:timers/promises';
import type { BusStatus, World } from '../../library/manyhands.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { execute } from './commands/catalog.ts';
import type { SessionEvent } from './event.ts';
import { tellNews } from './news.ts';
import { parseCommand } from './parse-command.ts';
import type { Printer } from './printer.ts';
import type { Result, Session } from './session.ts';
import { Watches } from './watches.ts';
import type { Diagnostic } from './words.ts';

/** For what is under way when a session ends to be told of. */
const LAST_WORDS_MS = 200;

/** One stay in a world, from the first line that is obeyed to the goodbye. */
export class JoinedSession implements Session {
  readonly world: World;
  readonly watches: Watches;
  readonly #printer: Printer;
  readonly #ending = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #exitCode: ExitCode = EXIT.ok;
  #lines = 0;

  constructor(world: World, printer: Printer) {
    this.world = world;
    this.#printer = printer;
    this.watches = new Watches(world, { clock: systemClock, cadence: printer.cadence, tell: (event) => this.#tell(event) });
  }

  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    this.#ending.abort();
  }

  /** Stays until `obeyLines` has no more lines or the session is ended, then says goodbye. */
  async live(url: string, obeyLines: () => Promise<void>): Promise<ExitCode> {
    const { world } = this;
    using _status = world.onStatus((status) => this.#statusChanged(status));
    using _chats = world.chats.on(({ from, text }) => this.#tell({ event: 'chat', from, text }));
    using _news = tellNews(world, systemClock, (event) => this.#tell(event));
    using _watches = this.watches;
    this.#tell({ event: 'joined', world: world.world, id: world.id, name: world.name, url });
    await obeyLines();
    this.end();
    await Promise.race([Promise.all(this.#underWay), pause(LAST_WORDS_MS)]);
    if (world.status.kind !== 'closed') await world.leave();
    this.#tell({ event: 'left' });
    return this.#exitCode;
  }

  /** Carries out one line and tells what became of it. */
  obey(line: string): Promise<void> {
    const obeyed = this.#obey(line, ++this.#lines).finally(() => this.#underWay.delete(obeyed));
    this.#underWay.add(obeyed);
    return obeyed;
  }

  async #obey(line: string, number: number): Promise<void> {
    const parsed = parseCommand(line);
    if (parsed.kind === 'nothing') return;
    const result = parsed.kind === 'command' ? await execute(this, parsed.command) : wrong(parsed.diagnostic);
    const command = parsed.kind === 'command' ? parsed.command.kind : parsed.command;
    this.#printer.result({ command, line: number, result });
    if (result.status === 'failed' && parsed.failure === 'matters' && this.#exitCode === EXIT.ok) this.#exitCode = EXIT.failure;
  }

  #statusChanged(status: BusStatus): void {
    switch (status.kind) {
      case 'connected':
        this.#tell({ event: 'connection', state: 'regained', reason: '' });
        break;
      case 'reconnecting':
        // Told once, not for each attempt.
        if (status.attempt === 1) this.#tell({ event: 'connection', state: 'lost', reason: status.reason });
        break;
      case 'closed':
        if (!this.ending.aborted) this.#closed(status.reason);
        break;
    }
  }

  /** For good, and not by us. */
  #closed(reason: string): void {
    this.#tell({ event: 'connection', state: 'closed', reason });
    this.#exitCode = EXIT.notJoined;
    this.end();
  }

  #tell(event: SessionEvent): void {
    this.#printer.event(event, this.world.time.sharedMs);
  }
}

const wrong = ({ column, message: reason }: Diagnostic): Result => ({
  status: 'failed',
  outcome: { kind: 'wrong', column, reason },
  text: `column ${column}: ${reason}`,
});
