import { styleText } from 'node:util';
import { type Logger, pino } from 'pino';
import type { LogLevel } from './log-level.ts';

/** Logs to stderr: one JSON object a line for programs, a readable line for whoever looks at a terminal. */
export function makeLog(level: LogLevel): Logger {
  return pino(
    { level, base: null },
    process.stderr.isTTY ? { write: (line) => process.stderr.write(readable(line)) } : pino.destination({ fd: 2, sync: true }),
  );
}

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

function readable(line: string): string {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const details = Object.entries(rest).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const colour = Number(level) >= 50 ? 'red' : Number(level) >= 40 ? 'yellow' : 'dim';
  const clock = new Date(Number(time)).toLocaleTimeString('en-GB');
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${String(err.stack)}` : '';
  return `${styleText('dim', clock)} ${styleText(colour, LEVELS[Number(level)] ?? 'log')} ${String(msg)} ${styleText('dim', details.join(' '))}${stack}\n`;
}
