/** What a site of a size needs, by the model and the constants of a machine; and the size at which each part of one world comes to its end. */
import { type Costs, cpuOf } from './cost-model.ts';
import { type Site, type Traffic, trafficOf } from './traffic-model.ts';

/** How people and robots are in a world. Those of docs/scale.md unless told. */
export interface Habits {
  /** Of all entities. */
  readonly movingShare: number;
  /** Of one that moves, steered by hand: measured by `bench scale`. */
  readonly statesPerS: number;
  readonly m2PerEntity: number;
  /** Of participants: those who own something. */
  readonly ownerShare: number;
  readonly sightM: number;
  /** What a page says of its camera: ten times a second while that moves, else every 2 s. To every other page, wherever it looks. */
  readonly avatarsPerS: number;
}

export const HABITS: Habits = { movingShare: 0.1, statesPerS: 2, m2PerEntity: 40, ownerShare: 0.5, sightM: 25, avatarsPerS: 1 };

export interface Size {
  readonly participants: number;
  readonly entities: number;
  readonly hubs: number;
}

const CELL_M = 16;
const CELL_M2 = CELL_M ** 2;
const LETTERS = 14;
/** Of what a page says of its camera, with its framing. */
const AVATAR_BYTES = 240;

/** One world of this size. */
export function siteOf({ participants, entities, hubs }: Size, habits: Habits = HABITS): Site {
  const { movingShare, statesPerS, m2PerEntity, ownerShare, sightM } = habits;
  const areaM2 = entities * m2PerEntity;
  const regions = Math.max(1, Math.min(entities, areaM2 / CELL_M2));
  // All cells that a circle touches, on average over where it is; never more than there are.
  const seenM2 = Math.min(areaM2, Math.PI * sightM ** 2 + 4 * sightM * CELL_M + CELL_M2);
  const regionsSeen = Math.max(1, Math.min(regions, seenM2 / CELL_M2));
  const moving = entities * movingShare;
  const people = participants * (1 - ownerShare);
  return {
    hubs,
    participants,
    owners: participants * ownerShare,
    statesPerS: moving * statesPerS,
    regions,
    regionsOfHub: regions * (1 - (1 - regionsSeen / regions) ** (people / hubs)),
    statesSeenPerS: (seenM2 / m2PerEntity) * movingShare * statesPerS * (1 - ownerShare),
    regionsSeen: regionsSeen * (1 - ownerShare),
    idLetters: LETTERS,
    nameLetters: LETTERS,
  };
}

export interface Outlook {
  readonly traffic: Traffic;
  /** Milliseconds of processor per second, of each hub. */
  readonly hubCpuMsPerS: number;
  /** To each participant, without what is downloaded when it joins. */
  readonly bytesToEachPerS: number;
  readonly messagesOnBusPerS: number;
}

export interface Machine {
  readonly costs: Costs;
  /** Of a state, at the door. */
  readonly bytesPerState: number;
  /** To somebody who looks on where nothing moves, with hardly anybody else there. */
  readonly bytesPerPersonPerS: number;
}

/** All who own nothing are taken for pages. */
export function outlookOf(site: Site, { costs, bytesPerState, bytesPerPersonPerS }: Machine, { avatarsPerS }: Habits = HABITS): Outlook {
  const traffic = trafficOf(site);
  const { published, heardByHub, toEach } = traffic;
  const people = site.participants / site.hubs;
  const pages = site.participants - site.owners;
  // Averages over all participants, as are those of the states: a page gets more, a program less.
  const avatarsToEach = (avatarsPerS * pages * pages) / site.participants;
  return {
    traffic,
    // What is heard of inventories and cameras, and what is said of inventories, is taken to cost as a state of others does.
    hubCpuMsPerS: cpuOf(costs, {
      people,
      statesInPerS: site.statesPerS / site.hubs,
      statesHeardPerS: heardByHub.state + heardByHub.inventory + published.inventory / site.hubs + avatarsPerS * pages,
      statesOutPerS: (toEach.state + avatarsToEach) * people,
    }),
    bytesToEachPerS: bytesPerPersonPerS + toEach.state * bytesPerState + traffic.beatBytesToEach + avatarsToEach * AVATAR_BYTES,
    messagesOnBusPerS: published.state + published.beat + published.inventory + published.clock + avatarsPerS * pages,
  };
}
