import { describe, expect, it } from 'vitest';
import { applyEdits } from '../base/diagnostics.ts';
import { integerBelow, seededRandom } from '../base/random.ts';
import { isDocumentId } from './document-id.ts';
import { DOCUMENT_KINDS, kindOf, newDocumentId, ofKind } from './document-kind.ts';
import { DocumentStage, PLAN, WORLD } from './document-stage.contract.ts';
import { differenceOf, readDocument, type WholeTextPorts, writeDocument } from './whole-text.ts';

function portsOf(stage: DocumentStage, id: string, document = PLAN): WholeTextPorts {
  const { clock } = stage.nodeOf(id);
  const ports = { world: WORLD, document, bus: stage.nodeOf(id).connect(), clock, random: stage.random, report: stage.report };
  return { ...ports, me: { name: id, colour: 1 } };
}

describe('the kind of a document', () => {
  it('[T17] is in its id, which is a new one each time', () => {
    const random = seededRandom(1);
    for (const kind of DOCUMENT_KINDS) {
      const [first, second] = [newDocumentId(kind, 'Puma: load / unload', random), newDocumentId(kind, 'Puma: load / unload', random)];
      expect(first).toMatch(new RegExp(`^puma-load-unload-${kind}-[a-z0-9]{6}$`));
      expect(second).not.toBe(first);
      expect([first, second].map(kindOf)).toEqual([kind, kind]);
      const longest = newDocumentId(kind, 'x'.repeat(80), random);
      expect(isDocumentId(longest) && kindOf(longest)).toBe(kind);
    }
  });

  it('[T17] of an id that says none is map; a name cannot say it', () => {
    expect(['ground', 'my-program', 'a-program-toolong1', 'program-abc123'].map(kindOf)).toEqual(['map', 'map', 'map', 'map']);
    expect(kindOf(newDocumentId('map', 'x-program-abcdef', seededRandom(2)))).toBe('map');
    const entries = ['ground', 'load-program-abc123', 'cell-positions-abc123'].map((id) => ({ id }));
    expect(ofKind(entries, 'program')).toEqual([{ id: 'load-program-abc123' }]);
  });
});

describe('a document as a whole', () => {
  it('[T18] is written and read by who holds no copy; who edits it keeps its place', async () => {
    const stage = await DocumentStage.inTest();
    const ann = stage.open('ann');
    ann.text.insert(0, 'move(p1);\nwait(100);\n');
    await stage.run(1000);
    ann.presences.select({ anchor: 10, head: 14 });
    await stage.time.until(writeDocument(portsOf(stage, 'task'), 'speed(50);\nmove(p1);\nwait(100);\n'));
    await stage.run(500);
    expect(ann.text.toString()).toBe('speed(50);\nmove(p1);\nwait(100);\n');
    expect(await stage.time.until(readDocument(portsOf(stage, 'reader')))).toBe('speed(50);\nmove(p1);\nwait(100);\n');
    stage.killKeeper();
    stage.startKeeper();
    expect(await stage.time.until(readDocument(portsOf(stage, 'late')))).toContain('speed(50);');
  });

  it('[T18] says why when it is not there, and when nobody answers', async () => {
    const stage = await DocumentStage.inTest();
    await expect(stage.time.until(readDocument(portsOf(stage, 'ann', 'gone')))).rejects.toThrow('there is no document gone in this world');
    stage.killKeeper();
    await expect(stage.time.until(readDocument(portsOf(stage, 'ben')))).rejects.toThrow(`keeps ${PLAN} does not answer`);
  });

  it('[T18] only what differs is changed', () => {
    const random = seededRandom(7);
    const word = () => Array.from({ length: integerBelow(random, 8) }, () => 'ab'[integerBelow(random, 2)]).join('');
    for (let round = 0; round < 500; round++) {
      const [present, next] = [word(), word()];
      expect(applyEdits(present, differenceOf(present, next)), `${present} to ${next}`).toBe(next);
    }
    expect(differenceOf('move(p1);', 'move(p12);')).toEqual([{ from: 7, to: 7, insert: '2' }]);
    expect(differenceOf('same', 'same')).toEqual([]);
  });
});
