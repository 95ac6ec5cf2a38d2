import type { Mutant } from './mutant.ts';

const WORLD = 'src/core/world';

/** Faults in how entities change owners, and in what an owner must not do while it is in doubt. */
export const OWNERSHIP: readonly Mutant[] = [
  {
    name: 'hand-over-drops-stop',
    about: 'a latched stop is left out of the record at a hand-over',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.handOver',
        find: '...(stop && { stop: { id: stop.id, by: stop.by, reason: stop.reason } }),',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'goes along with a robot that its owner gives away' },
  },
  {
    name: 'no-freeze-under-taker',
    about: 'what was handed to one who went without a word moves on for as long as its former owner is there',
    edits: [
      {
        file: `${WORLD}/entities.ts`,
        symbol: 'Entities.#instantOf',
        find: 'Math.min(writtenMs, this.takenUntilMs(proxy, sharedMs))',
        replace: 'writtenMs',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'freezes where the promise of that one ends' },
  },
  {
    name: 'next-owner-thaws',
    about: 'what froze under a taker that never spoke goes on when the next one takes it',
    edits: [
      {
        file: `${WORLD}/entities.ts`,
        symbol: 'Entities.setRecord',
        find: 'if (silentOwner !== undefined && silentOwner !== record?.owner) proxy.silentOwners.add(silentOwner);',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'freezes where the promise of that one ends' },
  },
  {
    name: 'late-record-silences',
    about: 'a former owner counts as a taker that never spoke when the record of the next owner comes later than its first state',
    edits: [
      {
        file: `${WORLD}/proxy-entity.ts`,
        symbol: 'ProxyEntity.silentOwner',
        find: 'this.record.epoch > this.epoch && ',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'when the records tell of its next owner late' },
  },
  {
    name: 'resting-taker-freezes',
    about: 'what a participant takes that has rested until now freezes, for want of a promise',
    edits: [
      {
        file: `${WORLD}/entities.ts`,
        symbol: 'Entities.#promisedMs',
        find: 'member === undefined || member.rests ? sharedMs',
        replace: 'member === undefined ? sharedMs',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'goes on in the hands of one who rested' },
  },
  {
    name: 'frozen-generation',
    about: 'what froze before a reset stays in the generation before it',
    edits: [
      {
        file: `${WORLD}/entities.ts`,
        symbol: 'Entities.instant',
        find: 'generation: generationAt(record, now), rate: rateAt(record, sharedMs)',
        replace: 'generation: generationAt(record, sharedMs), rate: rateAt(record, sharedMs)',
      },
    ],
    killedBy: { file: `${WORLD}/timekeeping.test.ts`, title: 'reset puts back what the gone have left' },
  },
  {
    name: 'expiry-error-subtracted',
    about: 'an owner takes the error of its clock for time that a command still has',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.apply',
        find: 'shared.now() + shared.errorMs() > command.expiresAt',
        replace: 'shared.now() - shared.errorMs() > command.expiresAt',
      },
    ],
    killedBy: { file: `${WORLD}/commands.test.ts`, title: "by the error of its owner's clock moves nothing" },
  },
  {
    name: 'asker-error-added',
    about: 'an asker adds the error of its clock to the time for which its command is good',
    edits: [
      {
        file: `${WORLD}/commands.ts`,
        symbol: 'Commands.#pursue',
        find: 'goodForMs - context.shared.errorMs()',
        replace: 'goodForMs + context.shared.errorMs()',
      },
    ],
    killedBy: { file: `${WORLD}/commands.test.ts`, title: 'is good for no longer than its asker says' },
  },
  {
    name: 'doubts-ignored',
    about: 'an answer of the records from before the last doubt ends that, too',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#revalidate',
        find: '!isWritten || this.#doubts !== doubts ||',
        replace: '!isWritten ||',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'is not reassured by an answer of the records from before' },
  },
  {
    name: 're-arm-stays-recorded',
    about: 'while the record is written that a stop is over, the stop still counts as recorded',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#rearm',
        find: 'this.#control = { ...this.#control, stop: { ...this.#control.stop, recorded: false } };',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'though the answer to a re-arm was lost' },
  },
  {
    name: 'late-halt-goes-further',
    about: 'a robot whose driver fell silent stands where its owner noticed that, not where its nonce grew too old',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#halt',
        find: 'Math.max(0, this.#nowMs - this.#held.allowedUntilMs)',
        replace: '0',
      },
    ],
    killedBy: { file: `${WORLD}/drive.test.ts`, title: 'though its owner looks late' },
  },
  {
    name: 'used-epoch-claimed-again',
    about: 'who gave an entity up claims it again under the epoch that it has used already',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#claim',
        find: 'known?.value.owner === this.#context.bus.self && known.value.epoch > used',
        replace: 'known?.value.owner === this.#context.bus.self',
      },
    ],
    killedBy: { file: `${WORLD}/clock-sync.test.ts`, title: 'its owner gives up and takes its entities again under a new epoch' },
  },
  {
    name: 'epoch-used-twice',
    about: 'who gave an entity up speaks again under the epoch that it has used already',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#claim',
        find: 'known?.value.owner === this.#context.bus.self && known.value.epoch > used',
        replace: 'known?.value.owner === this.#context.bus.self',
      },
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#become',
        find: '|| proxy.epoch >= title.epoch',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'says no two things under one epoch and number' },
  },
  {
    name: 'lapses-ignored',
    about: 'who slept over the answer to its claim takes that for true',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#claim',
        find: '|| this.#heartbeat.lapses !== lapses',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'sleeps over the answer of the records' },
  },
  {
    name: 'live-owner-robbed',
    about: 'a claim does not ask whether the owner is there',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#take',
        find: '(isNew || this.#roster.isLive(known.value.owner))',
        replace: 'isNew',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'does not take what it inserted from who owns it by now' },
  },
  {
    name: 'new-owner-robbed',
    about: 'who became owner a moment ago loses the entity, for nobody heard yet that it works',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#take',
        find: '(isNew || this.#roster.isLive(known.value.owner))',
        replace: 'this.#roster.isLive(known.value.owner)',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'keeps it, though nobody has heard yet that it works' },
  },
  {
    name: 'giver-goes-on',
    about: 'who gives an entity away obeys commands until the record is written',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.handOver',
        find: 'this.#isTrusted = false;',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'ends what its owner says' },
  },
  {
    name: 'goes-on-for-the-gone',
    about: 'what somebody gave away and froze with it goes on in the new hands',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.recordChanged',
        find: 'giver !== self && this.#roster.isLive(giver)',
        replace: 'giver !== self',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'by an owner that is gone when it becomes known' },
  },
  {
    name: 'work-halted-later',
    about: 'work is said to have gone on after the motion that belonged to it froze',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#become',
        find: 'const untilMs = Math.min(this.#entities.takenUntilMs(proxy, this.#context.shared.now()), frozenMs);',
        replace: 'const untilMs = this.#context.shared.now();',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'tells who adopts it when it froze' },
  },
  {
    name: 'record-of-another-ignored',
    about: 'an owner goes on until it hears the next one speak, whatever the record says',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.recordChanged',
        find: 'if (local && record && record.owner !== self && record.epoch > local.epoch) this.drop(entity);',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'steps down by a record alone' },
  },
  {
    name: 'dropped-without-doubt',
    about: 'an owner that lost its entity speaks again when an earlier write comes through',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.drop',
        find: 'this.#locals.get(entity)?.distrust();',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'is not reassured by an answer of the records from before' },
  },
  {
    name: 'last-word-in-doubt',
    about: 'an owner in doubt says a last word when it leaves',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.rest',
        find: 'if (this.isTrusted) this.#publish',
        replace: 'this.#publish',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'says no last word of what it owns when it leaves' },
  },
  {
    name: 'leapt-leader-stays',
    about: 'a leader whose clock leapt drags everybody along',
    edits: [
      {
        file: `${WORLD}/clock-sync.ts`,
        symbol: 'ClockSync.clockLeapt',
        find: '!this.#serving || !this.#roster.hasOtherLeader(beforeMs)',
        replace: 'true',
      },
    ],
    killedBy: { file: `${WORLD}/clock-sync.test.ts`, title: 'drags nobody along when it leaps at the leader' },
  },
  {
    name: 'everybody-seems-gone',
    about: 'a leader whose clock leapt takes everybody else for gone, by that clock',
    edits: [
      {
        file: `${WORLD}/clock-sync.ts`,
        symbol: 'ClockSync.clockLeapt',
        find: 'this.#roster.hasOtherLeader(beforeMs)',
        replace: 'this.#roster.hasOtherLeader(this.#context.shared.now())',
      },
    ],
    killedBy: { file: `${WORLD}/clock-sync.test.ts`, title: 'drags nobody along when it leaps at the leader' },
  },
  {
    name: 'claim-believed-on-waking',
    about: 'who wakes with the answer to its claim takes that for true before it looks at the clock',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#claim',
        find: 'this.#heartbeat.hasLapsed || ',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/taking-over.test.ts`, title: 'finds the answer of the records when it wakes' },
  },
  {
    name: 'reassured-on-waking',
    about: 'who wakes with an answer of the records trusts itself before it looks at the clock',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#revalidate',
        find: '|| this.#around.hasLapsed()',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'is not reassured by an answer that it finds when it wakes' },
  },
  {
    name: 'promises-by-a-lost-clock',
    about: 'what was promised by a clock that was ahead holds when that was set back',
    edits: [
      {
        file: `${WORLD}/roster.ts`,
        symbol: 'Roster.clockWasSet',
        find: 'goodUntilMs: Math.min(member.goodUntilMs, now + GOOD_MS),',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/roster.test.ts`, title: 'once its own clock was set back' },
  },
];
