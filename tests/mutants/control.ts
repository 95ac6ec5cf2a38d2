import type { Mutant } from './mutant.ts';

const WORLD = 'src/core/world';

/** Faults in stops, leases and held control. */
export const CONTROL: readonly Mutant[] = [
  {
    name: 'stop-goes-with-the-first-taker',
    about: 'a taker keeps a stop for itself and leaves it out of the record',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'Holdings.#claim',
        find: '...(stop && { stop })',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'stays latched however often its robot changes owners' },
  },
  {
    name: 'new-stop-forgotten',
    about: 'a taker forgets a stop that was not recorded yet',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'inheritedControl',
        find: 'control.stop?.recorded ?',
        replace: 'control.stop ?',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'is kept by a taker though nobody could record it' },
  },
  {
    name: 're-armed-stop-comes-back',
    about: 'a taker brings back a stop that was re-armed unheard by it',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'inheritedControl',
        find: 'return control.stop?.recorded ? { ...control, stop: undefined } : control;',
        replace: 'return control;',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'stays so for a taker that heard of the stop and not of the re-arm' },
  },
  {
    name: 'stopped-with-its-driver',
    about: 'a taker leaves the stick of a stopped robot to its driver',
    edits: [
      {
        file: `${WORLD}/holdings.ts`,
        symbol: 'inheritedControl',
        find: 'stop: { ...recorded, recorded: true }, driver: undefined',
        replace: 'stop: { ...recorded, recorded: true }',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'takes the stick from its driver' },
  },
  {
    name: 'earlier-stop-comes-back',
    about: 'a stop whose record is written late takes the place of a newer one',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#recordStop',
        find: '|| this.#control.stop?.id !== stop.id',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'gives way to none that came before it' },
  },
  {
    name: 'doubt-unlatches-stop',
    about: 'an owner in doubt writes its record without the stop that was in it',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#revalidate',
        find: 'stop && { id: stop.id, by: stop.by, reason: stop.reason }',
        replace: 'stop?.recorded === false ? { id: stop.id, by: stop.by, reason: stop.reason } : undefined',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'is in every record that an owner in doubt writes' },
  },
  {
    name: 'doubt-leaves-new-stop-out',
    about: 'an owner in doubt writes its record without a stop that took the place of the one in it',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#revalidate',
        find: 'stop && { id: stop.id, by: stop.by, reason: stop.reason }',
        replace: 'stop?.recorded ? { id: stop.id, by: stop.by, reason: stop.reason } : undefined',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'is in every record that an owner in doubt writes' },
  },
  {
    name: 'stops-while-in-doubt',
    about: 'an owner in doubt publishes that it was stopped',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.stop',
        find: '!this.isTrusted ||',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'says nothing when it is stopped' },
  },
  {
    name: 'confirms-stop-while-in-doubt',
    about: 'an owner in doubt publishes that a stop is recorded',
    edits: [
      {
        file: `${WORLD}/local-entity.ts`,
        symbol: 'LocalEntity.#recordStop',
        find: '|| !this.isTrusted',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/doubt.test.ts`, title: 'says nothing of a stop that came into the record' },
  },
  {
    name: 'echo-outlives-leap',
    about: 'what was echoed before a clock leapt back allows motion after it',
    edits: [
      {
        file: `${WORLD}/held-control.ts`,
        symbol: 'HeldControl.distrust',
        find: 'this.#newestEchoedMs = Number.NEGATIVE_INFINITY;',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/held-control.test.ts`, title: 'allows no motion by what was echoed before its clock leapt back' },
  },
  {
    name: 'anybody-lets-go',
    about: 'anybody takes the stick out of the hand of a driver',
    edits: [
      {
        file: `${WORLD}/control.ts`,
        symbol: 'letGo',
        find: 'control.driver === from',
        replace: 'control.driver !== undefined',
      },
    ],
    killedBy: { file: `${WORLD}/control.test.ts`, title: 'leaves the stick to its driver' },
  },
  {
    name: 'gone-driver-stays',
    about: 'a driver that has gone keeps the stick',
    edits: [
      {
        file: `${WORLD}/control.ts`,
        symbol: 'withoutTheGone',
        find: 'if (next.driver !== undefined && isGone(next.driver)) next = { ...next, driver: undefined };',
        replace: '',
      },
    ],
    killedBy: { file: `${WORLD}/control.test.ts`, title: 'takes a robot out of the hand of a driver that has gone' },
  },
  {
    name: 'lease-taken-at-its-epoch',
    about: 'who names the epoch of a lease gets it from its holder',
    edits: [
      {
        file: `${WORLD}/control.ts`,
        symbol: 'ask',
        find: 'held > control.leaseEpoch',
        replace: 'held >= control.leaseEpoch',
      },
    ],
    killedBy: { file: `${WORLD}/control.test.ts`, title: 'goes back to a holder whose lease was never heard of' },
  },
  {
    name: 're-armed-stop-never-confirmed',
    about: 'who did not hear of a stop of its own before that was re-armed is never told that it was latched',
    edits: [
      {
        file: `${WORLD}/stops.ts`,
        symbol: 'isLatched',
        find: 'stop?.id === id || state.recent.includes(id)',
        replace: 'stop?.id === id',
      },
    ],
    killedBy: { file: `${WORLD}/stops.test.ts`, title: 'is confirmed to who did not hear that it was latched' },
  },
];
