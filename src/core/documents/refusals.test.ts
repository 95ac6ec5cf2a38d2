import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { textToBytes } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { type Bus, RefusedError } from '../bus/bus.ts';
import { subjects } from '../bus/subjects.ts';
import type { DocumentBus } from './document-bus.ts';
import { DocumentStage, PLAN, WORLD } from './document-stage.contract.ts';
import { examine } from './examination.ts';
import {
  decodeEditAnswer,
  decodeEditPart,
  decodeNews,
  decodePresence,
  decodeSyncAnswer,
  decodeSyncRequest,
  type EditAnswer,
  encodeEditPart,
  encodeNews,
  encodePresence,
} from './frames.ts';
import { LARGEST_DOCUMENT, LARGEST_EDIT, MOST_HANDS, MOST_LETTERS } from './limits.ts';
import { emptyDocument, textOfDocument } from './text-state.ts';

/** What a document that somebody made as they liked would send. */
function updateOf(hand: number, write: (doc: Y.Doc) => void): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = hand;
  write(doc);
  return Y.encodeStateAsUpdate(doc);
}

const typed = (hand: number, text: string): Uint8Array => updateOf(hand, (doc) => doc.getText('text').insert(0, text));

/** A client of its own making, on the bus. */
async function sent(stage: DocumentStage, bus: Bus, update: Uint8Array, hand = 7): Promise<EditAnswer> {
  const payload = encodeEditPart({ edit: 1, hand, part: 0, parts: 1, bytes: update });
  return decodeEditAnswer(await stage.time.until(bus.request(subjects.documentEdits(WORLD, PLAN), payload, { timeoutMs: 5000 })));
}

describe('what is refused', () => {
  const hostile: readonly [what: string, update: Uint8Array, code: string][] = [
    ['bytes of no update', Uint8Array.of(1, 2, 3, 255, 255), 'malformed'],
    ['a map', updateOf(7, (doc) => doc.getMap('text').set('a', 1)), 'not-text'],
    ['text under another name', updateOf(7, (doc) => doc.getText('other').insert(0, 'x')), 'not-text'],
    ['something embedded', updateOf(7, (doc) => doc.getText('text').insertEmbed(0, { image: 'x' })), 'not-text'],
    ['bold letters', updateOf(7, (doc) => doc.getText('text').insert(0, 'x', { bold: true })), 'not-text'],
    ['an array with a document in it', updateOf(7, (doc) => doc.getArray('text').insert(0, [new Y.Doc({ guid: 'x' })])), 'not-text'],
    ['more letters than a document has', typed(7, 'x'.repeat(MOST_LETTERS + 1)), 'document-too-large'],
    ['more bytes than an edit has', new Uint8Array(LARGEST_EDIT.bytes + 1), 'edit-too-large'],
  ];

  it.each(hostile)('[T7] %s: changes nothing, with a reason', (_, update, code) => {
    const doc = emptyDocument(1);
    textOfDocument(doc).insert(0, 'as it was');
    const before = Y.encodeStateAsUpdate(doc);
    const verdict = examine(doc, update, LARGEST_EDIT);
    expect(verdict).toMatchObject({ kind: 'refused', code });
    expect(verdict.kind === 'refused' && verdict.reason.length).toBeGreaterThan(10);
    expect(Y.encodeStateAsUpdate(doc)).toEqual(before);
  });

  it('[T7] counts what was ever written, and by how many hands', () => {
    const doc = emptyDocument(1);
    const text = textOfDocument(doc);
    for (let i = 0; i < 8; i++) {
      text.insert(0, 'x'.repeat(999_999));
      text.delete(0, 999_999);
    }
    expect(examine(doc, typed(7, 'short'), LARGEST_EDIT)).toEqual({ kind: 'fits' });
    expect(examine(doc, typed(7, 'just too long'), LARGEST_EDIT)).toMatchObject({ kind: 'refused', code: 'document-too-large' });
    const crowd = Y.mergeUpdates(Array.from({ length: MOST_HANDS + 1 }, (_, i) => typed(i + 1, 'x')));
    expect(examine(emptyDocument(0), crowd, LARGEST_DOCUMENT)).toMatchObject({ kind: 'refused', code: 'too-many-hands' });
  });

  it('[T7] a replacement of nearly all letters fits, for what is deleted makes room', () => {
    const doc = emptyDocument(1);
    textOfDocument(doc).insert(0, 'x'.repeat(900_000));
    const other = emptyDocument(2);
    Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
    const before = Y.encodeStateVector(other);
    textOfDocument(other).delete(0, 900_000);
    textOfDocument(other).insert(0, 'y'.repeat(900_000));
    expect(examine(doc, Y.encodeStateAsUpdate(other, before), LARGEST_EDIT)).toEqual({ kind: 'fits' });
  });

  it('[T8] what builds on letters that are not there is not taken, nor letters that wait for each other', () => {
    const author = emptyDocument(7);
    textOfDocument(author).insert(0, 'first');
    const vector = Y.encodeStateVector(author);
    textOfDocument(author).insert(5, ' second');
    expect(examine(emptyDocument(1), Y.encodeStateAsUpdate(author, vector), LARGEST_EDIT)).toEqual({ kind: 'gap' });
    // A deletion of what was never written.
    const deleter = emptyDocument(8);
    Y.applyUpdate(deleter, Y.encodeStateAsUpdate(author));
    const all = Y.encodeStateVector(deleter);
    textOfDocument(deleter).delete(0, 3);
    expect(examine(emptyDocument(1), Y.encodeStateAsUpdate(deleter, all), LARGEST_EDIT)).toEqual({ kind: 'gap' });
  });

  it('[T7] [T9] at the keeper: a named refusal, nothing told, nothing saved; letters in another’s name too', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    ann.text.insert(0, 'mine');
    await stage.run(2000);
    const bus = stage.nodeOf('mallory').connect();
    const saves = stage.documents.saves;
    expect(await sent(stage, bus, hostile[1]?.[1] as Uint8Array)).toMatchObject({ kind: 'refused', code: 'not-text' });
    const copy = emptyDocument(0);
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(ann.doc));
    copy.clientID = ann.doc.clientID;
    textOfDocument(copy).insert(4, ' forged');
    const forged = await sent(stage, bus, Y.encodeStateAsUpdate(copy), ann.doc.clientID);
    expect(forged).toMatchObject({ kind: 'refused', code: 'another-hand', reason: expect.stringContaining('ann') });
    expect(stage.documents.saves).toBe(saves);
    expect(ann.text.toString()).toBe('mine');
    // To name another's hand does not make it one's own.
    expect(await sent(stage, bus, typed(7, 'x'), 4711)).toEqual({ kind: 'saved' });
    await stage.run(500);
    expect(ann.text.toString()).toContain('x');
  });

  it('[T7] an editor that is refused says so, and its edits still wait', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    await stage.run(1000);
    ann.text.insert(0, 'y'.repeat(MOST_LETTERS + 1));
    await stage.run(60_000);
    expect(ann.state).toMatchObject({ kind: 'refused', code: 'document-too-large', waitingEdits: 1 });
    const ben = stage.open('ben');
    await stage.run(2000);
    expect(ben.text.length).toBe(0);
  });

  it('[T9] who wrote first in the name of a page does not have that page’s own letters dropped in silence', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    ann.text.insert(0, 'a 🚪');
    await stage.run(2000);
    // A new keeper knows no hand's owner.
    stage.killKeeper();
    stage.cutOff('ann', ['mallory']);
    stage.startKeeper();
    await stage.run(3000);
    ann.text.insert(0, 'mine, not theirs ');
    const forged = emptyDocument(0);
    Y.applyUpdate(forged, stage.documents.records.get(PLAN)?.state as Uint8Array);
    forged.clientID = ann.doc.clientID;
    textOfDocument(forged).insert(0, 'forged');
    const bus = stage.nodeOf('mallory').connect();
    expect(await sent(stage, bus, Y.encodeStateAsUpdate(forged), 9)).toEqual({ kind: 'saved' });
    stage.network.unblockAll();
    await stage.run(10_000);
    expect(ann.text.toString()).toBe('mine, not theirs a 🚪');
    expect(ann.state).toMatchObject({ kind: 'refused', code: 'another-hand', waitingEdits: 1 });
    expect(await sent(stage, bus, Y.encodeStateAsUpdate(ann.doc), 9)).toMatchObject({ kind: 'refused', code: 'another-hand' });
  });

  it('[T9] letters that were split in the middle are the same', () => {
    const [author, other] = [emptyDocument(7), emptyDocument(8)];
    textOfDocument(author).insert(0, '🚪');
    const whole = Y.encodeStateAsUpdate(author);
    Y.applyUpdate(other, whole);
    textOfDocument(other).insert(1, 'x');
    expect(examine(other, whole, LARGEST_EDIT)).toEqual({ kind: 'fits' });
    expect(examine(author, Y.encodeStateAsUpdate(other), LARGEST_EDIT)).toEqual({ kind: 'fits' });
  });

  it('[T14] [T7] who may only read by now is told so once, and does not ask for ever', async () => {
    const stage = await DocumentStage.inTest();
    const bus = stage.nodeOf('ann').connect();
    let refusals = 0;
    const lowered: DocumentBus = {
      get status() {
        return bus.status;
      },
      onStatus: (handler) => bus.onStatus(handler),
      publish: (subject, payload) => bus.publish(subject, payload),
      subscribe: (pattern, handler) => bus.subscribe(pattern, handler),
      request: (subject, payload, options) => {
        if (subject !== subjects.documentEdits(WORLD, PLAN)) return bus.request(subject, payload, options);
        refusals++;
        const refusal = refusals === 1 ? new RefusedError('full', 'too much waits') : new RefusedError('refused', 'viewers do not write');
        return Promise.reject(refusal);
      },
    };
    const ann = stage.open('ann', { bus: lowered });
    await stage.run(1000);
    ann.text.insert(0, 'x');
    await stage.run(20_000);
    expect(ann.state).toMatchObject({ kind: 'refused', code: 'not-allowed', reason: 'viewers do not write', waitingEdits: 1 });
    // What had only no room was tried again.
    expect(refusals).toBe(2);
    expect(stage.reported.splice(0)).toMatchObject([{ reason: 'full' }]);
  });

  it('[T7] a document that is not there, or is there no more', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann', { document: 'nowhere' });
    await stage.run(1000);
    expect(ann.state).toMatchObject({ kind: 'refused', code: 'no-such-document' });
  });

  it('[T10] what no keeper could have told changes no copy', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    await stage.run(1000);
    const update = hostile[3]?.[1] as Uint8Array;
    const forger = stage.nodeOf('forger').connect();
    const listen = stage.nodeOf('listener').connect();
    let life = 0;
    const listening = listen.subscribe(subjects.documentNews(WORLD, PLAN), ({ payload }) => {
      life = decodeNews(payload).count.life;
    });
    ann.text.insert(0, 'a');
    await stage.run(1000);
    listening[Symbol.dispose]();
    forger.publish(subjects.documentNews(WORLD, PLAN), encodeNews({ count: { life, number: 2 }, author: 'ann', update }));
    forger.publish(subjects.documentNews(WORLD, PLAN), Uint8Array.of(9));
    await stage.run(1000);
    expect(stage.reported).toHaveLength(2);
    expect(stage.reported.every((error) => error instanceof MalformedError)).toBe(true);
    stage.reported.length = 0;
    expect(ann.text.toString()).toBe('a');
    expect(ann.state).toEqual({ kind: 'live', waitingEdits: 0 });
  });

  it('[T11] bytes of chance are refused as malformed, by every decoder, or decode to something', () => {
    const decoders = [decodeEditPart, decodeEditAnswer, decodeSyncRequest, decodeSyncAnswer, decodeNews, decodePresence];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.constantFrom(...decoders), (bytes, decode) => {
        try {
          decode(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedError);
        }
      }),
      { numRuns: 5000 },
    );
    for (const decode of decoders) expect(() => decode(Uint8Array.of(2, 1, 1))).toThrow('version 2');
  });

  it('[T11] a keeper that gets bytes of chance reports them and goes on', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    const bus = stage.nodeOf('mallory').connect();
    bus.publish(subjects.documentEdits(WORLD, PLAN), Uint8Array.of(255, 1));
    bus.publish(subjects.documentSync(WORLD, PLAN), Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 255, 255));
    bus.publish(subjects.documentDesk(WORLD), textToBytes('{"kind":"make","document":"st","name":"x"}'));
    bus.publish(subjects.documentPresence(WORLD, PLAN), Uint8Array.of(1, 1, 0, 99));
    await stage.run(1000);
    expect(stage.reported).toHaveLength(3);
    expect(stage.reported.every((error) => error instanceof MalformedError)).toBe(true);
    stage.reported.length = 0;
    ann.text.insert(0, 'on');
    await stage.run(1000);
    expect(ann.state).toEqual({ kind: 'live', waitingEdits: 0 });
  });
});

describe('places of others', () => {
  it('[T12] [T11] that are in no text of ours are reported, and make nothing in the document', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    const bus = stage.nodeOf('mallory').connect();
    await stage.run(500);
    const place = Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(new Y.Doc().getText('elsewhere'), 0));
    for (const anchor of [place, Uint8Array.of(7, 7, 7)]) {
      const frame = encodePresence({ name: 'Mallory', colour: 1, anchor, head: anchor, stay: 'here' });
      bus.publish(subjects.documentPresence(WORLD, PLAN), frame);
    }
    await stage.run(500);
    expect(stage.reported).toHaveLength(2);
    stage.reported.length = 0;
    expect(ann.presences.others).toEqual([]);
    expect([...ann.doc.share.keys()]).toEqual(['text']);
  });
});

describe('bytes of chance as an update', () => {
  it('[T7] never change a document that refuses them, nor throw', () => {
    const doc = emptyDocument(1);
    textOfDocument(doc).insert(0, 'LENGTH 10.0');
    const good = typed(7, 'WALL:');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 4 }), (flips) => {
        const bytes = good.slice();
        for (const [at, value] of flips) bytes[at] = value;
        const copy = emptyDocument(2);
        Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
        const before = Y.encodeStateAsUpdate(copy);
        if (examine(copy, bytes, LARGEST_EDIT).kind === 'fits') Y.applyUpdate(copy, bytes);
        else expect(Y.encodeStateAsUpdate(copy)).toEqual(before);
        expect(copy.store.pendingStructs).toBeNull();
      }),
      { numRuns: 3000 },
    );
  });
});
