import { describe, expect, it } from 'vitest';
import { between as betweenNumbers, chance, integerBelow, pick, type Random, seededRandom } from '../../base/random.ts';
import type { Change } from '../checks/concern.ts';
import { applyEdits } from '../edl/diagnostic.ts';
import type { EdlDocument, EdlMember } from '../edl/document.ts';
import { EdlReader, parseEdl } from '../edl/edl.ts';
import { writeEdl } from '../edl/write-edl.ts';
import { floorPlanOf } from '../plan/floor-plan.ts';
import { copied, gripsOf, memberAt, movedBy, outlineOf, pulled, turnedTo } from './drawing.ts';

const tenth = (random: Random, low: number, high: number): number => Math.round(betweenNumbers(random, low, high) * 10) / 10;

function randomMember(random: Random, number: number | undefined): EdlMember {
  const place = {
    xCm: tenth(random, 50, 1950),
    yCm: tenth(random, 50, 950),
    thetaDeg: pick(random, [0, 90, 180, 270, tenth(random, 0, 359)]),
  };
  const named = { ...place, ...(number !== undefined && { number }), ...(chance(random, 0.3) && { name: `Room ${number}` }) };
  const wideCm = tenth(random, 60, 200);
  switch (integerBelow(random, 6)) {
    case 0:
      return { kind: 'POINT', ...named };
    case 1:
      return { kind: 'CORRIDOR', ...named, longCm: tenth(random, 200, 900), wideCm };
    case 2:
      return { kind: 'DOOR', ...named, wideCm };
    case 3:
      return { kind: 'JUNCTION', ...named, wideCm };
    case 4:
      return { kind: 'NOTICE', ...named, heightCm: tenth(random, 100, 200), file: 'exit.png' };
    default:
      return { kind: 'WALL', ...named, longCm: tenth(random, 20, 800) };
  }
}

function randomMap(seed: number): { readonly text: string; readonly comments: number } {
  const random = seededRandom(seed);
  const isNumbered = chance(random, 0.5);
  const members = Array.from({ length: 1 + integerBelow(random, 12) }, (_, i) => randomMember(random, isNumbered ? i : undefined));
  const lines = writeEdl({ lengthCm: 2000, widthCm: 1000, members }).split('\n');
  let comments = 0;
  const text = lines.map((line) => (chance(random, 0.3) ? `${line}  # note ${comments++}` : line)).join('\n');
  return { text, comments };
}

/** One thing that people do, to one member. */
function deedOf(random: Random, document: EdlDocument, member: number): Change[] {
  const step = pick(random, [0, 10, 25]);
  const [grip] = pick(random, [...gripsOf(document.members[member] as EdlMember), ['none']] as const);
  switch (integerBelow(random, 4)) {
    case 0:
      return movedBy(document, member, [tenth(random, -80, 80), tenth(random, -80, 80)]);
    case 1:
      return turnedTo(document, member, betweenNumbers(random, -400, 800));
    case 2:
      return grip === 'none' ? [] : pulled(document, member, grip, [tenth(random, 0, 2000), tenth(random, 0, 1000)], step);
    default:
      return [copied(document, member, [25, 25])];
  }
}

const read = (text: string): EdlDocument => {
  const { document } = parseEdl(text);
  if (!document) throw new Error(`no map: ${text}`);
  return document;
};

describe('a map that is drawn', () => {
  it('[E42] written again from its drawing means the same, on 500 random maps', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const document = read(randomMap(seed).text);
      const again = read(writeEdl(document));
      expect(again, `seed ${seed}`).toEqual(document);
      expect(floorPlanOf(again).walls, `seed ${seed}`).toEqual(floorPlanOf(document).walls);
    }
  });

  it('[E41] a deed in the drawing changes one member and its own text, on 500 random maps', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = seededRandom(seed + 10_000);
      const { text, comments } = randomMap(seed);
      const located = new EdlReader().read(text);
      const document = read(text);
      const member = integerBelow(random, document.members.length);
      const changes = deedOf(random, document, member);
      const edits = located.edits(changes);
      const after = applyEdits(text, edits);
      const drawn = read(after);
      const isCopy = changes.some(({ kind }) => kind === 'add');
      expect(drawn.members.length, `seed ${seed}`).toBe(document.members.length + (isCopy ? 1 : 0));
      document.members.forEach((each, i) => {
        if (i !== member || isCopy) expect(drawn.members[i], `seed ${seed}`).toEqual(each);
      });
      expect(after.match(/# note/g)?.length ?? 0, `seed ${seed}`).toBe(comments);
      const stretch = located.stretches[member];
      if (!isCopy) for (const { from, to } of edits) expect(stretch && from >= stretch.from && to <= stretch.to, `seed ${seed}`).toBe(true);
      for (const change of changes) {
        if (change.kind !== 'set') continue;
        expect(Math.abs(change.value * 10 - Math.round(change.value * 10)), `seed ${seed}`).toBeLessThan(1e-6);
        if (change.attribute === 'theta') expect(change.value >= 0 && change.value < 360).toBe(true);
      }
    }
  });

  it('[E41] pulled at a grip, what is opposite stays', () => {
    const wall: EdlMember = { kind: 'WALL', xCm: 100, yCm: 50, thetaDeg: 0, longCm: 100 };
    const document = { lengthCm: 500, widthCm: 500, members: [wall] };
    expect(pulled(document, 0, 'to', [303, 90], 10)).toEqual([
      { kind: 'set', member: 0, attribute: 'x', value: 175 },
      { kind: 'set', member: 0, attribute: 'long', value: 250 },
    ]);
    expect(pulled(document, 0, 'from', [400, 50], 0)).toEqual([
      { kind: 'set', member: 0, attribute: 'x', value: 145 },
      { kind: 'set', member: 0, attribute: 'long', value: 10 },
    ]);
    const door: EdlMember = { kind: 'DOOR', xCm: 100, yCm: 50, thetaDeg: 0, wideCm: 80 };
    expect(pulled({ ...document, members: [door] }, 0, 'to', [100, 120], 0)).toEqual([
      { kind: 'set', member: 0, attribute: 'y', value: 65 },
      { kind: 'set', member: 0, attribute: 'wide', value: 110 },
    ]);
  });

  it('[E43] the smallest is meant, then the nearest', () => {
    const place = { xCm: 100, yCm: 100, thetaDeg: 0 };
    const members: EdlMember[] = [
      { kind: 'CORRIDOR', ...place, longCm: 400, wideCm: 100 },
      { kind: 'WALL', ...place, yCm: 120, longCm: 300 },
      { kind: 'DOOR', ...place, xCm: 150, yCm: 120, thetaDeg: 90, wideCm: 80 },
      { kind: 'POINT', ...place, xCm: 20 },
    ];
    const document = { lengthCm: 500, widthCm: 500, members };
    expect(memberAt(document, [60, 90], 8)).toBe(0);
    expect(memberAt(document, [60, 116], 8)).toBe(1);
    expect(memberAt(document, [150, 116], 8)).toBe(2);
    expect(memberAt(document, [22, 97], 8)).toBe(3);
    expect(memberAt(document, [400, 400], 8)).toBeUndefined();
    expect(outlineOf(members[2] as EdlMember).along).toEqual([-1, 0]);
  });
});
