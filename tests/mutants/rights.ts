import type { Mutant } from './mutant.ts';

/** Faults in what participants and people may do once they are known. */
export const RIGHTS: readonly Mutant[] = [
  {
    name: 'route-of-any-world',
    about: 'a link for one world uses the routes of another',
    edits: [
      {
        file: 'src/core/api/rights.ts',
        symbol: 'mayCall',
        find: 'return caller.world === world ? ALLOW',
        replace: 'return world !== undefined ? ALLOW',
      },
    ],
    killedBy: { file: 'src/hub/rights.test.ts', title: 'is closed to links for another world' },
  },
  {
    name: 'deletes-a-world-by-a-link-for-it',
    about: 'a teacher by a link for one world deletes it, which is for those of the whole hub',
    edits: [
      {
        file: 'src/core/api/rights.ts',
        symbol: 'mayCall',
        find: "if (scope === 'hub') return drop(",
        replace: "if (scope === 'hub' && least === 'administrator') return drop(",
      },
    ],
    killedBy: { file: 'src/core/api/rights.test.ts', title: 'DELETE /api/v1/worlds/:world needs a link for the whole hub' },
  },
  {
    name: 'subjects-of-any-world',
    about: 'a participant of one world publishes and asks in another',
    edits: [{ file: 'src/core/api/rights.ts', symbol: 'isOfWorld', find: ' && world === who.world', replace: ' && world !== who.id' }],
    killedBy: { file: 'src/core/api/rights.test.ts', title: 'v1.elsewhere' },
  },
  {
    name: 'former-owner-publishes',
    about: 'a former owner still publishes the states of a robot',
    edits: [
      { file: 'src/core/api/rights.ts', symbol: 'ofOwned', find: "who.title(target) === 'owner'", replace: "who.title(target) !== 'none'" },
    ],
    killedBy: { file: 'src/core/api/rights.test.ts', title: 'once-hers' },
  },
  {
    name: 'gone-owner-owns',
    about: 'the owner of a removed entity still counts as its owner',
    edits: [{ file: 'src/core/world/owners.ts', symbol: 'Owners.#forget', find: 'this.#records.delete(entity);', replace: '' }],
    killedBy: { file: 'src/core/world/owners.test.ts', title: 'knows who owns an entity and who did' },
  },
  {
    name: 'late-record-takes-the-title',
    about: 'an older record that comes late makes a former owner the owner again',
    edits: [{ file: 'src/core/world/owners.ts', symbol: 'Owners.learn', find: 'if (before && before.epoch > epoch) return;', replace: '' }],
    killedBy: { file: 'src/core/world/owners.test.ts', title: 'nothing older after that' },
  },
  {
    name: 'lists-other-worlds',
    about: 'a link for one world is shown all worlds of the hub',
    edits: [
      {
        file: 'src/hub/http/world-routes.ts',
        symbol: 'worldRoutes',
        find: 'world === undefined || world === id',
        replace: 'world !== null || world === id',
      },
    ],
    killedBy: { file: 'src/hub/http/http.test.ts', title: 'is nothing of other worlds, to those who may enter only one' },
  },
  {
    name: 'tells-of-other-worlds-at-hubs',
    about: 'a link for one world is told which other worlds are open at which hub',
    edits: [
      {
        file: 'src/hub/http/hub-routes.ts',
        symbol: 'hubRoutes',
        find: 'world === undefined || other === world',
        replace: 'world !== null || other === world',
      },
    ],
    killedBy: { file: 'src/hub/http/hub-routes.test.ts', title: '[H10]' },
  },
  {
    name: 'task-record-deleted',
    about: 'an operator takes away the record of the task that a world performs',
    edits: [
      {
        file: 'src/core/api/rights.ts',
        symbol: 'SWAP',
        find: '(_, __, value = NO_BYTES) => checked(taskRecordSchema, value, () => ALLOW)',
        replace: '(_, __, value) => (value === undefined ? ALLOW : checked(taskRecordSchema, value, () => ALLOW))',
      },
    ],
    killedBy: { file: 'src/core/api/rights.test.ts', title: 'drop: takes the record of the task away' },
  },
  {
    name: 'speaks-for-others-at-elevators',
    about: 'an operator puts the robots of others into the queue of an elevator',
    edits: [
      {
        file: 'src/core/api/rights.ts',
        symbol: 'successionOfWays',
        find: "'claims' in record ? record.claims : record.waiting",
        replace: "'claims' in record ? record.claims : []",
      },
    ],
    killedBy: { file: 'src/core/api/rights.test.ts', title: 'drop: has a robot of somebody else wait for an elevator' },
  },
  {
    name: 'first-epoch-beyond-counting',
    about: 'the first record of an entity uses all epochs up, so that nobody can ever take it over',
    edits: [
      {
        file: 'src/core/api/rights.ts',
        symbol: 'successionOfOwnership',
        find: 'if (next.epoch > LAST_EPOCH) return',
        replace: 'if (present !== undefined && next.epoch > LAST_EPOCH) return',
      },
    ],
    killedBy: { file: 'src/core/api/rights.test.ts', title: 'drop: a first record beyond all counting' },
  },
  {
    name: 'anybody-re-arms-by-taking-over',
    about: 'a taker leaves the stop of a stopped robot out of the record',
    edits: [
      {
        file: 'src/core/api/rights.ts',
        symbol: 'successionOfOwnership',
        find: 'next.stop?.id !== last.stop.id',
        replace: 'next.stop !== undefined && next.stop.id !== last.stop.id',
      },
    ],
    killedBy: { file: 'src/core/api/rights.test.ts', title: 'drop: a take-over that drops the stop' },
  },
  {
    name: 'viewers-drive',
    about: 'a viewer holds the stick of a robot, as if that were a stop',
    edits: [
      {
        file: 'src/core/api/rights.ts',
        symbol: 'asStopOrDriver',
        find: "(kind === 'stop' ? ALLOW",
        replace: '(kind !== undefined ? ALLOW',
      },
    ],
    killedBy: { file: 'src/hub/rights.test.ts', title: 'publish now.*: a held stick' },
  },
];
