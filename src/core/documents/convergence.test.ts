import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerBelow, pick, type Random, seededRandom } from '../base/random.ts';
import { DocumentStage, HUB } from './document-stage.contract.ts';
import type { SharedDocument } from './shared-document.ts';

const WORDS = ['wall ', 'door\n', 'x= 4.0 ', 'ü', '🚪', '# a longer line of a comment\n'];

/** Types, deletes or replaces somewhere, as people do. */
function editSomewhere({ text, doc }: SharedDocument, random: Random): void {
  doc.transact(() => {
    const at = integerBelow(random, text.length + 1);
    const deed = random.next();
    if (deed > 0.6 && text.length > 0)
      text.delete(Math.min(at, text.length - 1), Math.min(text.length - at || 1, 1 + integerBelow(random, 6)));
    if (deed < 0.8) text.insert(Math.min(at, text.length), pick(random, WORDS));
  });
}

interface Course {
  readonly seed: number;
  readonly editors: number;
  readonly loss: number;
  readonly duplication: number;
  readonly reorder: number;
  readonly isKeeperKilled: boolean;
}

/** Some seconds of editing under faults; then all is well again for a while. */
async function edited({ seed, editors, loss, duplication, reorder, isKeeperKilled }: Course) {
  const stage = new DocumentStage(seed);
  const random = seededRandom(seed + 1);
  await stage.documents.create({ world: 'site', id: 'plan', name: 'Plan', createdBy: 'ann', createdAtMs: 1 });
  stage.startKeeper();
  const ids = Array.from({ length: editors }, (_, i) => `editor-${i}`);
  const copies = ids.map((id) => stage.open(id));
  Object.assign(stage.network.faults, { loss, duplication, reorder, latencyMs: { min: 1, max: 80 } });
  for (let round = 0; round < 40; round++) {
    if (round === 8) stage.cutOff(ids[0] as string, ids.slice(1));
    if (round === 20 && isKeeperKilled) stage.killKeeper();
    if (round === 24 && isKeeperKilled) stage.startKeeper();
    if (round === 30) stage.network.unblockAll();
    for (const copy of copies) if (random.next() < 0.6) editSomewhere(copy, random);
    await stage.run(50 + 400 * random.next());
  }
  Object.assign(stage.network.faults, { loss: 0, duplication: 0, reorder: 0 });
  await stage.run(40_000);
  return { stage, copies };
}

describe('copies of one document', () => {
  it('[T1] [T2] hold the same text in the end, whatever happened on the way, and so does the Store', { timeout: 240_000 }, async () => {
    const course = fc.record({
      seed: fc.integer({ min: 1, max: 2 ** 30 }),
      editors: fc.integer({ min: 2, max: 5 }),
      loss: fc.constantFrom(0, 0.05, 0.3),
      duplication: fc.constantFrom(0, 0.1),
      reorder: fc.constantFrom(0, 0.1),
      isKeeperKilled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(course, async (each) => {
        const { stage, copies } = await edited(each);
        const texts = copies.map(({ text }) => text.toString());
        expect(new Set(texts).size).toBe(1);
        expect(copies.map(({ state }) => state)).toEqual(copies.map(() => ({ kind: 'live', waitingEdits: 0 })));
        // Whoever opens it now has it from the Store alone.
        stage.killKeeper();
        stage.startKeeper();
        for (const copy of copies) copy[Symbol.dispose]();
        const late = stage.open('late');
        await stage.run(10_000);
        expect(late.text.toString()).toBe(texts[0]);
        expect(stage.reported).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('[T1] lose no letter of anybody: each of a hundred marks is there once', async () => {
    const stage = await DocumentStage.inTest(5);
    const copies = ['ann', 'ben', 'cem'].map((id) => stage.open(id));
    await stage.run(500);
    stage.network.faults.loss = 0.2;
    for (let i = 0; i < 99; i++) {
      const copy = copies[i % 3] as SharedDocument;
      copy.text.insert(Math.floor(copy.text.length / 2), `<${i}>`.replaceAll(/[<>]/g, ' '));
      await stage.run(120);
    }
    stage.network.faults.loss = 0;
    await stage.run(20_000);
    const [text = ''] = copies.map(({ text }) => text.toString());
    expect(copies.map(({ text }) => text.toString())).toEqual([text, text, text]);
    const digits = (of: string) => [...of].filter((letter) => letter !== ' ').sort();
    expect(digits(text)).toEqual(digits(Array.from({ length: 99 }, (_, i) => i).join('')));
  });

  it('[T4] a keeper gets back what it had told but not saved, from who read it, though the author is gone', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [stage.open('ann'), stage.open('ben')];
    await stage.run(1000);
    stage.documents.health = 'full';
    ann.text.insert(0, 'LENGTH 10.0');
    await stage.run(1000);
    expect(ben.text.toString()).toBe('LENGTH 10.0');
    stage.nodeOf('ann').crash();
    stage.killKeeper();
    stage.documents.health = 'well';
    stage.reported.length = 0;
    await stage.run(500);
    stage.startKeeper();
    await stage.run(15_000);
    const late = stage.open('late');
    await stage.run(2000);
    expect(late.text.toString()).toBe('LENGTH 10.0');
    expect(ben.state).toEqual({ kind: 'live', waitingEdits: 0 });
  });

  it('[T4] [T1] also of what was only deleted, of which a state vector says nothing', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [stage.open('ann'), stage.open('ben')];
    ann.text.insert(0, 'a wall too many');
    await stage.run(2000);
    stage.documents.health = 'full';
    ann.text.delete(6, 9);
    await stage.run(1000);
    expect(ben.text.toString()).toBe('a wall');
    stage.nodeOf('ann').crash();
    stage.killKeeper();
    stage.documents.health = 'well';
    stage.reported.length = 0;
    stage.startKeeper();
    await stage.run(15_000);
    const late = stage.open('late');
    await stage.run(2000);
    expect(late.text.toString()).toBe('a wall');
  });

  it('[T5] who missed news finds the gap by the next ones, and who agrees exchanges a few bytes', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [stage.open('ann'), stage.open('ben')];
    await stage.run(1000);
    stage.network.block(HUB, 'ben');
    ann.text.insert(0, 'missed');
    await stage.run(500);
    stage.network.unblock(HUB, 'ben');
    expect(ben.text.toString()).toBe('');
    ann.text.insert(6, ' and found');
    await stage.run(500);
    expect(ben.text.toString()).toBe('missed and found');
    await stage.run(10_000);
    const before = stage.network.counts.sent;
    await stage.run(10_000);
    // Each compares twice (a question, an answer) and says two or three times that it is there, to one other.
    expect(stage.network.counts.sent - before).toBeLessThan(20);
  });
});
