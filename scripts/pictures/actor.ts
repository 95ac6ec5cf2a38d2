import { encodeJson } from '../../src/core/api/messages.ts';
import { compose, ORIGIN, type Pose, planarPose } from '../../src/core/base/pose.ts';
import { subjects } from '../../src/core/bus/subjects.ts';
import { type ActionDraft, type LeaseRequest, Participant } from '../../src/core/world/world.ts';
import { socketUrl } from '../../src/library/hub-url.ts';
import { beginSession } from '../../src/library/session.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { connectSocketBus } from '../../src/transports/socket/client.ts';
import type { AvatarMessage } from '../../src/web/link/avatar-message.ts';

type Point = readonly [x: number, y: number, z: number];

/** From where somebody looks at what. */
export interface Seat {
  readonly colour: number;
  readonly eye: Point;
  readonly at: Point;
  readonly selected?: string | undefined;
  readonly pointer?: Point | undefined;
}

/** Pages say it again every two seconds. */
const SAY_EVERY_MS = 1000;
const LOOK_EVERY_MS = 50;

/** Somebody else in a picture: a participant that says of itself what a page would, without drawing anything. */
export class Actor implements AsyncDisposable {
  readonly participant: Participant;
  readonly #saying: NodeJS.Timeout;

  private constructor(participant: Participant, saying: NodeJS.Timeout) {
    this.participant = participant;
    this.#saying = saying;
  }

  static async join(hub: string, link: string, name: string, seat: Seat): Promise<Actor> {
    const ports = { clock: systemClock, random: systemRandom, report: console.error };
    const { token, world } = await beginSession(hub, { link, name });
    if (world === undefined) throw new Error(`the link for ${name} is for no world of its own`);
    const bus = await connectSocketBus({ ...ports, url: socketUrl(hub, world), world, name, token });
    const participant = await Participant.join({ ...ports, bus, world, name });
    const message = avatarOf(seat, participant.time.sharedMs);
    const say = () => bus.publish(subjects.avatar(world, participant.id), encodeJson(message));
    say();
    return new Actor(participant, setInterval(say, SAY_EVERY_MS));
  }

  /** Must be done: a picture of something else is of no use. */
  async command(entity: string, action: ActionDraft): Promise<void> {
    const outcome = await this.participant.command(entity, action);
    if (outcome.kind !== 'done') throw new Error(`${this.participant.name}, ${action.kind} of ${entity}: ${outcome.reason}`);
  }

  lease(entity: string, request: LeaseRequest): Promise<void> {
    return this.command(entity, { kind: 'lease', request });
  }

  /** Resolves when world time has come so far. */
  async until(worldMs: number): Promise<void> {
    while (this.participant.time.worldMs < worldMs) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#saying);
    await this.participant.leave();
  }
}

const avatarOf = ({ colour, eye, at, selected, pointer }: Seat, sinceMs: number): AvatarMessage => ({
  presence: 'here',
  colour,
  sinceMs: Math.round(sinceMs),
  view: {
    pose: looking(eye, at),
    ...(selected !== undefined && { selected }),
    ...(pointer && { pointer: { x: pointer[0], y: pointer[1], z: pointer[2] } }),
  },
});

/** Forward is x: first turned to the side, then down. */
function looking([x, y, z]: Point, [toX, toY, toZ]: Point): Pose {
  const downRad = Math.atan2(z - toZ, Math.hypot(toX - x, toY - y));
  const tilted: Pose = { ...ORIGIN, qy: Math.sin(downRad / 2), qw: Math.cos(downRad / 2) };
  return { ...compose(planarPose(0, 0, Math.atan2(toY - y, toX - x)), tilted), x, y, z };
}
