import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import type { Bus } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import { NotInStoreError, StoreError } from '../store/store.ts';
import { DocumentShelf } from './document-shelf.ts';
import { DocumentStage, PLAN, WORLD } from './document-stage.contract.ts';
import { decodeEditAnswer, type EditAnswer, encodeEditPart } from './frames.ts';
import { emptyDocument, textOfDocument } from './text-state.ts';

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
