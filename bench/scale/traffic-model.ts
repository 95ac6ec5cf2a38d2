/** How many messages a world costs, from how many are in it and what they see. docs/scale.md explains each line. */

/** What a world is like. All rates are per second. */
export interface Site {
  readonly hubs: number;
  /** At the doors of all hubs together. */
  readonly participants: number;
  /** Those of them who own something. */
  readonly owners: number;
  /** Of all entities together: what moves as was said of it says nothing. */
  readonly statesPerS: number;
  /** Cells in which something is. */
  readonly regions: number;
  /** Of those, how many somebody at a hub's door looks at, on average over the hubs. */
  readonly regionsOfHub: number;
  /** What comes from the regions that one participant looks at, on average over all of them. */
  readonly statesSeenPerS: number;
  readonly regionsSeen: number;
  /** Letters of an id and of a name, on average. */
  readonly idLetters: number;
  readonly nameLetters: number;
}

export interface Traffic {
  /** Messages that hubs hand to NATS. */
  readonly published: Readonly<Record<'state' | 'beat' | 'inventory' | 'clock', number>>;
  /** Messages that NATS hands to one hub. */
  readonly heardByHub: Readonly<Record<'state' | 'beat' | 'inventory', number>>;
  /** Messages to one participant at a door. */
  readonly toEach: Readonly<Record<'state' | 'beat' | 'inventory' | 'clock', number>>;
  /** Of payloads, to one participant. */
  readonly beatBytesToEach: number;
}

const BEATS_PER_S = 4;
/** Of each region: see src/core/world/inventory.ts. */
const INVENTORIES_PER_S = 2;
/** One in so many beats is about everybody and has names. */
const EVERYBODY_EVERY = 8;
/** Of a beat, of the hub that says it, of one who owns something (besides its id), of one who rests (besides its id). See src/core/world/beat.ts. */
const BEAT_BYTES = 10;
const HUB_BYTES = 10;
const OWNER_BYTES = 11;
const RESTING_BYTES = 5;
const MEMBERS_OF_MESSAGE = 222;

export function trafficOf(site: Site): Traffic {
  const { hubs, participants, owners, statesPerS, regions, regionsOfHub } = site;
  const others = hubs - 1;
  const parts = (members: number) => Math.max(1, Math.ceil((1 + members / hubs) / MEMBERS_OF_MESSAGE));
  const beatsOfHub = (BEATS_PER_S / EVERYBODY_EVERY) * ((EVERYBODY_EVERY - 1) * parts(owners) + parts(participants));
  return {
    published: {
      state: statesPerS,
      beat: hubs * beatsOfHub,
      // Of each region one hub tells.
      inventory: INVENTORIES_PER_S * regions,
      // Everybody asks the one whose clock leads, once a second, the other hubs too.
      clock: participants + others,
    },
    heardByHub: {
      state: (statesPerS * others) / hubs,
      beat: others * beatsOfHub,
      inventory: (INVENTORIES_PER_S * regionsOfHub * others) / hubs,
    },
    toEach: {
      state: site.statesSeenPerS,
      beat: hubs * beatsOfHub,
      inventory: INVENTORIES_PER_S * site.regionsSeen,
      clock: 1,
    },
    beatBytesToEach: hubs * beatsOfHub * (BEAT_BYTES + HUB_BYTES) + membersBytesPerS(site),
  };
}

/** What everybody is told of everybody: it grows with the participants, and there are as many who are told. */
function membersBytesPerS({ participants, owners, idLetters, nameLetters }: Site): number {
  const working = owners * (idLetters + OWNER_BYTES);
  const resting = (participants - owners) * (idLetters + RESTING_BYTES);
  const names = participants * (nameLetters + 1);
  return BEATS_PER_S * (working + (resting + names) / EVERYBODY_EVERY);
}
