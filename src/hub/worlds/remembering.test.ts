import { describe, expect, it } from 'vitest';
import { Signal } from '../../core/base/signal.ts';
import type { Chat, EntityView } from '../../core/world/world.ts';
import { openStore } from '../../storage/storage.ts';
import { Auditing } from './auditing.ts';
import { ChatMemory } from './chat-memory.ts';

const fail = (error: unknown) => {
  throw error;
};
const BAD = 'a\0b\uD83D';
const CLEAN = 'a\uFFFDb\uFFFD';

async function storeWithWorld() {
  const store = await openStore(':memory:');
  await store.worlds.create({ id: 'w', name: 'W', summary: '', createdBy: 'ann', createdAtMs: 1 }, []);
  return store;
}

describe('the audit', () => {
  it('is written whatever texts a state carries', async () => {
    await using store = await storeWithWorld();
    const changes = new Signal<{ entity: string }>();
    const stop = { id: 's1', by: BAD, reason: BAD, recorded: true };
    const view = { control: { stop, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined } } as unknown as EntityView;
    const resident = { id: 'hub-w', world: 'w', participants: [], changes, entities: [], entity: () => view };
    using _auditing = new Auditing({ resident, store, report: fail });
    changes.emit({ entity: 'arm' });
    const read = () => store.audit.read({ world: 'w', order: 'oldest first', limit: 10 });
    await expect.poll(read).toMatchObject([{ by: CLEAN, name: CLEAN, action: 'stop', subject: 'arm', detail: CLEAN }]);
  });
});

describe('chat', () => {
  const residentWith = (chats: Signal<Chat>) => ({ chats, participants: [], world: 'w' });

  it('is remembered in order, whatever is in it, to the last line before the world closes', async () => {
    await using store = await storeWithWorld();
    const chats = new Signal<Chat>();
    const memory = new ChatMemory({ resident: residentWith(chats), store, report: fail });
    for (const text of ['one', BAD, 'three']) chats.emit({ from: 'ann', text });
    await memory[Symbol.asyncDispose]();
    expect((await store.chat.recent('w', { limit: 10 })).map(({ text }) => text)).toEqual(['one', CLEAN, 'three']);
  });

  it('that floods is cut off, with one report, and never keeps more than one write in wait', async () => {
    await using store = await storeWithWorld();
    const chats = new Signal<Chat>();
    const reports: unknown[] = [];
    let [underWay, most] = [0, 0];
    const append: typeof store.chat.append = async (line) => {
      most = Math.max(most, ++underWay);
      const seq = await store.chat.append(line);
      underWay--;
      return seq;
    };
    const counted = { chat: { append, recent: store.chat.recent.bind(store.chat) } };
    const memory = new ChatMemory({ resident: residentWith(chats), store: counted, report: (error) => reports.push(error) });
    for (let i = 0; i < 10_000; i++) chats.emit({ from: 'ann', text: `line ${i}` });
    await memory[Symbol.asyncDispose]();
    expect(await store.chat.recent('w', { limit: 1000 })).toHaveLength(201);
    expect(most).toBe(1);
    expect(reports).toHaveLength(1);
  });
});
