import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StoreHeldError } from '../../src/core/store/store.ts';
import { openStore } from '../../src/storage/storage.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { soakStore } from '../soak/store.ts';
import { killAtCommits } from './killed-at-commit.ts';

it('[D1] [D2] loses nothing acknowledged when the writer or the server is killed, three times on each database', {
  timeout: 180_000,
}, async () => {
  const { acknowledged, problems } = await soakStore(3, console.log);
  expect(problems).toEqual([]);
  expect(acknowledged).toBeGreaterThan(30);
});

it('[D1] [D2] loses nothing acknowledged when the writer to a file dies over a commit', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-store-'));
  const killed = await killAtCommits(join(folder, 'store.db'));
  rmSync(folder, { recursive: true });
  for (const { exitCode, losses } of killed) expect({ exitCode, losses }).toEqual({ exitCode: -1, losses: [] });
  for (const { acknowledged } of killed) expect(acknowledged).toBeGreaterThan(20);
});

it('[D9] says which process holds a file, and has it as soon as that one is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manyhands-store-'));
  const file = join(folder, 'store.db');
  await using holder = StartedProcess.start('the holder', 'tests/scenarios/participants/store-writer.ts', [file, '1']);
  await holder.until('it had written something', () => true);
  const refused = openStore(file);
  await expect(refused).rejects.toThrow(StoreHeldError);
  await expect(refused).rejects.toThrow(`${file} is held by process ${holder.pid} on `);
  await holder.kill();
  {
    await using store = await openStore(file);
    expect(await store.worlds.all()).toHaveLength(2);
  }
  rmSync(folder, { recursive: true });
});
