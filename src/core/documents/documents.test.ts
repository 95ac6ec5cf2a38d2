import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { type Claimant, mayPublish, mayRequest, maySubscribe } from '../api/rights.ts';
import type { Clock } from '../base/clock.ts';
import { subjects } from '../bus/subjects.ts';
import { DocumentError, DocumentShelf } from './document-shelf.ts';
import { DocumentStage, HUB, PLAN, WORLD } from './document-stage.contract.ts';
import { encodePresence } from './frames.ts';
import { LARGEST_EDIT } from './limits.ts';
import { emptyDocument, textOfDocument } from './text-state.ts';

describe('an edit', () => {
  it('[T2] [T3] is here at once, waits while nobody answers, and is acknowledged when it is saved', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    await stage.run(1000);
    expect(ann.state).toEqual({ kind: 'live', waitingEdits: 0 });
    stage.documents.health = 'full';
    ann.text.insert(0, 'one');
    await stage.run(1500);
    ann.text.insert(3, ' t');
    ann.text.insert(5, 'wo');
    await stage.run(3000);
    expect(ann.text.toString()).toBe('one two');
    expect(ann.state.waitingEdits).toBe(2);
    expect(stage.reported.length).toBeGreaterThan(0);
    stage.reported.length = 0;
    stage.documents.health = 'well';
    await stage.run(10_000);
    stage.reported.length = 0;
    expect(ann.state).toEqual({ kind: 'live', waitingEdits: 0 });
    stage.killKeeper();
    stage.startKeeper();
    const ben = stage.open('ben');
    await stage.run(1000);
    expect(ben.text.toString()).toBe('one two');
  });

  it('[T2] of who is offline waits, is counted, and merges with what others wrote', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [stage.open('ann'), stage.open('ben')];
    ann.text.insert(0, 'the wall\n');
    await stage.run(1000);
    stage.cutOff('ben', ['ann']);
    await stage.run(3000);
    for (const [at, text] of [
      [ben.text.length, 'a door\n'],
      [0, '# ben\n'],
      [0, '# was here: '],
    ] as const) {
      // Letter by letter, and yet one edit.
      [...text].forEach((letter, i) => void ben.text.insert(at + i, letter));
      await stage.run(1100);
    }
    ann.text.insert(4, 'long ');
    await stage.run(5000);
    expect(ben.state).toEqual({ kind: 'apart', waitingEdits: 3 });
    stage.network.unblockAll();
    await stage.run(5000);
    expect(ben.text.toString()).toBe('# was here: # ben\nthe long wall\na door\n');
    expect(ann.text.toString()).toBe(ben.text.toString());
    expect(ben.state).toEqual({ kind: 'live', waitingEdits: 0 });
  });

  it('[T3] letters typed fast are one commit, not one each', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    await stage.run(1000);
    for (let i = 0; i < 100; i++) {
      ann.text.insert(i, 'x');
      await stage.run(10);
    }
    await stage.run(1000);
    expect(stage.documents.saves).toBeLessThan(10);
    expect(ann.state.waitingEdits).toBe(0);
  });

  it('[T6] that is large goes in parts, and others fetch it, though parts get lost', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [stage.open('ann'), stage.open('ben')];
    await stage.run(1000);
    stage.network.faults.loss = 0.1;
    const large = Array.from({ length: 30_000 }, (_, i) => `# line ${i}\n`).join('');
    ann.text.insert(0, large);
    await stage.run(120_000);
    stage.network.faults.loss = 0;
    await stage.run(15_000);
    expect(ann.state).toEqual({ kind: 'live', waitingEdits: 0 });
    expect(ben.text.toString() === large).toBe(true);
    const late = stage.open('late');
    await stage.run(5000);
    expect(late.text.toString() === large).toBe(true);
  });
});

describe('a large document', () => {
  it('[T5] [T6] with more bytes of history than an edit may have is opened by who comes late', { timeout: 120_000 }, async () => {
    const stage = await DocumentStage.inTest();
    const author = emptyDocument(2 ** 32 - 2);
    author.transact(() => {
      // Each before the last: nothing of it can be put together.
      for (let i = 0; i < 350_000; i++) textOfDocument(author).insert(0, '€');
    });
    const state = Y.encodeStateAsUpdate(author);
    expect(state.length).toBeGreaterThan(LARGEST_EDIT.bytes);
    await stage.documents.save(WORLD, PLAN, state, 1, HUB);
    const late = stage.open('late');
    await stage.run(20_000);
    expect(late.text.length).toBe(350_000);
    expect(late.state).toEqual({ kind: 'live', waitingEdits: 0 });
  });
});

describe('who is there', () => {
  it('[T12] is seen with name, colour and cursor, which stays at its letters', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [stage.open('ann', { me: { name: 'Ann', colour: 2 } }), stage.open('ben')];
    ann.text.insert(0, 'WALL:\nDOOR:\n');
    await stage.run(1000);
    ann.presences.select({ anchor: 6, head: 10 });
    await stage.run(500);
    expect(ben.presences.others).toEqual([{ participant: 'ann', name: 'Ann', colour: 2, selection: { anchor: 6, head: 10 } }]);
    ben.text.insert(0, '# walls\n');
    expect(ben.presences.others[0]?.selection).toEqual({ anchor: 14, head: 18 });
    ann.presences.select(undefined);
    await stage.run(500);
    expect(ben.presences.others).toMatchObject([{ participant: 'ann', selection: undefined }]);
  });

  it('[T12] who comes late sees all at once; who leaves or falls silent is there no more', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [stage.open('ann'), stage.open('ben')];
    await stage.run(1000);
    const late = stage.open('late');
    await stage.run(600);
    expect(late.presences.others.map(({ participant }) => participant)).toEqual(['ann', 'ben']);
    ben[Symbol.dispose]();
    await stage.run(100);
    expect(ann.presences.others.map(({ participant }) => participant)).toEqual(['late']);
    stage.nodeOf('late').crash();
    await stage.run(10_000);
    expect(ann.presences.others).toHaveLength(1);
    await stage.run(5000);
    expect(ann.presences.others).toEqual([]);
  });
});

describe('who says too often where it is', () => {
  it('[T12] [T16] is drawn some times a second, and heard again when it is calm', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    await stage.run(1000);
    let told = 0;
    ann.presences.changes.on(() => told++);
    const bus = stage.nodeOf('mallory').connect();
    const say = (colour: number) => {
      const frame = encodePresence({ name: 'Mallory', colour, anchor: new Uint8Array(), head: new Uint8Array(), stay: 'here' });
      bus.publish(subjects.documentPresence(WORLD, PLAN), frame);
    };
    for (let i = 0; i < 1000; i++) {
      say(1);
      await stage.run(1);
    }
    expect(told).toBeLessThan(25);
    say(2);
    await stage.run(3000);
    expect(ann.presences.others).toMatchObject([{ participant: 'mallory', colour: 1 }]);
    say(3);
    await stage.run(100);
    expect(ann.presences.others).toMatchObject([{ participant: 'mallory', colour: 3 }]);
  });
});

describe('documents as wholes', () => {
  const shelfOf = (stage: DocumentStage, id: string) => {
    const node = stage.nodeOf(id);
    return new DocumentShelf({ world: WORLD, bus: node.connect(), clock: node.clock, report: stage.report });
  };

  it('[T13] are made, renamed and removed, and all hear of it', async () => {
    const stage = await DocumentStage.inTest();
    const [ann, ben] = [shelfOf(stage, 'ann'), shelfOf(stage, 'ben')];
    await stage.run(500);
    await stage.time.until(ann.make('ground', 'Ground floor'));
    await stage.time.until(ann.make('ground', 'Ground floor'));
    await expect(stage.time.until(ben.make('ground', 'Mine'))).rejects.toThrow('there is a document ground already');
    await stage.time.until(ben.rename(PLAN, 'Attic'));
    await stage.run(500);
    for (const { documents } of [ann, ben]) {
      expect(documents).toMatchObject([
        { id: PLAN, name: 'Attic' },
        { id: 'ground', name: 'Ground floor', createdBy: 'ann' },
      ]);
    }
    const copy = stage.open('cem');
    await stage.run(1000);
    await stage.time.until(ann.remove(PLAN));
    await stage.run(10_000);
    expect(ben.documents).toMatchObject([{ id: 'ground' }]);
    expect(copy.state).toMatchObject({ kind: 'refused', code: 'no-such-document' });
    await expect(stage.time.until(ann.rename('gone', 'x'))).rejects.toThrow('there is no document "gone" in the store');
    await expect(stage.time.until(ann.make('st', 'State'))).rejects.toThrow('st and inv are taken');
    await expect(stage.time.until(ann.make('attic', ' '))).rejects.toThrow(DocumentError);
  });

  it('[T13] a shelf that is closed before anybody answered leaves nothing behind', async () => {
    const stage = await DocumentStage.inTest();
    stage.killKeeper();
    const node = stage.nodeOf('ann');
    const pending = new Set<number>();
    let timers = 0;
    const clock: Clock = {
      now: () => node.clock.now(),
      after: (delayMs, action) => {
        const timer = ++timers;
        pending.add(timer);
        const waiting = node.clock.after(delayMs, () => {
          pending.delete(timer);
          action();
        });
        return {
          [Symbol.dispose]: () => {
            pending.delete(timer);
            waiting[Symbol.dispose]();
          },
        };
      },
    };
    const shelf = new DocumentShelf({ world: WORLD, bus: node.connect(), clock, report: stage.report });
    await stage.run(300);
    expect(pending.size).toBe(2);
    shelf[Symbol.dispose]();
    expect(pending.size).toBe(0);
  });

  it('[T14] operators write, viewers read and are seen, nobody speaks as the keeper', async () => {
    const who = (role: Claimant['role']): Claimant => ({
      ...{ id: 'ann', world: WORLD, role, title: () => 'none', description: () => undefined },
      board: { objectionToValue: () => undefined, objectionToDeclaration: () => undefined },
    });
    const none = new Uint8Array();
    const [viewer, operator] = [who('viewer'), who('operator')];
    const asked = (of: Claimant, subject: string) => mayRequest(of, subject, none).kind;
    expect(asked(viewer, subjects.documentSync(WORLD, PLAN))).toBe('allow');
    expect(asked(viewer, subjects.documentList(WORLD))).toBe('allow');
    expect(asked(viewer, subjects.documentEdits(WORLD, PLAN))).toBe('drop');
    expect(asked(viewer, subjects.documentDesk(WORLD))).toBe('drop');
    expect(asked(operator, subjects.documentEdits(WORLD, PLAN))).toBe('allow');
    expect(asked(operator, subjects.documentDesk(WORLD))).toBe('allow');
    expect(asked(operator, subjects.documentEdits('elsewhere', PLAN))).toBe('drop');
    expect(mayPublish(viewer, subjects.documentPresence(WORLD, PLAN), none).kind).toBe('allow');
    expect(mayPublish(operator, subjects.documentNews(WORLD, PLAN), none).kind).toBe('drop');
    expect(mayPublish(operator, subjects.documentListNews(WORLD), none).kind).toBe('drop');
    expect(maySubscribe(viewer, subjects.documentNews(WORLD, PLAN)).kind).toBe('allow');
    // The edits of others are for the keeper alone, and no pattern reaches further than its line.
    expect(maySubscribe(operator, subjects.documentEdits(WORLD, PLAN)).kind).toBe('drop');
    expect(maySubscribe(operator, `v1.${WORLD}.doc.${PLAN}.>`).kind).toBe('drop');
    const stage = await DocumentStage.inTest();
    const [reader, ann] = [stage.open('reader', { access: 'read' }), stage.open('ann')];
    await stage.run(500);
    ann.text.insert(0, 'seen');
    reader.text.insert(0, 'unseen ');
    await stage.run(10_000);
    expect(ann.text.toString()).toBe('seen');
    expect(reader.state.waitingEdits).toBe(0);
  });

  it('[T15] are let go of when nobody has them open, and come back', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    ann.text.insert(0, 'kept');
    await stage.run(2000);
    ann[Symbol.dispose]();
    await stage.run(300_000);
    // What is in memory no more is read again.
    const record = stage.documents.records.get(PLAN);
    if (record) stage.documents.records.set(PLAN, { ...record, state: new Uint8Array() });
    const ben = stage.open('ben');
    await stage.run(1000);
    expect(ben.text.toString()).toBe('');
    await stage.keeper?.[Symbol.asyncDispose]();
  });
});
