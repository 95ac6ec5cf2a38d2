import { type Clock, delay } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { Place } from '../maps/maps.ts';
import type { EntityView, Participant, Performance } from '../world/world.ts';
import type { Base } from './base.ts';
import type { PathAsking } from './path-service.ts';
import { Posts } from './posts.ts';
import type { Models } from './traffic.ts';
import type { Ways } from './ways.ts';

export interface ErrandPorts {
  readonly world: Participant;
  readonly models: Models;
  readonly paths: PathAsking;
  readonly ways: Ways;
  readonly clock: Clock;
  readonly random: Random;
  /** It is sent by its own work, at who owns it: control of the robot was asked when that began. */
  readonly isOfWork?: boolean | undefined;
}

/** What became of a motion: under which ownership it began, or why it did not. */
type Moved = { readonly kind: 'done'; readonly epoch: number } | { readonly kind: 'refused' | 'lost'; readonly reason: string };

const LOOK_EVERY_MS = 100;
const BUMP_MS = 60_000;
/** What was run into is at least so large. */
export const BUMP_M = 0.15;
/** More than a robot is planned larger than it is. */
const BUMP_BEYOND_M = 0.06;
const MOST_BUMPS = 16;

/** It cannot go on: somebody stopped it, took it, or it is not to be had any more. */
export class EndedError extends Error {
  override readonly name = 'EndedError';
  readonly kind: 'cancelled' | 'failed';

  constructor(kind: 'cancelled' | 'failed', reason: string) {
    super(reason);
    this.kind = kind;
  }
}

/** What all stages of a journey need: the robot as it is now, and whether it may still be sent. */
export class Errand {
  readonly ports: ErrandPorts;
  readonly robot: string;
  readonly base: Base;
  readonly posts: Posts;
  readonly #generation: number;
  #cancelled: string | undefined;
  /** Where it ran into something that nobody planned round. */
  readonly #bumps: { readonly at: Place; readonly untilMs: number }[] = [];
  /** Done at each look: what has to be renewed. */
  upkeep: () => Promise<void> = () => Promise.resolve();

  constructor(robot: string, base: Base, ports: ErrandPorts) {
    this.robot = robot;
    this.base = base;
    this.ports = ports;
    this.posts = new Posts(ports.world, ports.models);
    this.#generation = ports.world.time.generation;
  }

  cancel(reason: string): void {
    this.#cancelled ??= reason;
  }

  get nowMs(): number {
    return this.ports.world.time.worldMs;
  }

  get view(): EntityView {
    const view = this.ports.world.entity(this.robot);
    if (!view) throw new EndedError('failed', `${this.robot} is gone`);
    return view;
  }

  get here(): Place {
    const { x, y } = this.view.posture.pose;
    return [x, y];
  }

  /** The floor of the building that it is on, by its height: what is in a cabin is on the floor where that stands. */
  get floor(): string | undefined {
    return this.view.floor;
  }

  /** Something is there that stands in no map: for a while it is planned round, as a disc just beyond what was touched. */
  bump([x, y]: Place): void {
    const [hereX, hereY] = this.here;
    const bearing = Math.atan2(y - hereY, x - hereX);
    const awayM = this.base.radiusM + BUMP_M + BUMP_BEYOND_M;
    const at: Place = [hereX + awayM * Math.cos(bearing), hereY + awayM * Math.sin(bearing)];
    this.#bumps.push({ at, untilMs: this.nowMs + BUMP_MS });
    if (this.#bumps.length > MOST_BUMPS) this.#bumps.shift();
  }

  get bumps(): readonly Place[] {
    return this.#bumps.filter(({ untilMs }) => untilMs > this.nowMs).map(({ at }) => at);
  }

  /** A moment to look again; throws when the robot may be sent no more. */
  async look(): Promise<void> {
    await delay(this.ports.clock, LOOK_EVERY_MS);
    this.check();
    await this.upkeep();
    this.check();
  }

  check(): void {
    const { world } = this.ports;
    if (this.#cancelled !== undefined) throw new EndedError('cancelled', this.#cancelled);
    if (world.time.generation !== this.#generation) throw new EndedError('failed', 'the world was reset');
    const { stop, lease, driver } = this.view.control;
    if (stop) throw new EndedError('failed', `stopped by ${stop.by}${stop.reason === '' ? '' : `: ${stop.reason}`}`);
    if (lease && lease.holder !== world.id && !this.ports.isOfWork) throw new EndedError('failed', `${lease.holder} has the lease`);
    if (driver !== undefined && driver !== world.id) throw new EndedError('failed', `${driver} drives it`);
  }

  /** As anybody moves it; or, where its own work does, as who owns it: whoever has its lease. */
  async move(action: Extract<Performance['action'], { kind: 'follow' | 'halt' }>): Promise<Moved> {
    const { world, isOfWork } = this.ports;
    if (!isOfWork) return world.command(this.robot, action);
    const performed = world.perform(this.robot, { action });
    return performed.kind === 'done' ? { kind: 'done', epoch: this.view.epoch } : performed;
  }

  /** While the world is paused nothing is begun. */
  get isPaused(): boolean {
    return this.ports.world.time.rate <= 0;
  }
}
