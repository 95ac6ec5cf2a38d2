/** What a hub takes of a processor, from what goes through it. The constants are measured by `bench capacity`. */

export interface Costs {
  /** A hub with an empty world, among others: milliseconds of processor per second. */
  readonly idleMsPerS: number;
  /** One more at its door who looks on, where nothing moves. */
  readonly personMsPerS: number;
  /** A state from an owner at its door, until it is on the bus and in its own copy. */
  readonly stateInUs: number;
  /** A state from another hub. */
  readonly stateHeardUs: number;
  /** A state to one who looks on. */
  readonly stateOutUs: number;
}

/** What goes through one hub, per second. */
export interface HubLoad {
  readonly people: number;
  readonly statesInPerS: number;
  readonly statesHeardPerS: number;
  readonly statesOutPerS: number;
}

/** Milliseconds of processor per second: a thousand is one core. */
export const cpuOf = (costs: Costs, { people, statesInPerS, statesHeardPerS, statesOutPerS }: HubLoad): number =>
  costs.idleMsPerS +
  people * costs.personMsPerS +
  (statesInPerS * costs.stateInUs + statesHeardPerS * costs.stateHeardUs + statesOutPerS * costs.stateOutUs) / 1000;

/** A hub does nearly all it does in one thread: of one core, so much may be used before answers come late. */
const USABLE_MS_PER_S = 600;

/** How many people a hub carries who each get so many states a second, with nothing coming from other hubs. */
export function peopleFor(costs: Costs, statesSeenPerS: number, statesInPerS: number): number {
  const eachMs = costs.personMsPerS + (statesSeenPerS * costs.stateOutUs) / 1000;
  const room = USABLE_MS_PER_S - cpuOf(costs, { people: 0, statesInPerS, statesHeardPerS: 0, statesOutPerS: 0 });
  return Math.max(0, Math.floor(room / eachMs));
}
