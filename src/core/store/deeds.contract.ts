import { describe, expect, it } from 'vitest';
import { MisuseError } from '../base/errors.ts';
import { freshId, freshWorld } from './harness.contract.ts';
import type { AuditDraft, ChatDraft, FileDraft, Store } from './store.ts';

const line = (world: string, text: string): ChatDraft => ({ world, from: 'ann', name: 'Ann', text, atMs: 1 });
const entry = (world: string | undefined, detail: string): AuditDraft => ({
  atMs: 1,
  world,
  by: 'ann',
  name: 'Ann',
  action: 'lease.forced',
  subject: 'arm',
  detail,
});

/** SHA-256 of the bytes 1, 2, 3. */
const HASH = '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81';

export function deedsContract(store: () => Store): void {
  describe('chat', () => {
    it('[D24] is numbered upwards, whoever speaks at once', async () => {
      const world = await freshWorld(store());
      const numbers = await Promise.all(Array.from({ length: 20 }, (_, i) => store().chat.append(line(world, `line ${i}`))));
      expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      const lines = await store().chat.recent(world, { limit: 100 });
      expect(lines.map(({ seq }) => seq)).toEqual([...numbers].sort((a, b) => a - b));
      expect(lines.map(({ seq, text }) => [seq, text]).every(([seq, text]) => text === `line ${numbers.indexOf(Number(seq))}`)).toBe(true);
    });

    it('[D24] is read from its end, page by page', async () => {
      const world = await freshWorld(store());
      await store().chat.append(line(await freshWorld(store()), 'elsewhere'));
      for (const text of ['a', 'b', 'c', 'd']) await store().chat.append(line(world, text));
      const [third] = await store().chat.recent(world, { limit: 2 });
      expect(third).toEqual({ ...line(world, 'c'), seq: 3 });
      const before = await store().chat.recent(world, { limit: 10, before: third?.seq });
      expect(before.map(({ text }) => text)).toEqual(['a', 'b']);
      await expect(store().chat.recent(world, { limit: 0 })).rejects.toThrow(MisuseError);
    });
  });

  describe('files', () => {
    const draft = (world: string, name: string, addedAtMs: number): FileDraft => ({
      world,
      name,
      mediaType: 'text/plain',
      addedBy: 'ann',
      addedAtMs,
    });
    const bytes = Uint8Array.of(1, 2, 3);

    it('[D26] are known by their world and their bytes', async () => {
      const [world, other] = [await freshWorld(store()), await freshWorld(store())];
      const added = await store().files.add(draft(world, 'first.txt', 1), bytes);
      expect(added).toEqual({ ...draft(world, 'first.txt', 1), contentHash: HASH, sizeBytes: 3 });
      const renamed = await store().files.add(draft(world, 'second.txt', 3), bytes);
      const empty = await store().files.add(draft(world, 'empty', 2), new Uint8Array());
      expect(await store().files.all(world)).toEqual([renamed, empty]);
      expect(await store().files.get(world, HASH)).toEqual(renamed);
      expect(await store().files.content(world, HASH)).toEqual(bytes);
      expect(await store().files.content(world, empty.contentHash)).toEqual(new Uint8Array());
      expect(await store().files.content(other, HASH)).toBeUndefined();
    });

    it('[D26] keep their bytes as long as a world shares them', async () => {
      const [world, other] = [await freshWorld(store()), await freshWorld(store())];
      await store().files.add(draft(world, 'a', 1), bytes);
      await store().files.add(draft(other, 'b', 1), bytes);
      await store().files.remove(world, HASH);
      expect(await store().files.content(world, HASH)).toBeUndefined();
      expect(await store().files.content(other, HASH)).toEqual(bytes);
      await store().worlds.remove(other);
      await store().files.add(draft(world, 'again', 1), bytes);
      expect(await store().files.content(world, HASH)).toEqual(bytes);
    });

    it('[D26] are not lost when they are shared and removed at once', async () => {
      const worlds = await Promise.all(Array.from({ length: 6 }, () => freshWorld(store())));
      await Promise.all(worlds.map((world) => store().files.add(draft(world, 'a', 1), bytes)));
      await Promise.all(
        worlds.map((world, i) => (i % 2 === 0 ? store().files.remove(world, HASH) : store().files.add(draft(world, 'b', 2), bytes))),
      );
      const contents = await Promise.all(worlds.map((world) => store().files.content(world, HASH)));
      expect(contents).toEqual(worlds.map((_, i) => (i % 2 === 0 ? undefined : bytes)));
    });
  });

  describe('the audit', () => {
    it('[D27] is read in either order, page by page', async () => {
      const world = freshId('world');
      const numbers: number[] = [];
      for (const detail of ['a', 'b', 'c']) {
        numbers.push(await store().audit.append(entry(world, detail)));
        await store().audit.append(entry(undefined, 'elsewhere'));
      }
      const details = async (order: 'oldest first' | 'newest first', beyond?: number) =>
        (await store().audit.read({ world, order, beyond, limit: 2 })).map(({ detail }) => detail);
      expect(await details('oldest first')).toEqual(['a', 'b']);
      expect(await details('oldest first', numbers[1])).toEqual(['c']);
      expect(await details('newest first')).toEqual(['c', 'b']);
      expect(await details('newest first', numbers[1])).toEqual(['a']);
      expect(await store().audit.read({ order: 'newest first', limit: 2 })).toMatchObject([
        entry(undefined, 'elsewhere'),
        entry(world, 'c'),
      ]);
    });

    it('[D27] is numbered upwards, whoever writes at once', async () => {
      const world = freshId('world');
      const numbers = await Promise.all(Array.from({ length: 20 }, (_, i) => store().audit.append(entry(world, `${i}`))));
      const entries = await store().audit.read({ world, order: 'oldest first', limit: 100 });
      expect(entries.map(({ seq }) => seq)).toEqual([...numbers].sort((a, b) => a - b));
    });
  });

  describe('secrets', () => {
    it('[D28] are agreed on by all who propose one', async () => {
      const name = freshId('secret');
      const proposals = Array.from({ length: 8 }, (_, i) => Uint8Array.of(i, 0, 255));
      const answers = await Promise.all(proposals.map((proposal) => store().secrets.agree(name, proposal)));
      expect(new Set(answers.map((answer) => answer.join())).size).toBe(1);
      expect(proposals.map((proposal) => proposal.join())).toContain(answers[0]?.join());
      expect(await store().secrets.agree(name, Uint8Array.of(9))).toEqual(answers[0]);
      await store().secrets.replace(name, Uint8Array.of(7));
      expect(await store().secrets.agree(name, Uint8Array.of(9))).toEqual(Uint8Array.of(7));
    });
  });
}
