import type { Clock } from '../base/clock.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import { fromParts, KNOWLEDGE, KNOWLEDGE_CONTENT, Knowledge, knowerOf, knowledgeName, partsOf } from '../knowledge/knowledge.ts';

export interface KnowledgeShelfPorts {
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  board(): Blackboard;
}

/** What is new is said this often, and no more than so many bytes a second: a map that fills a value takes two. */
const SAY_EVERY_MS = 500;
const BYTES_PER_S = 25_000;
/** No version is called so. */
const ANEW = 'anew';
/** Who could not declare or write tries again then. */
const TRY_AGAIN_MS = 5000;

/** What was said of one robot's knowledge. */
interface Said {
  /** Versions of all floors, in one text: what it was when it was last said. */
  version: string;
  readonly parts: Map<number, Uint8Array>;
  nextMs: number;
}

/** The parts of what a robot knows that a blackboard holds, by their numbers. */
export function partsOn(board: Blackboard, entity: string): Map<number, Uint8Array> {
  const parts = new Map<number, Uint8Array>();
  for (const name of [knowledgeName(entity), ...board.names(`${KNOWLEDGE}/${entity}/*`)]) {
    const answer = knowerOf(name) === entity ? board.read(name) : undefined;
    const value = answer?.kind === 'value' ? answer.value : answer?.last;
    if (typeof value === 'object' && 'bytes' in value) parts.set(Number(name.split('/')[2] ?? 0), value.bytes);
  }
  return parts;
}

/** All that a blackboard holds of what a robot knows. What cannot be read is reported, and left out. */
export function knowledgeOn(board: Blackboard, entity: string, report: (error: unknown) => void): Knowledge {
  return merged(partsOn(board, entity), report);
}

function merged(parts: ReadonlyMap<number, Uint8Array>, report: (error: unknown) => void): Knowledge {
  const knowledge = new Knowledge();
  for (const bytes of parts.values()) {
    try {
      knowledge.merge(fromParts([bytes]));
    } catch (error) {
      report(error);
    }
  }
  return knowledge;
}

/** What robots know, on the blackboard: said when it is new, and fetched by who takes one over. */
export class KnowledgeShelf {
  readonly #ports: KnowledgeShelfPorts;
  readonly #said = new Map<string, Said>();

  constructor(ports: KnowledgeShelfPorts) {
    this.#ports = ports;
  }

  /** What was written last, by whomever. */
  async fetch(entity: string): Promise<Knowledge> {
    const board = this.#ports.board();
    await board.ready;
    const parts = partsOn(board, entity);
    const knowledge = merged(parts, this.#ports.report);
    this.#said.set(entity, { version: versionOf(knowledge), parts, nextMs: 0 });
    return knowledge;
  }

  /** It begins anew: whatever it knows next is new. */
  restart(entity: string): void {
    const said = this.#said.get(entity);
    if (said) said.version = ANEW;
  }

  /** Says what is new of it, when it is time to. */
  keep(entity: string, knowledge: Knowledge, nowMs: number, when: 'in time' | 'at once' = 'in time'): void {
    const said = this.#said.get(entity) ?? { version: '', parts: new Map(), nextMs: 0 };
    this.#said.set(entity, said);
    const version = versionOf(knowledge);
    if (said.version === version || (when === 'in time' && nowMs < said.nextMs)) return;
    said.version = version;
    const parts = partsOf(knowledge);
    // What was divided before, and is not any more, says nothing where there is no part for it.
    const nothing = partsOf(new Knowledge())[0] as Uint8Array<ArrayBuffer>;
    let bytes = 0;
    // The first part last: who reads meanwhile misses nothing that it had.
    for (let part = Math.max(parts.length - 1, ...said.parts.keys()); part >= 0; part--) {
      const content = parts[part] ?? nothing;
      if (isSame(said.parts.get(part), content)) continue;
      said.parts.set(part, content);
      bytes += content.length;
      this.#write(entity, knowledgeName(entity, part), content).catch(this.#ports.report);
    }
    said.nextMs = nowMs + Math.max(SAY_EVERY_MS, (1000 * bytes) / BYTES_PER_S);
  }

  /** What is gone knows nothing. */
  remove(entity: string): void {
    const board = this.#ports.board();
    for (const part of this.#said.get(entity)?.parts.keys() ?? [])
      if (board.declaration(knowledgeName(entity, part))) board.undeclare(knowledgeName(entity, part)).catch(this.#ports.report);
  }

  forget(entity: string): void {
    this.#said.delete(entity);
  }

  async #write(entity: string, name: string, bytes: Uint8Array): Promise<void> {
    const board = this.#ports.board();
    if (board.declaration(name)?.type !== 'bytes') await board.declare(name, { type: 'bytes' });
    const outcome = await board.write(name, { content: KNOWLEDGE_CONTENT, bytes });
    if (outcome.kind !== 'refused') return;
    const said = this.#said.get(entity);
    if (said) Object.assign(said, { version: ANEW, nextMs: this.#ports.clock.now() + TRY_AGAIN_MS }).parts.clear();
    throw new Error(`what ${entity} knows cannot be written: ${outcome.reason}`);
  }
}

const versionOf = (knowledge: Knowledge): string =>
  knowledge.floors.map(({ floor, edition, known }) => `${floor} ${edition} ${known.version}`).join('; ');

const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean => a?.length === b.length && a.every((byte, i) => byte === b[i]);
