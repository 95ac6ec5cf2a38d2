import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { joinWorld, planarPose } from '../../src/library/manyhands.ts';
import { StartedProcess } from '../processes/started-process.ts';
import { blocks } from './documentation.ts';

interface Listening {
  readonly url: string;
  readonly places: readonly string[];
}

/** Something that was said, and all that is to come before anything else is. */
interface Exchange {
  readonly said: string;
  readonly heard: readonly string[];
}

const PATIENCE_MS = 20_000;

function exchangesOf(transcript: string): Exchange[] {
  const exchanges: { said: string; heard: string[] }[] = [];
  for (const line of transcript.trim().split('\n')) {
    if (line.startsWith('> ')) exchanges.push({ said: line.slice(2), heard: [] });
    else exchanges.at(-1)?.heard.push(line.slice(2));
  }
  return exchanges;
}

/** What differs from time to time: how old things are, and what was given out by chance. */
const withoutChance = (line: string): string => line.replaceAll(/(age=|:)\d+/g, '$1N').replaceAll(/nonce=[a-z0-9]{6}/g, 'nonce=X');

describe('the transcripts of the line protocol', { timeout: 120_000 }, () => {
  const transcripts = blocks.filter(({ language }) => language === 'line');

  it('are there', () => expect(transcripts.length).toBeGreaterThan(0));

  it.each(transcripts)('$file:$line happens as it is written, in nc', async ({ text }) => {
    const saysWhere = ({ value }: { value: unknown }) => ((value as Partial<Listening>).url ? (value as Listening) : undefined);
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
    const { url } = await hub.until('it said where it listens', saysWhere);
    const serving = ['gateway', 'line', `${url}/demo`, '--listen', '127.0.0.1:0', '--json'];
    await using gateway = StartedProcess.start('the gateway', 'src/hub/main.ts', serving);
    const { places } = await gateway.until('it said where it serves', ({ value }) =>
      (value as Partial<Listening>).places ? (value as Listening) : undefined,
    );
    await using owner = await joinWorld(`${url}/demo`, { name: 'Owner', motions: 'unguarded', onError: () => {} });
    const still = { kind: 'dynamic' as const, dofs: [], initial: { pose: planarPose(0, 0, 0), values: [] } };
    await owner.insert({ ...still, name: 'Rover', model: 'rover', driving: { accelerationMPerS2: 2, turnRadPerS2: 4 } }, 'rover');

    const nc = spawn('nc', (places[0] ?? '').split(':'), { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(nc, 'close');
    let output = '';
    nc.stdin.on('error', () => {});
    nc.stdout.on('data', (bytes: Buffer) => {
      output += bytes;
    });
    const nonces = new Map<string, string>();
    for (const { said, heard } of exchangesOf(text)) {
      const from = output.length;
      nc.stdin.write(`${said.replace(/nonce=(\w+)/, (_, written: string) => `nonce=${nonces.get(written) ?? written}`)}\n`);
      const lines = await linesFrom(() => output.slice(from), heard.length, said);
      expect(lines.map(withoutChance).toSorted()).toEqual(heard.map(withoutChance).toSorted());
      const [written, given] = [heard, lines].map((all) => /nonce=(\w{6})/.exec(all.join('\n'))?.[1]);
      if (written !== undefined && given !== undefined) nonces.set(written, given);
    }
    nc.stdin.end();
    expect((await ended)[0]).toBe(0);
  });
});

async function linesFrom(output: () => string, count: number, said: string): Promise<string[]> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const lines = output().split('\n').slice(0, -1);
    if (lines.length >= count) return lines;
    if (performance.now() > untilMs) throw new Error(`${count} lines are to come after "${said}", not only: ${lines.join(' | ')}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
