/** Manyhands as a library: `joinWorld` and all that a participant needs, the same in Node and in the browser. */
import { MisuseError } from '../core/base/errors.ts';
import { Participant } from '../core/world/world.ts';
import { hubSite } from '../platform/hub-site.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import { connectSocketBus } from '../transports/socket/client.ts';
import { hubModels } from './hub-models.ts';
import { normaliseUrl, socketUrl, type WorldAddress } from './hub-url.ts';
import { World } from './joined-world.ts';
import { beginSession, homeOf } from './session.ts';

export { explain, MalformedError, MisuseError } from '../core/base/errors.ts';
export { advance, distance, NO_TWIST, ORIGIN, type Pose, planarPose, planarTwist, type Twist, yawOf } from '../core/base/pose.ts';
export type { Signal } from '../core/base/signal.ts';
export type { Hop, HopKind } from '../core/blackboard/age.ts';
export type { BindOptions, BoardHandler } from '../core/blackboard/binding.ts';
export { Blackboard, type NewVariable, type WriteOptions } from '../core/blackboard/blackboard.ts';
export { ANYONE, type Declaration, type Writers } from '../core/blackboard/declaration.ts';
export { DeclarationError } from '../core/blackboard/declarations.ts';
export type { JoinHandler } from '../core/blackboard/joins.ts';
export type { WriteOutcome } from '../core/blackboard/mount.ts';
export type { Answer, Reading, StaleReading } from '../core/blackboard/reading.ts';
export { type BoardValue, type Content, VARIABLE_TYPES, type VariableType } from '../core/blackboard/value.ts';
export { type BusStatus, DisconnectedError } from '../core/bus/bus.ts';
export { type DocumentEntry, DocumentError, type DocumentKind } from '../core/documents/documents.ts';
export type { GraspOutcome } from '../core/host/grasping.ts';
export type { SenseAnswer, Sensed, SenseRequest } from '../core/host/virtual-sensor.ts';
export {
  type Exploration,
  type FloorKnowledge,
  type Frontier,
  Knowledge,
  type KnownFloor,
  type KnownOpening,
  type KnownWall,
  segmentsOf,
} from '../core/knowledge/knowledge.ts';
export { type Goal, Journey, type JourneyOptions, type JourneyProgress, type JourneyState } from '../core/navigation/journey.ts';
export type { DriveLeg, Leg, PathAnswer, PathFound, RideLeg, Spot } from '../core/navigation/path-messages.ts';
export { readPositions, type TaughtPosition, type VariableValue } from '../core/programs/programs.ts';
export { draftOf } from '../core/robots/draft.ts';
export type { Model, SensorKind, SensorMount, SensorNoise, SensorParameters } from '../core/robots/model.ts';
export type { Flags, PrintedLine, ProgramRuns, RunOrder, RunPhase, RunView } from '../core/running/running.ts';
export {
  type ChartSpan,
  chartOf,
  checkTask,
  orderTask,
  type RowPhase,
  type TaskOrder,
  type TaskOutcome,
  type TaskPhase,
  type TaskView,
  WorldTasks,
} from '../core/tasks/tasks.ts';
export type {
  ActionDraft,
  Chat,
  CommandOptions,
  Control,
  Dof,
  Drive,
  EntityDescription,
  EntityDraft,
  EntityView,
  Lease,
  LeaseRequest,
  Look,
  Member,
  Observation,
  Outcome,
  Stick,
  Stop,
  Threshold,
  TimeChange,
  TimeView,
} from '../core/world/world.ts';
export { JoinError } from '../core/world/world.ts';
export { type CloseReason, RefusedError } from '../transports/socket/close-reason.ts';
export type { ExploreOptions } from './exploring.ts';
export { DEFAULT_PORT, DEFAULT_WORLD, normaliseUrl, type WorldAddress } from './hub-url.ts';
export { World } from './joined-world.ts';
export type { SavedTexts } from './saved-texts.ts';

export interface JoinWorldOptions {
  /** What others call this participant. The hub makes an id of it. */
  readonly name: string;
  /** Which world, where the address does not say; the hub's own choice if neither does. */
  readonly world?: string;
  /** A join link, for hubs that ask for one; the address itself may be one. */
  readonly link?: string;
  /** `guarded`, by default: what this participant owns stops at what is in its way, by the models of the hub. `unguarded`: a real robot sees to that itself. */
  readonly motions?: 'guarded' | 'unguarded';
  /** Told of errors that no call waits for: bad messages of others, what the hub did not allow. By default they go to the console. */
  readonly onError?: (error: unknown) => void;
  /** Aborts the joining; has no effect once joined. */
  readonly signal?: AbortSignal;
}

/**
 * Joins a world. `url` is what a hub prints when it starts, with the world's name at the end or without.
 * Rejects with RefusedError if the hub does not admit us, DisconnectedError if no hub answers, JoinError if the world does not.
 */
export async function joinWorld(url: string, options: JoinWorldOptions): Promise<World> {
  const { signal } = options;
  const address = normaliseUrl(url, options.world);
  if (address.kind === 'wrong') throw new MisuseError(address.reason);
  signal?.throwIfAborted();
  const joining = join(address, options);
  return signal ? unlessAborted(joining, signal) : joining;
}

async function join(address: Address, { name, link, motions = 'guarded', onError = console.error }: JoinWorldOptions): Promise<World> {
  const ports = { clock: systemClock, random: systemRandom, report: onError };
  const { world, token } = await wayIn(address, link, name);
  const bus = await connectSocketBus({ ...ports, url: socketUrl(address.hub, world), world, name, ...(token !== undefined && { token }) });
  try {
    const participant = await Participant.join({ ...ports, bus, world, name });
    const site = hubSite({ hub: address.hub, world, token });
    return new World(participant, bus, { ...ports, motions, site, shelf: hubModels(address.hub, token, ports) });
  } catch (error) {
    await bus.drain();
    throw error;
  }
}

type Address = Extract<WorldAddress, { kind: 'address' }>;

/** A link says who we are, and often where to; else the hub knows where those go who name no world. */
async function wayIn(address: Address, given: string | undefined, name: string): Promise<{ world: string; token: string | undefined }> {
  const link = given ?? address.link;
  const session = link === undefined ? undefined : await beginSession(address.hub, { link, name });
  const token = session?.token;
  if (address.worldIs === 'named') return { world: address.world, token };
  return { world: session?.world ?? (await homeOf(address.hub, token)) ?? address.world, token };
}

async function unlessAborted(joining: Promise<World>, signal: AbortSignal): Promise<World> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([joining, aborted]);
  } catch (error) {
    // It may still come to be: nobody would leave it then.
    void joining.then(
      (world) => world.leave(),
      () => {},
    );
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
