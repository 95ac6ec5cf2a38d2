import type { Action } from '../api/messages.ts';
import type { Clock } from '../base/clock.ts';
import { closingOn, graspable, type Hand, handOf, heldBy, opening, toolOf } from '../host/grasping.ts';
import type { Models } from '../host/neighbourhood.ts';
import type { EntityView, Participant } from '../world/world.ts';
import type { DeedState } from './run-state.ts';

export interface GrippingPorts {
  readonly world: Participant;
  readonly robot: string;
  readonly models: Models;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

type Gripping = Extract<DeedState, { kind: 'grip' | 'release' }>;
type FingerMotion = Extract<Action, { kind: 'glide' }>;

/** How it goes on: with another deed, and what the robot does with the same word. */
export interface GripStep {
  readonly deed: DeedState;
  readonly action?: FingerMotion;
}

/** Who owns a part gives it within this time, or it is not to be had. */
const PATIENCE_MS = 4000;
const ASK_AGAIN_MS = 500;

/** What a robot's owner does to grip and to let go, step by step. Each looks at how things stand, so that a taker goes on wherever it was left. */
export class Gripper {
  readonly #ports: GrippingPorts;
  #askedMs = Number.NEGATIVE_INFINITY;
  #since: { readonly part: string; readonly ms: number } | undefined;
  /** Why the part was not given. */
  #refusal: string | undefined;

  constructor(ports: GrippingPorts) {
    this.#ports = ports;
  }

  begin(kind: Gripping['kind']): GripStep {
    const { world, models, robot } = this.#ports;
    this.#since = undefined;
    this.#refusal = undefined;
    const hand = handOf(world, models, robot);
    if ('reason' in hand) return failed(hand.reason);
    if (kind === 'grip') {
      const part = graspable(world, models, hand);
      return 'reason' in part ? failed(part.reason) : { deed: { kind, part: part.id, fingers: false } };
    }
    const held = heldBy(world, models, robot);
    if (!held) return failed(`${hand.view.name} holds nothing`);
    return { deed: { kind, part: held.id, fingers: true }, action: opening(hand) };
  }

  /** Undefined: nothing is to be done at the moment. `halted`: something ended the motion of the fingers. */
  goOn(deed: Gripping, fingers: 'halted' | 'as begun'): GripStep | undefined {
    const { world, models, robot } = this.#ports;
    const [part, hand] = [world.entity(deed.part), handOf(world, models, robot)];
    if (!part || 'reason' in hand) return failed('reason' in hand ? hand.reason : `${deed.part} is gone`);
    const isHeld = part.heldBy === robot;
    if (deed.kind === 'grip' && isHeld)
      return !deed.fingers || fingers === 'halted'
        ? { deed: { ...deed, fingers: true }, action: closingOn(part, models, hand) }
        : undefined;
    if (deed.kind === 'release' && fingers === 'halted') return { deed, action: opening(hand) };
    if (deed.kind === 'release' && !isHeld) return undefined;
    const reason = this.#take(part) ? this.#move(deed, part, hand) : this.#refusal;
    return reason === undefined ? undefined : failed(reason);
  }

  isDone(deed: Gripping): boolean {
    const isHeld = this.#ports.world.entity(deed.part)?.heldBy === this.#ports.robot;
    return deed.kind === 'grip' ? isHeld && deed.fingers : !isHeld;
  }

  #move(deed: Gripping, part: EntityView, hand: Hand): string | undefined {
    const { world, robot } = this.#ports;
    const objection = deed.kind === 'grip' ? this.#objectionTo(part, hand) : undefined;
    if (objection !== undefined) return objection;
    const action = deed.kind === 'grip' ? ({ kind: 'ride', parent: robot, through: toolOf(hand) } as const) : ({ kind: 'halt' } as const);
    const performed = world.perform(part.id, { action });
    return performed.kind === 'refused' ? performed.reason : undefined;
  }

  /** What we own we may move whoever has its lease, wherever it is: so it is asked here, and again for what was gripped when a state said so. */
  #objectionTo(part: EntityView, hand: Hand): string | undefined {
    const { world, models } = this.#ports;
    const holder = part.control.lease?.holder;
    if (holder !== undefined && holder !== hand.view.control.lease?.holder) return `${holder} has the lease of ${part.name}`;
    const found = graspable(world, models, hand);
    if ('reason' in found) return found.reason;
    return found.id === part.id ? undefined : `${part.name} is not between the fingers of ${hand.view.name} any more`;
  }

  /** Whether the part is ours to move; until it is, its owner is asked for it. */
  #take(part: EntityView): boolean {
    if (part.isMine) return true;
    const { world, clock, report } = this.#ports;
    const nowMs = clock.now();
    if (this.#since?.part !== part.id) this.#since = { part: part.id, ms: nowMs };
    if (nowMs - this.#since.ms > PATIENCE_MS) this.#refusal ??= `${part.name} was not given to who has the robot`;
    if (nowMs - this.#askedMs < ASK_AGAIN_MS) return false;
    this.#askedMs = nowMs;
    world.command(part.id, { kind: 'handover' }).then((outcome) => {
      // What is in the robot's own gripper comes to its owner by itself.
      if (outcome.kind === 'refused' && part.heldBy !== this.#ports.robot) this.#refusal ??= outcome.reason;
    }, report);
    return false;
  }
}

const failed = (reason: string): GripStep => ({ deed: { kind: 'failed', reason } });
