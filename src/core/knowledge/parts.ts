import { MisuseError } from '../base/errors.ts';
import { hashNumber, hashText } from '../base/hash.ts';
import { TILE } from './cells.ts';
import { decodeKnowledge, encodeKnowledge } from './codec.ts';
import { keyOf } from './floor-knowledge.ts';
import { Knowledge } from './whole-knowledge.ts';

/** The first segment of the names of what robots know. */
export const KNOWLEDGE = 'knowledge';
/** What the bytes of these variables are. */
export const KNOWLEDGE_CONTENT = 'manyhands-knowledge';

/** With its frame a part is still a value of the blackboard. */
export const LARGEST_PART_BYTES = 50_000;
/** Three megabytes: more than fifty thousand walls. */
export const MOST_PARTS = 64;

/** The variable that a part of what a robot knows is in. */
export const knowledgeName = (entity: string, part = 0): string =>
  part === 0 ? `${KNOWLEDGE}/${entity}` : `${KNOWLEDGE}/${entity}/${part}`;

/** Whose knowledge a variable is part of; undefined: it is none. */
export function knowerOf(name: string): string | undefined {
  const [first, entity, part, ...rest] = name.split('/');
  return first === KNOWLEDGE && rest.length === 0 && (part === undefined || /^[1-9][0-9]?$/.test(part)) ? entity : undefined;
}

/**
 * What a robot knows, as bytes: one part when it fits, else 2, 4, 8 and so on. A part is knowledge by itself; all of them together are the whole, in whatever
 * order they come. Each thing known stays in its part as long as there are as many, so that what is new changes few of them.
 */
export function partsOf(knowledge: Knowledge, largestBytes = LARGEST_PART_BYTES): Uint8Array<ArrayBuffer>[] {
  for (let count = 1; count <= MOST_PARTS; count *= 2) {
    const parts = (count === 1 ? [knowledge] : divided(knowledge, count)).map(encodeKnowledge);
    if (parts.every(({ length }) => length <= largestBytes)) return parts;
  }
  throw new MisuseError(`what is known does not fit ${MOST_PARTS} values of ${largestBytes} bytes: begin a new map`);
}

/** The whole again; of some of the parts, what they say. Throws MalformedError for bytes that are none. */
export function fromParts(parts: Iterable<Uint8Array>): Knowledge {
  const knowledge = new Knowledge();
  for (const part of parts) knowledge.merge(decodeKnowledge(part));
  return knowledge;
}

function divided(knowledge: Knowledge, count: number): Knowledge[] {
  const parts = Array.from({ length: count }, () => new Knowledge());
  for (const { floor, edition, known } of knowledge.floors) {
    const floors = parts.map((part) => part.begin(floor, edition));
    const seed = hashText(floor, edition);
    const partOf = (hash: number) => floors[hash % count] as (typeof floors)[number];
    for (const wall of known.walls) partOf(hashText(keyOf(wall), seed)).addWall(wall);
    for (const opening of known.openings) partOf(hashText(keyOf(opening), seed)).addOpening(opening);
    for (const notice of known.notices) partOf(hashNumber(notice.member, seed)).addNotice(notice);
    for (const point of known.points) partOf(hashNumber(point.member, seed)).addPoint(point);
    for (const [tile, rows] of known.cells.tiles) {
      const { cells } = partOf(hashNumber(tile, seed));
      for (let row = 0; row < TILE; row++) cells.addWord(tile, row, rows[row] as number);
    }
  }
  return parts;
}
