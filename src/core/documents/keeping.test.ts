import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { NotInStoreError, StoreError } from '../store/store.ts';
import { DocumentShelf } from './document-shelf.ts';
import { DocumentStage, HUB, PLAN, WORLD } from './document-stage.contract.ts';
import { decodeEditAnswer, decodeSyncAnswer, type EditAnswer, encodeEditPart, encodeSyncRequest, type SyncAnswer } from './frames.ts';
import { LARGEST_DOCUMENT, PART_BYTES } from './limits.ts';
import { emptyDocument, textOfDocument } from './text-state.ts';
import { Transfers } from './transfers.ts';

function typed(hand: number, text: string): Uint8Array {
  const doc = emptyDocument(hand);
  textOfDocument(doc).insert(0, text);
  return Y.encodeStateAsUpdate(doc);
}

/** Sent by hand, so that it can be sent twice. */
async function sent(bus: Bus, update: Uint8Array, hand: number): Promise<EditAnswer> {
  const payload = encodeEditPart({ edit: 1, hand, part: 0, parts: 1, bytes: update });
  return decodeEditAnswer(await bus.request(subjects.documentEdits(WORLD, PLAN), payload, { timeoutMs: 20_000 }));
}

const shelfOf = (stage: DocumentStage, id: string) => {
  const node = stage.nodeOf(id);
  return new DocumentShelf({ world: WORLD, bus: node.connect(), clock: node.clock, report: stage.report });
};

describe('what the keeper has in memory', () => {
  it('[T3] an edit that is sent again while it is on its way to the Store is acknowledged when it is there', async () => {
    const stage = await DocumentStage.inTest();
    stage.slowDown(3000);
    const bus = stage.nodeOf('ann').connect();
    const answers: string[] = [];
    const note = ({ kind }: EditAnswer) => void answers.push(kind);
    const edit = typed(7, 'slowly');
    const first = sent(bus, edit, 7).then(note);
    await stage.run(1000);
    const second = sent(bus, edit, 7).then(note);
    await stage.run(1000);
    expect([answers, stage.documents.saves]).toEqual([[], 0]);
    await stage.time.until(Promise.all([first, second]));
    expect([answers, stage.documents.saves]).toEqual([['saved', 'saved'], 1]);
  });

  it('[T3] what the Store did not take is saved later, though nobody asks again', async () => {
    const stage = await DocumentStage.inTest();
    stage.documents.health = 'full';
    const ann = stage.open('ann');
    ann.text.insert(0, 'kept');
    await stage.run(500);
    ann[Symbol.dispose]();
    stage.documents.health = 'well';
    await stage.run(20_000);
    expect(stage.reported.splice(0).every((error) => error instanceof StoreError)).toBe(true);
    expect(stage.documents.saves).toBe(1);
    stage.killKeeper();
    stage.startKeeper();
    const ben = stage.open('ben');
    await stage.run(1000);
    expect(ben.text.toString()).toBe('kept');
  });

  it('[T13] a document that is removed while others ask for it does not come back, nor into one of the same id', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, shelf] = [stage.open('ann'), shelfOf(stage, 'ben')];
    ann.text.insert(0, 'old');
    await stage.run(2000);
    stage.slowDown(700);
    ann.text.insert(3, ' and unsaved');
    const removal = shelf.remove(PLAN);
    const bus = stage.nodeOf('cem').connect();
    // All the while somebody writes.
    for (let i = 0; i < 12; i++) {
      sent(bus, typed(100 + i, 'zombie'), 100 + i).catch(stage.report);
      await stage.run(100);
    }
    await stage.time.until(removal);
    await stage.time.until(shelf.make(PLAN, 'New'));
    await stage.run(30_000);
    // Nobody answered those whose save came after the removal.
    stage.reported.length = 0;
    const late = stage.open('late');
    await stage.run(2000);
    expect(late.text.toString()).toBe('');
    expect(stage.documents.records.get(PLAN)?.sizeBytes).toBe(0);
  });

  it('[T15] [T3] who comes while an idle document is saved once more finds all of it', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    await stage.run(1000);
    stage.documents.health = 'full';
    ann.text.insert(0, 'not saved yet');
    await stage.run(300);
    ann[Symbol.dispose]();
    // The keeper looks for idle ones after 60 s, 120 s and so on: here it finds one after 180 s.
    await stage.run(179_000 - stage.time.now);
    stage.documents.health = 'well';
    stage.slowDown(9000);
    await stage.run(3000);
    stage.reported.length = 0;
    const ben = stage.open('ben');
    await stage.run(1000);
    expect(ben.text.toString()).toBe('not saved yet');
  });

  it('[T3] a keeper whose world another keeps by now, or whose document is gone, ends in peace', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    await stage.run(1000);
    ann.text.insert(0, 'unsaved');
    await stage.run(100);
    stage.documents.records.delete(PLAN);
    const closing = stage.keeper?.[Symbol.asyncDispose]();
    await stage.time.until(Promise.resolve(closing));
    // Who wrote it is not answered.
    expect(stage.reported.splice(0).every((error) => error instanceof NotInStoreError)).toBe(true);
    expect(ann.state.waitingEdits).toBe(1);
    expect(stage.documents.records.has(PLAN)).toBe(false);
  });
});

describe('what one participant can use up', () => {
  /** Asks for all of it. */
  async function compared(bus: Bus, document = PLAN): Promise<SyncAnswer> {
    const payload = encodeSyncRequest({ vector: Uint8Array.of(0), digest: 4711, answer: 0, part: 0 });
    return decodeSyncAnswer(await bus.request(subjects.documentSync(WORLD, document), payload, { timeoutMs: 5000 }));
  }

  const counted = (answers: readonly { readonly kind: string }[], kind: string) => answers.filter((answer) => answer.kind === kind).length;

  it('[T7] a document that nears what the Store takes is full', async () => {
    const stage = await DocumentStage.inTest();
    // Three bytes each.
    await stage.documents.save(WORLD, PLAN, typed(5, '€'.repeat(LARGEST_DOCUMENT.bytes / 3)), 1, HUB);
    const answer = await stage.time.until(sent(stage.nodeOf('ann').connect(), typed(7, 'x'), 7));
    expect(answer).toMatchObject({ kind: 'refused', code: 'document-too-large', reason: expect.stringContaining('bytes more') });
  });

  it('[T7] [T16] nobody uses up at once the letters and hands that there is room for', async () => {
    const stage = await DocumentStage.inTest();
    const [mallory, ann] = [stage.nodeOf('mallory').connect(), stage.nodeOf('ann').connect()];
    // 1,200,000 letters that are deleted already, in a few bytes.
    const wasted = (hand: number) => Uint8Array.of(1, 1, hand, 0, 0, 0x80, 0x9f, 0x49, 0);
    expect(await stage.time.until(sent(mallory, wasted(11), 11))).toEqual({ kind: 'saved' });
    expect(await stage.time.until(sent(mallory, wasted(12), 12))).toMatchObject({ kind: 'refused', code: 'busy' });
    expect(await stage.time.until(sent(ann, typed(7, 'x'), 7))).toEqual({ kind: 'saved' });
  });

  it('[T16] comparisons: who asks for very many is put off, and others are not', async () => {
    const stage = await DocumentStage.inTest();
    await stage.time.until(sent(stage.nodeOf('ann').connect(), typed(7, 'something'), 7));
    const [mallory, ben] = [stage.nodeOf('mallory').connect(), stage.nodeOf('ben').connect()];
    const flood = Promise.all(Array.from({ length: 300 }, () => compared(mallory)));
    const asked = compared(ben);
    const answers = await stage.time.until(flood);
    expect(counted(answers, 'part')).toBeLessThan(150);
    expect(counted(answers, 'over')).toBeGreaterThan(150);
    expect(await stage.time.until(asked)).toMatchObject({ kind: 'part' });
    await stage.run(5000);
    expect(await stage.time.until(compared(mallory))).toMatchObject({ kind: 'part' });
  });

  it('[T16] the Store: not asked for each question of what is not there, nor for each list', async () => {
    const stage = await DocumentStage.inTest();
    const mallory = stage.nodeOf('mallory').connect();
    const missing = await stage.time.until(Promise.all(Array.from({ length: 100 }, (_, i) => compared(mallory, `no-${i}`))));
    expect(counted(missing, 'over')).toBeGreaterThan(70);
    expect(stage.documents.reads).toBeLessThan(30);
    const reads = stage.documents.reads;
    const list = () => mallory.request(subjects.documentList(WORLD), new Uint8Array(), { timeoutMs: 5000 });
    for (let i = 0; i < 50; i++) await stage.time.until(list());
    expect(stage.documents.reads).toBe(reads + 1);
    const shelf = shelfOf(stage, 'ann');
    const names = Array.from({ length: 40 }, (_, i) => shelf.rename(PLAN, `Plan ${i}`));
    const outcomes = await stage.time.until(Promise.allSettled(names));
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => String(reason));
    expect(refusals.length).toBeGreaterThan(10);
    expect(refusals.every((reason) => reason.includes('try again'))).toBe(true);
    await stage.run(1000);
    expect(shelf.documents).toMatchObject([{ id: PLAN, name: expect.stringMatching(/^Plan \d+$/) }]);
  });

  it('[T6] [T16] parts of nothing, or of edits that are too large, are refused; what was given up is forgotten', async () => {
    const stage = await DocumentStage.inTest();
    using transfers = new Transfers(stage.nodeOf('hub').clock);
    const part = (author: string, edit: number, number: number, parts: number, length: number) =>
      transfers.take(author, { edit, hand: 7, part: number, parts, bytes: new Uint8Array(length) }).kind;
    expect(part('mallory', 1, 0, 3, 0)).toBe('malformed');
    expect(part('mallory', 1, 0, 3, PART_BYTES - 1)).toBe('malformed');
    expect(part('mallory', 1, 0, 2 ** 40, PART_BYTES)).toBe('too-large');
    for (let i = 0; i < 16; i++) expect(part(`crowd-${i}`, 1, 0, 2, PART_BYTES)).toBe('part');
    expect(part('ann', 1, 0, 2, PART_BYTES)).toBe('busy');
    await stage.run(31_000);
    expect(part('crowd-0', 1, 1, 2, 5)).toBe('gap');
    expect(part('ann', 1, 0, 2, PART_BYTES)).toBe('part');
    expect(part('ann', 1, 1, 2, 5)).toBe('whole');
  });
});
