import { describe, expect, it } from 'vitest';
import { joinAs, Program, startHub } from './processes.ts';

describe('examples/wanderer.ts', () => {
  it('wanders in a world, seen by others, and leaves at Ctrl-C', async () => {
    await using hub = await startHub();
    await using alice = await joinAs('alice', hub.url);
    await using wanderer = new Program('examples/wanderer.ts', [hub.url]);
    await wanderer.line((line) => (line === 'wanderer is in world demo, owned by wanderer' ? line : undefined));
    await alice.command('wait-for wanderer moving');
    await alice.command('watch wanderer 10');
    await wanderer.line((line) => (line.startsWith('at ') ? line : undefined));
    const moved = await alice.event('pose', ({ pose }) => (pose as { x: number }).x > 0.1);
    expect(moved).toMatchObject({ owner: 'wanderer', live: true });
    wanderer.process.kill('SIGINT');
    expect(await wanderer.exited, wanderer.transcript).toBe(0);
    expect(await alice.command('wait-for wanderer gone 2'), alice.transcript).toMatchObject({ ok: true });
  });
});
