import { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';

/** A participant's sign of life, and what it says it owns. */
export interface Presence {
  readonly id: string;
  /** Empty when it is as it was: names go out now and then, for a beat is heard by everybody. */
  readonly name: string;
  readonly pace: Pace;
  /** Shared time up to which it may be believed: its clock at the beat plus GOOD_MS, or RESTING_GOOD_MS. */
  readonly goodUntilMs: number;
  /** How far its shared clock may be off. */
  readonly clockErrorMs: number;
  readonly leaving: boolean;
  /** Its clock may lead. */
  readonly mayLead: boolean;
  /** It holds all there is in the world, and tells others of it. */
  readonly holdsAll: boolean;
  /** Shared time at which it confirmed, itself, what the digest says. Earlier than the beat when a hub speaks for it. Of no account while it owns nothing. */
  readonly confirmedMs: number;
  /** Whose clock these times are by: the leader's of this term. Of no account while it owns nothing. */
  readonly term: number;
  /** The sum of the hashes of all states it owns, as the one who beats holds them. Equal sums: nothing was missed. */
  readonly digest: number;
}

/** Who is `resting` owns nothing and holds nothing: it beats seldom, and what it promises is to be here, not that its motions are true. */
export type Pace = 'working' | 'resting';

/** What a keeper holds of owners that have gone, and when their motions froze. */
export interface Estate {
  readonly owner: string;
  /** -Infinity where it never promised anything in the keeper's hearing. */
  readonly goodUntilMs: number;
  readonly digest: number;
}

/** One message for all participants a hub vouches for, since a beat each would be n squared. */
export interface Beat {
  readonly members: readonly Presence[];
  readonly estates: readonly Estate[];
}

export const BEAT_MS = 250;
/** Silence of this long freezes an owner's motions and makes its entities free to take. */
export const GOOD_MS = 1000;
export const RESTING_BEAT_MS = 2000;
/** Two beats of one who rests may be lost. */
export const RESTING_GOOD_MS = 5000;

/** How long a beat of this pace may be believed. */
export const goodMs = (pace: Pace): number => (pace === 'working' ? GOOD_MS : RESTING_GOOD_MS);

/** What was not confirmed for so long, or ever, is as good as unknown. */
const MOST_UNCONFIRMED_MS = 1e9;
const FLAG = { leaving: 1, mayLead: 2, resting: 4, named: 8, owning: 16, holdsAll: 32 } as const;
const MOST_MEMBERS = 2000;

/** Bytes of one beat: below what any bus carries, whatever a hub must say. */
const MOST_BYTES = 40_000;
/** Of an id, a name and the numbers. */
const LONGEST_PART = 180;
const MOST_PARTS: number = Math.floor(MOST_BYTES / LONGEST_PART);
/** Only finite numbers cross the wire. */
const NEVER_MS: number = -Number.MAX_VALUE;

/** A hub that speaks for many may have more to say than one message holds. */
export function splitBeat({ members, estates }: Beat): Beat[] {
  const count = Math.max(1, Math.ceil(members.length / MOST_PARTS), Math.ceil(estates.length / MOST_PARTS));
  const part = <T>(list: readonly T[], i: number) => list.slice(i * MOST_PARTS, (i + 1) * MOST_PARTS);
  return Array.from({ length: count }, (_, i) => ({ members: part(members, i), estates: part(estates, i) }));
}

export function encodeBeat(beat: Beat): Uint8Array {
  const out = new ByteWriter();
  // All promises are near one another: after the first only the differences go out.
  const baseMs = Math.ceil(Math.max(0, ...beat.members.map(({ goodUntilMs }) => goodUntilMs)));
  out.float(baseMs).count(beat.members.length);
  for (const member of beat.members) writePresence(out, member, baseMs);
  out.count(beat.estates.length);
  for (const { owner, goodUntilMs, digest } of beat.estates) out.text(owner).float(Math.max(NEVER_MS, goodUntilMs)).word(digest);
  return out.finish();
}

export function decodeBeat(bytes: Uint8Array): Beat {
  const input = new ByteReader(bytes);
  const baseMs = input.float();
  const members: Presence[] = [];
  for (let left = limited(input); left > 0; left--) members.push(readPresence(input, baseMs));
  const estates: Estate[] = [];
  for (let left = limited(input); left > 0; left--) estates.push(readEstate(input));
  input.end();
  return { members, estates };
}

function readEstate(input: ByteReader): Estate {
  const [owner, untilMs, digest] = [input.text(), input.float(), input.word()];
  return { owner, goodUntilMs: untilMs === NEVER_MS ? Number.NEGATIVE_INFINITY : untilMs, digest };
}

/** Whole milliseconds, rounded so that nothing is promised or confirmed that was not; the error in tenths, rounded up. */
function writePresence(out: ByteWriter, member: Presence, baseMs: number): void {
  const flags =
    (member.leaving ? FLAG.leaving : 0) |
    (member.mayLead ? FLAG.mayLead : 0) |
    (member.holdsAll ? FLAG.holdsAll : 0) |
    (member.pace === 'resting' ? FLAG.resting : 0) |
    (member.name === '' ? 0 : FLAG.named) |
    (member.digest === 0 ? 0 : FLAG.owning);
  out.text(member.id).byte(flags);
  if (flags & FLAG.named) out.text(member.name);
  out.count(Math.ceil(baseMs - member.goodUntilMs)).count(Math.ceil(member.clockErrorMs * 10));
  if ((flags & FLAG.owning) === 0) return;
  out
    .count(Math.min(MOST_UNCONFIRMED_MS, Math.max(0, Math.ceil(member.goodUntilMs - member.confirmedMs))))
    .count(member.term)
    .word(member.digest);
}

function readPresence(input: ByteReader, baseMs: number): Presence {
  const [id, flags] = [input.text(), input.byte()];
  const name = flags & FLAG.named ? input.text() : '';
  const [belowMs, clockErrorMs] = [input.count(), input.count() / 10];
  const [unconfirmedMs, term, digest] = flags & FLAG.owning ? [input.count(), input.count(), input.word()] : [goodMs('working'), 0, 0];
  return {
    id,
    name,
    pace: flags & FLAG.resting ? 'resting' : 'working',
    leaving: (flags & FLAG.leaving) !== 0,
    mayLead: (flags & FLAG.mayLead) !== 0,
    holdsAll: (flags & FLAG.holdsAll) !== 0,
    goodUntilMs: baseMs - belowMs,
    clockErrorMs,
    confirmedMs: baseMs - belowMs - unconfirmedMs,
    term,
    digest,
  };
}

function limited(input: ByteReader): number {
  const count = input.count();
  if (count > MOST_MEMBERS) throw new MalformedError(`a beat with a list of ${count}, at most ${MOST_MEMBERS} are allowed`);
  return count;
}
