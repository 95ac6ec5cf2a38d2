import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';

/** A participant's sign of life, and what it says it owns. */
export interface Presence {
  readonly id: string;
  readonly name: string;
  /** Shared time up to which its motions may be believed: its clock at the beat plus GOOD_MS. */
  readonly goodUntilMs: number;
  /** How far its shared clock may be off. */
  readonly clockErrorMs: number;
  readonly leaving: boolean;
  /** Its clock may lead. */
  readonly mayLead: boolean;
  /** Of the states it owns, by region. */
  readonly digests: readonly Digest[];
}

/** The sum of the hashes of all states of one owner in one region. Equal sums: nothing was missed. */
export interface Digest {
  readonly region: string;
  readonly hash: number;
}

/** What a keeper holds of owners that have gone, and when their motions froze. */
export interface Estate {
  readonly owner: string;
  readonly goodUntilMs: number;
  readonly digests: readonly Digest[];
}

/** One message for all participants a hub vouches for, since a beat each would be n squared. */
export interface Beat {
  readonly members: readonly Presence[];
  readonly estates: readonly Estate[];
}

export const BEAT_MS = 250;
/** Silence of this long freezes an owner's motions and makes its entities free to take. */
export const GOOD_MS = 1000;

const LEAVING = 1;
const MAY_LEAD = 2;
const MOST_MEMBERS = 2000;
const MOST_DIGESTS = 5000;

/** Bytes of one beat: below what any bus carries, whatever a hub must say. */
const MOST_BYTES = 40_000;

/** A hub that speaks for many may have more to say than one message holds. */
export function splitBeat({ members, estates }: Beat): Beat[] {
  const beats: { members: Presence[]; estates: Estate[] }[] = [];
  let current: { members: Presence[]; estates: Estate[] } | undefined;
  let size = 0;
  const room = (part: { digests: readonly Digest[] }) => {
    const bytes = 240 + part.digests.reduce((sum, { region }) => sum + region.length + 8, 0);
    if (!current || size + bytes > MOST_BYTES) {
      current = { members: [], estates: [] };
      beats.push(current);
      size = 0;
    }
    size += bytes;
    return current;
  };
  for (const member of members) room(member).members.push(member);
  for (const estate of estates) room(estate).estates.push(estate);
  return beats;
}

export function encodeBeat(beat: Beat): Uint8Array {
  const out = new ByteWriter();
  out.count(beat.members.length);
  for (const member of beat.members) {
    out
      .text(member.id)
      .text(member.name)
      .float(member.goodUntilMs)
      .float(member.clockErrorMs)
      .byte((member.leaving ? LEAVING : 0) | (member.mayLead ? MAY_LEAD : 0));
    writeDigests(out, member.digests);
  }
  out.count(beat.estates.length);
  for (const estate of beat.estates) {
    out.text(estate.owner).float(estate.goodUntilMs);
    writeDigests(out, estate.digests);
  }
  return out.finish();
}

export function decodeBeat(bytes: Uint8Array): Beat {
  const input = new ByteReader(bytes);
  const members = Array.from({ length: limited(input, MOST_MEMBERS) }, () => readPresence(input));
  const estates = Array.from({ length: limited(input, MOST_MEMBERS) }, () => ({
    owner: input.text(),
    goodUntilMs: input.float(),
    digests: readDigests(input),
  }));
  input.end();
  return { members, estates };
}

function readPresence(input: ByteReader): Presence {
  const [id, name, goodUntilMs, clockErrorMs, flags] = [input.text(), input.text(), input.float(), input.float(), input.byte()];
  return {
    id,
    name,
    goodUntilMs,
    clockErrorMs,
    leaving: (flags & LEAVING) !== 0,
    mayLead: (flags & MAY_LEAD) !== 0,
    digests: readDigests(input),
  };
}

function writeDigests(out: ByteWriter, digests: readonly Digest[]): void {
  out.count(digests.length);
  for (const digest of digests) out.text(digest.region).count(digest.hash);
}

const readDigests = (input: ByteReader): Digest[] =>
  Array.from({ length: limited(input, MOST_DIGESTS) }, () => ({ region: input.text(), hash: input.count() }));

function limited(input: ByteReader, most: number): number {
  const count = input.count();
  if (count > most) throw new MalformedError(`a beat with a list of ${count}, at most ${most} are allowed`);
  return count;
}
