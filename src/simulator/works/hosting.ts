import { type Clock, delay } from '../../core/base/clock.ts';
import type { Random } from '../../core/base/random.ts';
import { DeclarationError } from '../../core/blackboard/declarations.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { Duty } from '../../core/saving/duty.ts';
import { whetherToFound } from '../../core/saving/founding.ts';
import { OnDuty } from '../../core/saving/on-duty.ts';
import { NotSavedError, restore, Saving } from '../../core/saving/saving.ts';
import { type Store, StoreError } from '../../core/store/store.ts';
import { InsertError, JoinError, Participant } from '../../core/world/world.ts';

export interface HostingPorts {
  readonly hub: string;
  readonly world: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly wallClockMs: () => number;
  readonly report: (error: unknown) => void;
  /** It begins anew, from what the Store has. */
  readonly founded: () => void;
}

/** A world as one hub has it open. */
export interface Hosted {
  readonly resident: Participant;
  readonly duty: Duty;
  readonly onDuty: OnDuty<Saving>;
}

/** One connection, as its participant has it and as all else beside the participant does. */
export interface Connections {
  readonly joining: Bus;
  readonly beside: Bus;
}

export const CELL_M = 4;
const TRY_AGAIN_MS = 500;

export const isHub = (participant: string): boolean => participant.startsWith('hub-');

/** The Store may be down, another hub may save the world by now, and the records may be out of reach for long: all that is known, and tried again. */
export const isTrouble = (error: unknown): boolean => TROUBLE.some((kind) => error instanceof kind);
const TROUBLE = [StoreError, NotSavedError, InsertError, DeclarationError];

/** Saves a world that a resident is in while the hub is on duty for it, as `HostedWorld` of src/hub does. */
export async function saveOnDuty(resident: Participant, bus: Bus, ports: HostingPorts): Promise<Hosted> {
  const duty = await persistently(ports.clock, () => beginDuty(ports));
  return follow(resident, bus, duty, ports);
}

/** Opens a world that is only in the Store, or goes on at another hub, as `HostedWorld` of src/hub does. */
export async function host({ joining, beside: bus }: Connections, company: 'alone' | 'among others', ports: HostingPorts): Promise<Hosted> {
  const { hub, world, store, clock, random, wallClockMs, report } = ports;
  const duty = await persistently(clock, () => beginDuty(ports, company));
  const isFounder = company === 'alone' || (await persistently(clock, () => whetherToFound({ bus, world, duty, clock, isOfHub: isHub })));
  const founder = isFounder
    ? { incarnation: await persistently(clock, () => store.worlds.start(world, wallClockMs())), cellM: CELL_M }
    : undefined;
  const join = () =>
    Participant.join({
      ...{ bus: joining, clock, random, report, world, name: hub },
      isKeeper: true,
      isResident: true,
      ...(founder && { founder }),
    });
  const resident = await persistently(clock, join);
  if (isFounder) {
    ports.founded();
    const saved = await persistently(clock, () => store.worlds.entities(world));
    return follow(resident, bus, duty, ports, await restore({ resident, report }, saved));
  }
  return follow(resident, bus, duty, ports);
}

const beginDuty = ({ world, hub, store, clock, report }: HostingPorts, company: 'alone' | 'among others' = 'among others'): Promise<Duty> =>
  Duty.begin({ world, hub, company, store, clock, report });

async function follow(
  resident: Participant,
  bus: Bus,
  duty: Duty,
  ports: HostingPorts,
  notRestored?: Awaited<ReturnType<typeof restore>>,
): Promise<Hosted> {
  const { hub, store, clock, report, wallClockMs } = ports;
  const onDuty = await persistently(clock, () =>
    OnDuty.begin({
      ...{ resident, bus, duty, store, clock, wallClockMs, report, notRestored },
      begin: async (saved, missing) =>
        new Saving({ resident, store, clock, wallClockMs, report, hub, company: 'among others' }, saved, missing),
    }),
  );
  return { resident, duty, onDuty };
}

/** A hub that could not open a world because of the Store or the bus tries again. */
async function persistently<T>(clock: Clock, action: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (!isTrouble(error) && !(error instanceof JoinError)) throw error;
      await delay(clock, TRY_AGAIN_MS);
    }
  }
}
