import { expect, it } from 'vitest';
import type { ChatLine } from '../../link/world-link.ts';
import { chatEntries } from './chat-lines.ts';

const line = (from: string, text: string, atMs: number): ChatLine => ({ from, name: from, text, atMs });

it('puts what the hub remembers before what came since, each line once', () => {
  const remembered = [line('kenji', 'hello', 1000), line('mara', 'hi', 400_000)];
  const live = [line('mara', 'hi', 400_900), line('kenji', 'go', 900_000)];
  expect(chatEntries(remembered, live, []).map((entry) => (entry.kind === 'words' ? entry.texts.join() : entry.text))).toEqual([
    'hello',
    'hi',
    'go',
  ]);
});

it('keeps all that one person said at the same time as something that came both ways', () => {
  const remembered = [line('mara', 'stop', 1000), line('mara', 'now', 1500)];
  const entries = chatEntries(remembered, [line('mara', 'now', 1900), line('kenji', 'stop', 2000)], []);
  expect(entries.map((entry) => entry.kind === 'words' && [entry.from, ...entry.texts])).toEqual([
    ['mara', 'stop', 'now'],
    ['kenji', 'stop'],
  ]);
});

it('keeps what one person says at once together, and asides between', () => {
  const happening = { id: 1, kind: 'took', by: 'mara', byName: 'Mara', entity: 'puma', entityName: 'Puma 560', atMs: 3500 } as const;
  const left = { ...happening, id: 2, kind: 'left', atMs: 3600 } as const;
  const entries = chatEntries([], [line('mara', 'a', 1000), line('mara', 'b', 3000), line('mara', 'c', 4000)], [happening, left]);
  expect(entries.map((entry) => (entry.kind === 'words' ? entry.texts : entry.text))).toEqual([['a', 'b'], 'Mara took Puma 560', ['c']]);
});

it('keeps the same words said twice', () => {
  expect(chatEntries([], [line('mara', 'ok', 1000), line('kenji', 'ok', 2000), line('mara', 'ok', 3000)], [])).toHaveLength(3);
});

it('tells once of what happens again at once', () => {
  const took = (id: number, atMs: number) =>
    ({ id, kind: 'took', by: 'mara', byName: 'Mara', entity: 'p', entityName: 'Pioneer', atMs }) as const;
  expect(chatEntries([], [], [took(1, 1000), took(2, 4000), took(3, 900_000)])).toHaveLength(2);
});
