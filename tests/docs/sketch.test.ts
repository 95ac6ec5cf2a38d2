import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { joinWorld } from '../../src/library/manyhands.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { blockOf } from './documentation.ts';

const PATIENCE_MS = 20_000;

async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  const giveUpMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > giveUpMs) throw new Error(`it did not come to be within ${PATIENCE_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the sketch of the docs', { timeout: 120_000 }, () => {
  it('runs on a board that is a process, over a serial line: it measures, and switches its lamp', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'manyhands-sketch-'));
    const [source, program, tty] = ['sketch.cpp', 'sketch', 'tty'].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(source, `#include "Arduino.h"\n${blockOf('cpp', '').text}`);
    await promisify(execFile)('g++', ['-Wall', '-Wextra', '-Werror', '-I', 'tests/docs/board', '-o', program, source]);

    await using hub = StartedProcess.start('the hub', 'src/hub/main.ts', [
      'hub',
      '--port',
      '0',
      '--db',
      ':memory:',
      '--world',
      'demo',
      '--json',
    ]);
    const { url } = await hub.until('it said where it listens', ({ value }) => value as { url: string });
    // The board is plugged in: socat runs it at the other end of the line.
    const board = spawn('socat', [`pty,raw,echo=0,link=${tty}`, `EXEC:${program}`], { stdio: ['ignore', 'ignore', 'pipe'] });
    const unplugged = once(board, 'close');
    try {
      let lamp = '';
      board.stderr.on('data', (bytes: Buffer) => {
        lamp += bytes;
      });
      await until('the line', () => existsSync(tty));
      const serving = ['gateway', 'line', `${url}/demo`, '--serial', tty, '--json'];
      await using gateway = StartedProcess.start('the gateway', 'src/hub/main.ts', serving);
      await gateway.until('the board to come in', ({ value }) => (value as { event: string }).event === 'came' || undefined);
      await using world = await joinWorld(`${url}/demo`, { name: 'Reader', onError: () => {} });
      await world.board.ready;
      const range = await until('a range', () => {
        const answer = world.board.read('lab/range');
        return answer.kind === 'value' && answer;
      });
      expect(range).toMatchObject({ value: 1.5, unit: 'm', writer: 'rangefinder' });
      await until('its declaration', () => world.board.declaration('lab/lamp'));
      await world.board.write('lab/lamp', true);
      await until('the lamp to be on', () => lamp.includes('lamp on'));
      await world.board.write('lab/lamp', false);
      await until('the lamp to be off', () => lamp.includes('lamp off'));
    } finally {
      board.kill();
      await unplugged;
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
