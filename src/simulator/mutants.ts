import { CONTROL_MUTANTS } from './control-mutants.ts';
import { HUB_MUTANTS } from './hub-mutants.ts';
import { inThe, type Mutant, one } from './mutant.ts';
import { WORKS_MUTANTS } from './works-mutants.ts';

export const MUTANTS: readonly Mutant[] = [
  one(
    'no-fencing',
    'a proxy takes any state with a higher seq, whatever its epoch',
    'world/state.ts',
    'a.epoch > b.epoch || (a.epoch === b.epoch && a.seq > b.seq)',
    'a.epoch > b.epoch || a.seq > b.seq',
  ),
  one(
    'no-compare-and-swap',
    'a writer that met a conflict believes that it won',
    'world/ownership.ts',
    "if (result.kind === 'conflict') return this.#whose(entity, expected, nonce);",
    "if (result.kind === 'conflict') return { kind: 'written', revision: '' as Revision };",
  ),
  one(
    'lost-reply-is-success',
    'a swap whose answer was lost is taken for done',
    'world/ownership.ts',
    "      await delay(clock, RETRY_MS);\n    }\n    return { kind: 'unsure' };",
    "      return { kind: 'written', revision: '' as Revision };\n    }\n    return { kind: 'unsure' };",
  ),
  one(
    'same-epoch',
    'a taker goes on under the epoch of the owner before it',
    'world/ownership.ts',
    'return nextEpoch((this.record(entity)?.value.epoch ?? NO_EPOCH) as Epoch, incarnation);',
    'return (this.record(entity)?.value.epoch ?? nextEpoch(NO_EPOCH, incarnation)) as Epoch;',
  ),
  one(
    'no-deduplication',
    'a copy of a command is applied again',
    'world/local-entity.ts',
    'if (this.#recent.has(command.id)) return this.#applied();',
    '',
  ),
  one(
    'any-epoch-obeys',
    'a former owner applies what was meant for the new one',
    'world/inbox.ts',
    'if (local?.epoch !== command.epoch) return;',
    'if (!local) return;',
  ),
  one(
    'resend-across-epochs',
    'a command that may have been applied is sent to the next owner too',
    'world/commands.ts',
    'if (sentIn !== undefined && (epoch > sentIn || !this.#isOwnerLive(proxy))) return this.#settle(proxy, id, sentIn);',
    '',
  ),

  one(
    'done-on-acknowledgement',
    'the asker is told done before it has seen the effect',
    'world/commands.ts',
    'const isSeen = proxy.epoch === epoch && proxy.seq >= applied.seq;',
    'const isSeen = true;',
  ),
  one(
    'watchdog-fed-by-old',
    "the dead man's switch counts from when a message came, not from when its nonce was sent",
    'world/held-control.ts',
    'this.#newestEchoedMs = Math.max(this.#newestEchoedMs, issuedMs);',
    'this.#newestEchoedMs = nowMs;',
  ),
  {
    name: 'nonce-from-another',
    about: 'a nonce counts whoever sends it back',
    edits: [
      { file: 'world/held-control.ts', find: 'from !== this.driver || issuedMs === undefined', replace: 'issuedMs === undefined' },
      {
        file: 'world/local-entity.ts',
        find: 'if (objection(this.#control, from) !== undefined || !this.#held?.accept',
        replace: 'if (!this.#held?.accept',
      },
    ],
  },
  one(
    'glide-frees-the-base',
    "a joint command disarms the dead man's switch of the base",
    'world/local-entity.ts',
    "this.#underHold &&= [planned.base, ...planned.dofs].some((part) => part.kind === 'drift');",
    'this.#underHold = false;',
  ),

  one(
    'latch-lost-on-take-over',
    'a taker forgets a recorded stop',
    'world/holdings.ts',
    'if (recorded) return { ...control, stop: { ...recorded, recorded: true }, driver: undefined };',
    'if (recorded) return { ...control, stop: undefined };',
  ),
  one(
    'confirm-before-record',
    'a stop is confirmed before it is in the record',
    'world/stops.ts',
    'return isKnown && (stop === undefined || stop.recorded);',
    'return isKnown;',
  ),
  one('stop-said-once', 'a stop is not repeated', 'world/stops.ts', 'for (const stop of this.#pending.values()) this.#repeat(stop);', ''),
  one(
    'rearm-any-stop',
    'a re-arm ends a stop that its sender had not seen',
    'world/control.ts',
    'if (control.stop.id !== stopId)',
    'if (stopId === undefined)',
  ),
  one(
    'revalidation-by-read',
    'who slept looks at its copy of the record instead of swapping it',
    'world/local-entity.ts',
    'void this.#write(stop && { id: stop.id, by: stop.by, reason: stop.reason }).then((isWritten) => {',
    'const mine = this.#around.ownership.record(this.id)?.value.owner === this.#around.context.bus.self;\n    void Promise.resolve(mine).then((isWritten) => {',
  ),

  one(
    'no-lapse',
    'an owner does not notice that its own sign of life ran out',
    'world/heartbeat.ts',
    'return this.#context.shared.now() > this.#promisedMs;',
    'return false;',
  ),

  one(
    'no-freeze',
    'motions of an owner that has gone run on',
    'world/entities.ts',
    'return frozenMs < sharedMs ? this.instant(frozenMs) : at;',
    'return frozenMs < sharedMs - 1e9 ? this.instant(frozenMs) : at;',
  ),

  one(
    'no-repair',
    'what was lost stays lost',
    'world/repair.ts',
    'if (times >= PATIENCE && !this.#asking.has(key))',
    'if (times < 0 && !this.#asking.has(key))',
  ),
  {
    name: 'clock-without-error',
    about: 'a clock takes its measurements for exact',
    edits: [
      { file: 'world/shared-clock.ts', find: 'leaderMs - receivedMs - slackMs', replace: 'leaderMs - (sentMs + receivedMs) / 2 - slackMs' },
      { file: 'world/shared-clock.ts', find: 'leaderMs - sentMs + slackMs', replace: 'leaderMs - (sentMs + receivedMs) / 2 + slackMs' },
    ],
  },
  one(
    'age-from-arrival',
    'the age of a value does not count the way it came',
    'world/repair.ts',
    'this.#confirmed.set(placeOf(owner, region), { saidMs, agreedMs: this.#context.clock.now() });',
    'this.#confirmed.set(placeOf(owner, region), { saidMs: this.#context.shared.now(), agreedMs: this.#context.clock.now() });',
  ),
  inThe(
    'workshop',
    one(
      'anybody-grips',
      'who does not own a robot puts something into its gripper',
      'world/holdings.ts',
      'if (owner !== undefined && owner !== this.#context.bus.self) return',
      'if (owner !== undefined && gripper === part) return',
    ),
  ),
  inThe(
    'workshop',
    one(
      'two-in-a-gripper',
      'a gripper that has something takes another thing',
      'world/holdings.ts',
      'const isHeld = (other: ProxyEntity) => other.id !== part',
      'const isHeld = (other: ProxyEntity) => other.id === part',
    ),
  ),
  inThe(
    'workshop',
    one(
      'given-out-of-a-gripper',
      'what is in a gripper is handed to who asks for it',
      'world/local-entity.ts',
      'return refusalOfGripper(this.#posture().base) ?? this.handOver(to, commandId);',
      'return this.handOver(to, commandId);',
    ),
  ),
  inThe('workshop', one('gripper-to-gripper', 'a gripper takes what is in another', 'world/actions.ts', 'if (held) return held;', '')),
  inThe(
    'workshop',
    one(
      'robot-goes-without',
      'a robot that changes hands leaves what is in its gripper with the owner before',
      'world/local-entity.ts',
      'const owner = through && this.#around.liveOwnerOf(parent);',
      'const owner = through && undefined;',
    ),
  ),
  inThe(
    'workshop',
    one(
      'grasp-without-hand-over',
      'a gripper closes on a part that its owner was not given',
      'host/grasping.ts',
      'const given = isApart() && owner',
      'const given = tries === 0 && owner',
    ),
  ),
  inThe(
    'workshop',
    one(
      'release-of-another',
      'a gripper that opens lets go of what is in any gripper',
      'host/grasping.ts',
      'const held = heldBy(world, models, robot);',
      'const held = new Neighbourhood(world, models).moving().find(({ view }) => view.heldBy !== undefined);',
    ),
  ),
  inThe(
    'yard',
    one(
      'push-not-said',
      'what is pushed is said to stand where it was',
      'host/foresight.ts',
      'const rest = foreseen.findLastIndex(({ state }) => !state.isAsleep) + 1;',
      'const rest = foreseen.findIndex(({ state }) => !state.isAsleep);',
    ),
  ),
  inThe(
    'yard',
    one(
      'no-second-thought',
      'a robot that sets out pushes only from where its simulation is by then',
      'host/simulation.ts',
      'this.isStale ||= isElsewhere || this.#isBehind;',
      'void isElsewhere;',
    ),
  ),
  inThe(
    'yard',
    one(
      'squeezes',
      'a robot presses a part against what does not give way',
      'host/squeeze.ts',
      'const DEEPEST_M = 0.003;',
      'const DEEPEST_M = 1;',
    ),
  ),
  ...CONTROL_MUTANTS,
  ...HUB_MUTANTS,
  ...WORKS_MUTANTS,
];
