import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';

/** A participant's sign of life, and what it says it owns. */
export interface Presence {
  readonly id: string;
  /** Empty when it is as it was: names go out once a second, for a beat is heard by everybody. */
  readonly name: string;
  /** Shared time up to which its motions may be believed: its clock at the beat plus GOOD_MS. */
  readonly goodUntilMs: number;
  /** How far its shared clock may be off. */
  readonly clockErrorMs: number;
  readonly leaving: boolean;
  /** Its clock may lead. */
  readonly mayLead: boolean;
  /** Shared time at which it confirmed, itself, what the digests say. Earlier than the beat when a hub speaks for it. */
  readonly confirmedMs: number;
  /** Of the states it owns, by region, as the one who beats holds them. */
  readonly digests: readonly Digest[];
}

/** The sum of the hashes of all states of one owner in one region, or in all of them. Equal sums: nothing was missed. */
export interface Digest {
  /** EVERYWHERE, or one region. */
  readonly region: string;
  readonly hash: number;
}

/** Every beat has the digest of all regions together, for those who look at everything; each by itself goes out once a second. */
export const EVERYWHERE = '';

/** What a keeper holds of owners that have gone, and when their motions froze. */
export interface Estate {
  readonly owner: string;
  readonly goodUntilMs: number;
  readonly digests: readonly Digest[];
}

/** One message for all participants a hub vouches for, since a beat each would be n squared. */
export interface Beat {
  /** `whole`: with names, and with the digest of each region. */
  readonly extent: 'brief' | 'whole';
  readonly members: readonly Presence[];
  readonly estates: readonly Estate[];
}

export const BEAT_MS = 250;
/** Silence of this long freezes an owner's motions and makes its entities free to take. */
export const GOOD_MS = 1000;

/** What was not confirmed for so long, or ever, is as good as unknown. */
const MOST_UNCONFIRMED_MS = 1e9;
const LEAVING = 1;
const MAY_LEAD = 2;
const MOST_MEMBERS = 2000;
const MOST_DIGESTS = 5000;

/** Bytes of one beat: below what any bus carries, whatever a hub must say. */
const MOST_BYTES = 40_000;

/** A hub that speaks for many may have more to say than one message holds. */
export function splitBeat({ extent, members, estates }: Beat): Beat[] {
  const beats: { extent: Beat['extent']; members: Presence[]; estates: Estate[] }[] = [];
  let current: (typeof beats)[number] | undefined;
  let size = 0;
  const room = (part: { digests: readonly Digest[] }) => {
    const bytes = 240 + part.digests.reduce((sum, { region }) => sum + region.length + 8, 0);
    if (!current || size + bytes > MOST_BYTES) {
      current = { extent, members: [], estates: [] };
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
  // All promises are near one another: after the first only the differences go out.
  const baseMs = Math.ceil(Math.max(0, ...beat.members.map(({ goodUntilMs }) => goodUntilMs)));
  out
    .byte(beat.extent === 'whole' ? 1 : 0)
    .float(baseMs)
    .count(beat.members.length);
  for (const member of beat.members) writePresence(out, member, baseMs);
  out.count(beat.estates.length);
  for (const estate of beat.estates) {
    out.text(estate.owner).float(estate.goodUntilMs);
    writeDigests(out, estate.digests);
  }
  return out.finish();
}

export function decodeBeat(bytes: Uint8Array): Beat {
  const input = new ByteReader(bytes);
  const extent = input.byte() === 1 ? 'whole' : 'brief';
  const baseMs = input.float();
  const members = Array.from({ length: limited(input, MOST_MEMBERS) }, () => readPresence(input, baseMs));
  const estates = Array.from({ length: limited(input, MOST_MEMBERS) }, () => ({
    owner: input.text(),
    goodUntilMs: input.float(),
    digests: readDigests(input),
  }));
  input.end();
  return { extent, members, estates };
}

/** Whole milliseconds, rounded so that nothing is promised or confirmed that was not; the error in tenths, rounded up. */
function writePresence(out: ByteWriter, member: Presence, baseMs: number): void {
  out
    .text(member.id)
    .text(member.name)
    .byte((member.leaving ? LEAVING : 0) | (member.mayLead ? MAY_LEAD : 0));
  out.count(Math.ceil(baseMs - member.goodUntilMs)).count(Math.ceil(member.clockErrorMs * 10));
  out.count(Math.min(MOST_UNCONFIRMED_MS, Math.max(0, Math.ceil(member.goodUntilMs - member.confirmedMs))));
  writeDigests(out, member.digests);
}

function readPresence(input: ByteReader, baseMs: number): Presence {
  const [id, name, flags, belowMs] = [input.text(), input.text(), input.byte(), input.count()];
  const [clockErrorMs, unconfirmedMs] = [input.count() / 10, input.count()];
  return {
    id,
    name,
    leaving: (flags & LEAVING) !== 0,
    mayLead: (flags & MAY_LEAD) !== 0,
    goodUntilMs: baseMs - belowMs,
    clockErrorMs,
    confirmedMs: baseMs - belowMs - unconfirmedMs,
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
