import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import { isId } from '../base/ids.ts';
import type { NamedPoint, Notice, Place } from '../maps/maps.ts';
import { type Cells, MOST_TILES_NUMBER, TILE } from './cells.ts';
import type { FloorKnowledge, KnownStretches } from './floor-knowledge.ts';
import type { Intervals } from './intervals.ts';
import { HALF_TURN } from './line.ts';
import { Knowledge } from './whole-knowledge.ts';

const VERSION = 1;
const WALLS = ['border', 'wall', 'corridor'] as const;
const OPENINGS = ['door', 'junction'] as const;
/** Beyond it nothing stands, and no number is exact: millimetres, and steps of an offset. */
const FARTHEST = 2e10;

/** What two know alike is encoded alike, byte by byte. */
export function encodeKnowledge(knowledge: Knowledge): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter().byte(VERSION);
  const floors = knowledge.floors.filter(({ known }) => !known.isEmpty);
  writer.count(floors.length);
  for (const { floor, edition, known } of floors) {
    writer.text(floor).word(edition);
    writeStretches(writer, known.walls, WALLS);
    writeStretches(writer, known.openings, OPENINGS);
    writer.count(known.notices.length);
    for (const notice of known.notices) writeMark(writer, notice).float(notice.heightM).text(notice.file);
    writer.count(known.points.length);
    for (const point of known.points) writeMark(writer, point);
    writeCells(writer, known.cells);
  }
  return writer.finish();
}

/** Throws MalformedError for what `encodeKnowledge` did not make. */
export function decodeKnowledge(bytes: Uint8Array): Knowledge {
  const reader = new ByteReader(bytes);
  const version = reader.byte();
  if (version !== VERSION) throw new MalformedError(`knowledge of version ${version}; this reads version ${VERSION}`);
  const knowledge = new Knowledge();
  const floors = reader.count();
  for (let i = 0; i < floors; i++) {
    const floor = reader.text();
    if (!isId(floor)) throw new MalformedError(`"${floor}" is no floor`);
    readFloor(reader, knowledge.begin(floor, reader.word()));
  }
  reader.end();
  return knowledge;
}

function readFloor(reader: ByteReader, known: FloorKnowledge): void {
  readStretches(reader, WALLS, (wall) => known.addWall(wall));
  readStretches(reader, OPENINGS, (opening) => known.addOpening(opening));
  const notices = reader.count();
  for (let i = 0; i < notices; i++) {
    const mark = readMark(reader);
    known.addNotice({ ...mark, heightM: reader.float(), file: reader.text() } satisfies Notice);
  }
  const points = reader.count();
  for (let i = 0; i < points; i++) known.addPoint(readMark(reader));
  readCells(reader, known.cells);
}

function writeStretches<Kind extends string>(writer: ByteWriter, known: readonly KnownStretches<Kind>[], kinds: readonly Kind[]): void {
  writer.count(known.length);
  for (const { kind, member = -1, line, stretches } of known) {
    writer
      .byte(kinds.indexOf(kind))
      .count(member + 1)
      .count(line.direction)
      .integer(line.offset)
      .count(stretches.length / 2);
    let lastMm = 0;
    for (const [i, atMm] of stretches.entries()) {
      if (i === 0) writer.integer(atMm);
      else writer.count(atMm - lastMm);
      lastMm = atMm;
    }
  }
}

function readStretches<Kind extends string>(reader: ByteReader, kinds: readonly Kind[], add: (known: KnownStretches<Kind>) => void): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    const kind = kinds[reader.byte()];
    const member = reader.count() - 1;
    const line = { direction: reader.count(), offset: reader.integer() };
    if (kind === undefined || line.direction >= HALF_TURN || Math.abs(line.offset) > FARTHEST)
      throw new MalformedError(`stretch ${i} of ${count} lies on no line`);
    add({ kind, member: member < 0 ? undefined : member, line, stretches: readIntervals(reader) });
  }
}

function readIntervals(reader: ByteReader): Intervals {
  const ends = 2 * reader.count();
  if (ends === 0 || ends > reader.remaining) throw new MalformedError(`${ends / 2} stretches in ${reader.remaining} bytes`);
  const intervals: number[] = [];
  let atMm = 0;
  for (let i = 0; i < ends; i++) {
    const byMm = i === 0 ? reader.integer() : reader.count();
    atMm += byMm;
    if ((i > 0 && byMm === 0) || Math.abs(atMm) > FARTHEST) throw new MalformedError(`a stretch ends at ${atMm} mm`);
    intervals.push(atMm);
  }
  return intervals;
}

/** A name that is none is not the same as an empty one. */
function writeMark(writer: ByteWriter, { at, yawRad, name, member }: NamedPoint): ByteWriter {
  writer.count(member).float(at[0]).float(at[1]).float(yawRad);
  return name === undefined ? writer.byte(0) : writer.byte(1).text(name);
}

function readMark(reader: ByteReader): NamedPoint {
  const member = reader.count();
  const at: Place = [reader.float(), reader.float()];
  const yawRad = reader.float();
  const isNamed = reader.byte();
  if (isNamed > 1) throw new MalformedError(`a mark is named or not, not ${isNamed}`);
  return { at, yawRad, name: isNamed === 1 ? reader.text() : undefined, member };
}

/** Most rows of a tile are as the one below, the first as if all of it had been seen. */
function writeCells(writer: ByteWriter, cells: Cells): void {
  const { tiles } = cells;
  writer.count(tiles.length);
  let last = 0;
  for (const [tile, rows] of tiles) {
    writer.count(tile - last);
    last = tile;
    let differs = 0;
    for (let row = 0; row < TILE; row++) if (rows[row] !== (row === 0 ? ALL : rows[row - 1])) differs |= 1 << row;
    writer.word(differs >>> 0);
    for (let row = 0; row < TILE; row++) if ((differs & (1 << row)) !== 0) writer.word(rows[row] as number);
  }
}

function readCells(reader: ByteReader, cells: Cells): void {
  const count = reader.count();
  let tile = 0;
  for (let i = 0; i < count; i++) {
    tile += reader.count();
    if (tile >= MOST_TILES_NUMBER) throw new MalformedError(`there is no tile ${tile}`);
    const differs = reader.word();
    let word = ALL;
    for (let row = 0; row < TILE; row++) {
      if ((differs & (1 << row)) !== 0) word = reader.word();
      cells.addWord(tile, row, word);
    }
  }
}

const ALL = 0xffffffff;
