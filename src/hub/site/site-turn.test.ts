import { describe, expect, it } from 'vitest';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { takeTurn } from './site-turn.ts';

/** Two hubs on one bus; `gone` is not heard of any more. */
function hubs() {
  const backbone = new EmbeddedBackbone({ clock: systemClock, defer: queueMicrotask, report: (error) => expect.fail(String(error)) });
  const gone = new Set<string>();
  const take = (hub: string) =>
    takeTurn(backbone.connect(hub).bucket('v1.w.site'), { hub, name: `Somebody at ${hub}` }, (other) => !gone.has(other));
  return { gone, take };
}

describe('a turn at changing a building', () => {
  it('[H15] is of one hub; another has it when that is done', async () => {
    const { take } = hubs();
    const first = await take('hub-a');
    expect(await take('hub-b')).toMatchObject({ kind: 'refused', reason: expect.stringContaining('Somebody at hub-a changes') as string });
    if (first.kind !== 'ours') return expect.fail(first.reason);
    await first.end();
    expect(await take('hub-b')).toMatchObject({ kind: 'ours' });
  });

  it('[H15] is not held up by a hub that died over it, nor by an earlier life of one’s own', async () => {
    const { gone, take } = hubs();
    expect(await take('hub-a')).toMatchObject({ kind: 'ours' });
    expect(await take('hub-a')).toMatchObject({ kind: 'ours' });
    gone.add('hub-a');
    expect(await take('hub-b')).toMatchObject({ kind: 'ours' });
  });

  it('[H15] is of one when both ask at once, and a turn that was taken away ends nobody else’s', async () => {
    const { gone, take } = hubs();
    const both = await Promise.all([take('hub-a'), take('hub-b')]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['ours', 'refused']);
    const first = both.find(({ kind }) => kind === 'ours');
    gone.add('hub-a').add('hub-b');
    expect(await take('hub-c')).toMatchObject({ kind: 'ours' });
    if (first?.kind === 'ours') await first.end();
    gone.clear();
    expect(await take('hub-a')).toMatchObject({ kind: 'refused' });
  });
});
