import { type Mutant, one } from './mutant.ts';

const LOCAL = 'world/local-entity.ts';
const HOLDINGS = 'world/holdings.ts';

/** Faults in who may move a robot, and in what becomes of that when it changes hands. */
export const CONTROL_MUTANTS: readonly Mutant[] = [
  one(
    'stop-left-out-at-hand-over',
    'a hand-over writes a record without the stop that the robot has',
    LOCAL,
    'epoch: nextEpoch(this.epoch, this.#around.setup().incarnation),\n        ...(stop && { stop: { id: stop.id, by: stop.by, reason: stop.reason } }),',
    'epoch: nextEpoch(this.epoch, this.#around.setup().incarnation),',
  ),
  one(
    'lease-lost-at-hand-over',
    'who is given a leased robot forgets the lease',
    HOLDINGS,
    'control: inheritedControl(proxy, title.stop),',
    "control: { ...inheritedControl(proxy, title.stop), ...(passage === 'continue' && { lease: undefined }) },",
  ),
  one(
    'force-unseen',
    'a lease taken by force is acknowledged, and stays where it was',
    'world/control.ts',
    'return granted(leased(control, from, request.reason));',
    'return granted(control);',
  ),
  one(
    'lease-epoch-stands',
    'a lease changes without its epoch, so that its former holder does not know that it is one',
    'world/control.ts',
    '  lease: { holder, reason },\n  leaseEpoch: control.leaseEpoch + 1,',
    '  lease: { holder, reason },\n  leaseEpoch: control.leaseEpoch,',
  ),
  one(
    'anybody-moves-the-leased',
    'a command of somebody without the lease is carried out',
    'world/control.ts',
    'if (control.lease && control.lease.holder !== from) return',
    "if (control.lease && control.lease.holder !== from && from === '') return",
  ),
  one(
    'anybody-releases',
    'a lease is released by somebody who does not hold it',
    'world/control.ts',
    "case 'release':\n      if (holder !== from)",
    "case 'release':\n      if (holder === undefined)",
  ),
  one(
    'generation-of-the-frozen',
    'what froze before a reset stays where it froze',
    'world/entities.ts',
    'worldMs: worldTimeAt(record, sharedMs),\n      generation: generationAt(record, now),',
    'worldMs: worldTimeAt(record, sharedMs),\n      generation: generationAt(record, sharedMs),',
  ),
];
