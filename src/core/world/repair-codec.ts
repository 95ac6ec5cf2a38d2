import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import type { Epoch } from './epoch.ts';

/** A state as it travels outside its own subject. */
export interface CarriedState {
  readonly entity: string;
  readonly region: string;
  readonly author: string;
  readonly bytes: Uint8Array;
}

/** What somebody holds, without the states themselves. */
export interface Holding {
  readonly entity: string;
  readonly epoch: Epoch;
  readonly seq: number;
}

export type RepairRequest =
  /** Of one owner's entities in a region (empty: everywhere) with ids after `after` and up to `upTo` (empty: to the end): this is what I hold; give me what is newer. */
  | {
      readonly kind: 'compare';
      readonly owner: string;
      readonly region: string;
      readonly after: string;
      readonly upTo: string;
      readonly holdings: readonly Holding[];
    }
  /** What you said you want. */
  | { readonly kind: 'give'; readonly states: readonly CarriedState[] };

export interface RepairReply {
  readonly states: readonly CarriedState[];
  /** Entities of which the asker holds something newer. */
  readonly wanted: readonly string[];
}

/** A page of everything a keeper holds, and when the owners that have gone froze. */
export interface SnapshotPage {
  readonly states: readonly CarriedState[];
  readonly frozen: readonly { readonly owner: string; readonly goodUntilMs: number }[];
  /** Ask again after this entity; empty when this was the last page. */
  readonly next: string;
}

/** Bytes of states in one message: below what any bus carries. */
export const MOST_BYTES = 40_000;
const MOST_ITEMS = 5000;

/** As many of `states` as fit into one message. */
export function fitting(states: Iterable<CarriedState>): CarriedState[] {
  const taken: CarriedState[] = [];
  let size = 0;
  for (const state of states) {
    size += state.bytes.length + state.entity.length + state.region.length + state.author.length + 8;
    if (size > MOST_BYTES && taken.length > 0) break;
    taken.push(state);
  }
  return taken;
}

export function encodeRepairRequest(request: RepairRequest): Uint8Array {
  const out = new ByteWriter();
  if (request.kind === 'give') {
    out.byte(1);
    writeStates(out, request.states);
    return out.finish();
  }
  out.byte(0).text(request.owner).text(request.region).text(request.after).text(request.upTo).count(request.holdings.length);
  for (const { entity, epoch, seq } of request.holdings) out.text(entity).count(epoch).count(seq);
  return out.finish();
}

export function decodeRepairRequest(bytes: Uint8Array): RepairRequest {
  const input = new ByteReader(bytes);
  if (input.byte() === 1) return { kind: 'give', states: readStates(input) };
  const [owner, region, after, upTo] = [input.text(), input.text(), input.text(), input.text()];
  const holdings = Array.from({ length: limited(input) }, () => ({
    entity: input.text(),
    epoch: input.count() as Epoch,
    seq: input.count(),
  }));
  return { kind: 'compare', owner, region, after, upTo, holdings };
}

export function encodeRepairReply(reply: RepairReply): Uint8Array {
  const out = new ByteWriter();
  writeStates(out, reply.states);
  out.count(reply.wanted.length);
  for (const entity of reply.wanted) out.text(entity);
  return out.finish();
}

export function decodeRepairReply(bytes: Uint8Array): RepairReply {
  const input = new ByteReader(bytes);
  return { states: readStates(input), wanted: Array.from({ length: limited(input) }, () => input.text()) };
}

export interface SnapshotRequest {
  /** Entities after this one in the order of their ids. */
  readonly after: string;
  /** Of these regions; of all when empty. */
  readonly regions: readonly string[];
}

export function encodeSnapshotRequest({ after, regions }: SnapshotRequest): Uint8Array {
  const out = new ByteWriter().text(after).count(regions.length);
  for (const region of regions) out.text(region);
  return out.finish();
}

export function decodeSnapshotRequest(bytes: Uint8Array): SnapshotRequest {
  const input = new ByteReader(bytes);
  return { after: input.text(), regions: Array.from({ length: limited(input) }, () => input.text()) };
}

export function encodeSnapshotPage(page: SnapshotPage): Uint8Array {
  const out = new ByteWriter();
  writeStates(out, page.states);
  out.count(page.frozen.length);
  for (const { owner, goodUntilMs } of page.frozen) out.text(owner).float(goodUntilMs);
  return out.text(page.next).finish();
}

export function decodeSnapshotPage(bytes: Uint8Array): SnapshotPage {
  const input = new ByteReader(bytes);
  return {
    states: readStates(input),
    frozen: Array.from({ length: limited(input) }, () => ({ owner: input.text(), goodUntilMs: input.float() })),
    next: input.text(),
  };
}

function writeStates(out: ByteWriter, states: readonly CarriedState[]): void {
  out.count(states.length);
  for (const { entity, region, author, bytes } of states) out.text(entity).text(region).text(author).count(bytes.length).raw(bytes);
}

const readStates = (input: ByteReader): CarriedState[] =>
  Array.from({ length: limited(input) }, () => ({
    entity: input.text(),
    region: input.text(),
    author: input.text(),
    bytes: input.raw(input.count()).slice(),
  }));

function limited(input: ByteReader): number {
  const count = input.count();
  if (count > MOST_ITEMS) throw new MalformedError(`a list of ${count}, at most ${MOST_ITEMS} are allowed`);
  return count;
}
