import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinAs, manyhands, Program } from './processes.ts';

/** Two rooms and a door. */
const EDL = `LENGTH 400
WIDTH 300

1 WALL: x= 200 y= 150 theta= 90 long= 300
2 DOOR: x= 200 y= 80 theta= 0 wide= 100
3 WALL: x= 350 y= 200 theta= 0 long= 100
`;
const WALLS_M = 14 + 2 + 1;

describe('examples/explorer.ts', { timeout: 180_000 }, () => {
  it('maps a floor that it knows nothing of, with a robot of somebody else', async () => {
    const site = join(mkdtempSync(join(tmpdir(), 'manyhands-explorer-')), 'site.json');
    writeFileSync(site, JSON.stringify({ name: 'Flat', floors: [{ name: 'Ground floor', edl: EDL }] }));
    await using hub = manyhands('hub', '--port', '0', '--db', ':memory:', '--json', '--world', 'lab');
    const { url, administrator } = await hub.event('listening');
    await using applied = manyhands('site', 'apply', site, '--world', 'lab', '--link', String(administrator));
    expect(await applied.exited, applied.transcript).toBe(0);
    await using alice = await joinAs('alice', `${url}/lab`);
    await alice.command('insert Rover --model amigobot --at 0.6,0.6 --id rover');
    await using explorer = new Program('examples/explorer.ts', [`${url}/lab`, 'rover']);
    const last = await explorer.line((line) => / after \d+ legs: /.exec(line)?.input, { withinMs: 150_000 });
    // On a busy machine owners keep farther away from doors: it may say that it is stuck, with the last corner seen from elsewhere.
    expect(last).toMatch(/^(complete|stuck) /);
    expect(Number(/knows ([\d.]+) m/.exec(last)?.[1])).toBeCloseTo(WALLS_M, 0);
    expect(await explorer.exited, explorer.transcript).toBe(0);
  });
});
