import { type EntityChange, rounded, type SessionEvent } from './event.ts';
import { writtenPose } from './plain-pose.ts';
import type { Result } from './session.ts';
import type { Cadence } from './watches.ts';

export interface CommandResult {
  /** The command's name. */
  readonly command: string;
  /** The number of its line in the script, from 1. */
  readonly line: number;
  readonly result: Result;
}

/** How a session shows what happens. */
export interface Printer {
  readonly cadence: Cadence;
  event(event: SessionEvent, sharedMs: number): void;
  result(result: CommandResult): void;
}

/** For programs: one JSON object a line. */
export const jsonPrinter = (write: (line: string) => void): Printer => ({
  cadence: { hz: 10, told: 'always' },
  event: (event, sharedMs) => write(JSON.stringify({ sharedMs: rounded(sharedMs, 3), ...event })),
  result: ({ command, line, result: { status, outcome, text } }) =>
    write(JSON.stringify({ event: 'result', command, line, ok: status === 'ok', outcome, text })),
});

export type Style = 'dim' | 'red' | 'yellow' | 'green' | 'cyan';
export type Paint = (style: Style, text: string) => string;

export interface HumanPrinterOptions {
  readonly write: (text: string) => void;
  readonly paint: Paint;
  readonly self: string;
  readonly lines: 'numbered' | 'plain';
}

/** For people. `self` is whose own doings need not be told; `lines` are numbered where they come from a script. */
export function humanPrinter({ write, paint, self, lines }: HumanPrinterOptions): Printer {
  let lastResult = '';
  return {
    cadence: { hz: 2, told: 'when changed' },
    event(event) {
      const text = told(event, self);
      // What a command just said of itself is no news.
      if (text !== undefined && text !== lastResult) write(painted(event, text, paint));
    },
    result({ line, result: { status, text } }) {
      lastResult = text;
      if (status === 'ok') write(text);
      else write(paint('red', lines === 'numbered' ? `line ${line}: ${text}` : text));
    },
  };
}

function painted(event: SessionEvent, text: string, paint: Paint): string {
  switch (event.event) {
    case 'participant':
    case 'entity':
      return paint('dim', text);
    case 'chat':
      return paint('cyan', text);
    case 'connection':
      return paint(event.state === 'lost' ? 'yellow' : event.state === 'closed' ? 'red' : 'green', text);
    default:
      return text;
  }
}

function told(event: SessionEvent, self: string): string | undefined {
  switch (event.event) {
    case 'joined':
      return `joined world ${event.world} as ${event.id}`;
    case 'connection':
      return connectionTold(event);
    case 'participant':
      return `${event.id} ${event.change === 'came' ? 'has come' : 'has gone'}`;
    case 'entity':
      return isOwnDoing(event.change, self) ? undefined : entityTold(event.entity, event.change);
    case 'chat':
      return `${event.from}: ${event.text}`;
    case 'pose': {
      const values = event.values.length === 0 ? '' : `  [${event.values.map((value) => value.toFixed(3)).join(' ')}]`;
      return `${event.entity.padEnd(12)} ${writtenPose(event.pose)}${values}${event.live ? '' : '  orphaned'}`;
    }
    case 'left':
      return 'left';
  }
}

function connectionTold({ state, reason }: Extract<SessionEvent, { event: 'connection' }>): string {
  switch (state) {
    case 'lost':
      return `connection lost (${reason}); trying again`;
    case 'regained':
      return 'connected again';
    case 'closed':
      return `the hub ended the connection: ${reason}`;
  }
}

/** The result of the command has said it already. */
const isOwnDoing = (change: EntityChange, self: string): boolean =>
  ((change.kind === 'inserted' || change.kind === 'owner') && change.owner === self) ||
  (change.kind === 'stopped' && change.by === self) ||
  (change.kind === 'leased' && change.to === self);

function entityTold(entity: string, change: EntityChange): string {
  switch (change.kind) {
    case 'inserted':
      return `${change.owner ?? 'somebody'} inserted ${entity}`;
    case 'removed':
      return `${entity} is gone`;
    case 'owner':
      return `${entity} belongs to ${change.owner ?? 'nobody'} now`;
    case 'orphaned':
      return `${entity} stands still: its owner ${change.owner ?? ''} has gone`;
    case 'stopped':
      return `${entity} was stopped by ${change.by}: ${change.reason}`;
    case 'rearmed':
      return `${entity} is armed again`;
    case 'leased':
      return `${change.to} has the lease of ${entity}${change.reason === '' ? '' : `, by force: ${change.reason}`}`;
    case 'released':
      return `${entity} is free`;
  }
}
