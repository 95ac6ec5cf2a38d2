import { yawOf } from '../base/pose.ts';
import { type Elevator, elevatorOf, statusOf } from '../elevators/elevators.ts';
import type { Place } from '../maps/maps.ts';
import { baseOf } from './base.ts';
import type { Driving } from './driving.ts';
import { EndedError, type Errand } from './errand.ts';
import { follow } from './following.ts';
import { landingBefore } from './landing.ts';
import type { RideLeg } from './path-messages.ts';
import type { RightOfWay } from './right-of-way.ts';
import { RENEW_MS } from './ways.ts';

/** Somebody may have called the elevator away, or stopped it. World time. */
const PATIENCE_MS = 180_000;
const MOST_TRIES = 20;
const SAME_PLACE_M = 0.05;
/** What is this near to the height of a landing stands on it. */
const LEVEL_M = 0.5;
/** So far from the middle of its shaft a robot is out of the way of who comes next. */
const OUTSIDE_M = 1.5;
const INSIDE_M = 1;
/** Who comes out is given room as far as this, in lengths of the way to the landing. */
const WAY_OUT = 2;
const LOOKS_BETWEEN_TRIES = 10;
/** More urgent than anybody who drives: who stands before a door that opens for it is not sent away. */
const AT_THE_DOOR = 0;

/** One robot's ride in one elevator: in line for it, before its door, in it, and out. */
export class Riding {
  readonly #errand: Errand;
  readonly #right: RightOfWay;
  readonly #shaft: string;
  readonly #leg: RideLeg;
  readonly #tell: (state: 'calling' | 'boarding' | 'riding') => void;
  #hasRidden = false;
  #renewedMs: number | undefined;

  constructor(errand: Errand, right: RightOfWay, leg: RideLeg, tell: (state: 'calling' | 'boarding' | 'riding') => void) {
    this.#errand = errand;
    this.#right = right;
    this.#leg = leg;
    this.#tell = tell;
    const { world, models } = errand.ports;
    const shaft = world.entities.find(({ description, posture: { pose } }) => {
      return models(description.model)?.kind === 'shaft' && Math.hypot(pose.x - leg.at[0], pose.y - leg.at[1]) < SAME_PLACE_M;
    });
    if (!shaft) throw new EndedError('failed', `the elevator ${leg.elevator} is not in this world`);
    this.#shaft = shaft.id;
  }

  /** Where one stands before its door. */
  get landing(): Place {
    const { shaft } = this.#elevator;
    return landingBefore(this.#leg.at, yawOf(shaft.posture.pose), this.#errand.base.radiusM);
  }

  isFor({ elevator, to }: RideLeg): boolean {
    return elevator === this.#leg.elevator && to === this.#leg.to;
  }

  /** One robot at a time has an elevator: until it is its turn it waits where it is, and makes way. Who is in the cabin need not wait. */
  async getInLine(driving: Driving): Promise<void> {
    const { ways } = this.#errand.ports;
    const { elevator } = this.#leg;
    const sinceMs = this.#errand.nowMs;
    await this.renew();
    if (this.#isAboard) return;
    await driving.waitUntil(
      () => {
        const waiting = ways.queue(elevator);
        if (this.#errand.nowMs - sinceMs > PATIENCE_MS * Math.max(1, waiting.length))
          throw new EndedError('failed', `${elevator} is taken`);
        return waiting[0]?.robot === this.#errand.robot && !this.#isTaken;
      },
      () => (this.#isTaken ? this.#wayOut : []),
    );
  }

  async renew(): Promise<void> {
    const { ways, world, clock } = this.#errand.ports;
    if (this.#renewedMs !== undefined && clock.now() - this.#renewedMs < RENEW_MS) return;
    this.#renewedMs = clock.now();
    await ways.enqueue(this.#leg.elevator, this.#errand.robot, world.id);
  }

  async giveBack(): Promise<void> {
    await this.#errand.ports.ways.dequeue(this.#leg.elevator, this.#errand.robot);
  }

  /** It has ridden, and is far enough for the next. */
  get isOver(): boolean {
    const [x, y] = this.#errand.here;
    return this.#hasRidden && Math.hypot(x - this.#leg.at[0], y - this.#leg.at[1]) > OUTSIDE_M;
  }

  /** From before its door, or from in it, to the other floor; in the end it stands in the cabin and the door is open. */
  async ride(driving: Driving): Promise<void> {
    if (!this.#isAboard) {
      await this.#right.stand(AT_THE_DOOR);
      await this.#board(driving);
      await this.#right.leave();
    }
    this.#tell('riding');
    await this.#callTo(this.#landingOf(this.#leg.to));
    this.#hasRidden = true;
    if (!this.#isAboard) throw new EndedError('failed', `it fell out of ${this.#leg.elevator}`);
  }

  get #isAboard(): boolean {
    const [x, y] = this.#errand.here;
    return Math.hypot(x - this.#leg.at[0], y - this.#leg.at[1]) < SAME_PLACE_M;
  }

  /** Somebody is in it, on whatever floor: whoever stands before its door would be in the way when it opens. */
  get #isTaken(): boolean {
    const { world, models } = this.#errand.ports;
    return world.entities.some(({ id, description, posture: { pose } }) => {
      const model = id === this.#errand.robot ? undefined : models(description.model);
      return model && baseOf(model) && Math.hypot(pose.x - this.#leg.at[0], pose.y - this.#leg.at[1]) < INSIDE_M;
    });
  }

  get #wayOut(): readonly Place[] {
    const [[x, y], [doorX, doorY]] = [this.#leg.at, this.landing];
    return [this.#leg.at, [x + (doorX - x) * WAY_OUT, y + (doorY - y) * WAY_OUT]];
  }

  /** Waits beside until it is empty, and comes back. */
  async #letOut(driving: Driving): Promise<void> {
    const untilMs = this.#errand.nowMs + PATIENCE_MS;
    while (this.#isTaken) {
      if (this.#errand.nowMs > untilMs) throw new EndedError('failed', `${this.#leg.elevator} is taken`);
      await driving.clear(this.#wayOut);
      await this.#errand.look();
    }
    const back = await driving.to({ at: this.landing, isLast: false });
    if (back.kind === 'blocked') throw new EndedError('failed', back.reason);
    await this.#right.stand(AT_THE_DOOR);
  }

  get #elevator(): Elevator {
    const { world, models } = this.#errand.ports;
    const found = elevatorOf(world, models, this.#shaft);
    if (!found) throw new EndedError('failed', `the elevator ${this.#leg.elevator} is gone`);
    return found;
  }

  #landingOf(floor: string): number {
    const { shaft, landings } = this.#elevator;
    const heightM = (this.#errand.ports.world.floors.find(({ id }) => id === floor)?.heightM ?? 0) - shaft.posture.pose.z;
    const landing = landings.findIndex((each) => Math.abs(each.heightM - heightM) < LEVEL_M);
    if (landing < 0) throw new EndedError('failed', `${this.#leg.elevator} does not stop at ${floor}`);
    return landing;
  }

  async #board(driving: Driving): Promise<void> {
    const landing = this.#landingOf(this.#leg.from);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      this.#tell('calling');
      if (this.#isTaken) await this.#letOut(driving);
      if (!(await this.#callTo(landing, () => this.#isTaken))) continue;
      this.#tell('boarding');
      await this.#drive(this.#leg.at);
      if (this.#isAboard) return;
      for (let looks = 0; looks < LOOKS_BETWEEN_TRIES; looks++) await this.#errand.look();
    }
    throw new EndedError('failed', `it does not get into ${this.#leg.elevator}`);
  }

  /** Straight on: between the landing and the cabin there is nothing but the door. */
  async #drive(to: Place): Promise<void> {
    const { view, base } = this.#errand;
    const outcome = await this.#errand.move({ kind: 'follow', knots: [...follow(view.posture.pose, [to], base)] });
    if (outcome.kind !== 'done') return;
    do await this.#errand.look();
    while (this.#errand.view.endsAtMs > this.#errand.nowMs);
  }

  /** Resolves when it stands there with its door open; false: it was not waited for any longer. */
  async #callTo(landing: number, isOff: () => boolean = () => false): Promise<boolean> {
    const untilMs = this.#errand.nowMs + PATIENCE_MS;
    const { world } = this.#errand.ports;
    while (this.#errand.nowMs < untilMs) {
      const { shaft, landings } = this.#elevator;
      const { at, doors, calls } = statusOf(this.#elevator, this.#errand.nowMs);
      if (at === landing && doors[landing] === 'open' && this.#errand.view.ride === undefined) return true;
      if (isOff()) return false;
      const button = landings[landing]?.call;
      if (button !== undefined && !calls[landing] && !this.#errand.isPaused)
        await world.command(shaft.id, { kind: 'glide', dof: button, to: 1 });
      await this.#errand.look();
    }
    throw new EndedError('failed', `${this.#leg.elevator} does not come`);
  }
}
