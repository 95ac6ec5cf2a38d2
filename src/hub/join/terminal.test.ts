import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openTerminal } from './terminal.ts';

function open() {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let written = '';
  output.on('data', (chunk: Buffer) => {
    written += chunk;
  });
  const lines: string[] = [];
  const ending = new AbortController();
  const terminal = openTerminal(input, output);
  const over = terminal.readLines({
    prompt: '> ',
    vocabulary: () => ({ entities: ['patrol'], participants: [] }),
    ending: ending.signal,
    onLine: (line) => lines.push(line),
  });
  const type = async (text: string) => {
    for (const key of text) input.write(key);
    await pause(10);
  };
  const takeWritten = () => {
    const text = written;
    written = '';
    return text;
  };
  return { terminal, lines, ending, over, type, takeWritten };
}

describe('the terminal', () => {
  it('keeps what is half typed below what is printed', async () => {
    const { terminal, lines, type, takeWritten, ending, over } = open();
    await type('hal');
    takeWritten();
    terminal.print('bob has come');
    const redrawn = takeWritten();
    expect(redrawn).toContain('bob has come\n');
    expect(redrawn.slice(redrawn.indexOf('bob has come'))).toContain('> hal');
    await type('t patrol\r');
    expect(lines).toEqual(['halt patrol']);
    ending.abort();
    await over;
  });

  it('fills in at Tab', async () => {
    const { lines, type, ending, over } = open();
    await type('hal');
    await type('\t');
    await type('pa');
    await type('\t');
    await type('\r');
    expect(lines.map((line) => line.trim())).toEqual(['halt patrol']);
    ending.abort();
    await over;
  });

  it('is left by Ctrl-C, which first clears what is half typed', async () => {
    const { lines, type, over } = open();
    await type('hal');
    await type('\x03');
    await type('list\r');
    expect(lines).toEqual(['list']);
    await type('\x03');
    await over;
  });
});
