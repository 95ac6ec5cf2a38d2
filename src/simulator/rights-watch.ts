import type { Role } from '../core/api/roles.ts';
import type { Bucket, Bus } from '../core/bus/bus.ts';
import type { DoorVerdict } from '../core/bus/simulated-door.ts';
import { INTRUDER, isForbidden } from './intruder.ts';
import type { Witness } from './witness.ts';

/** I9: sees all that doors let through, and knows what nobody may do. */
export class RightsWatch {
  readonly #witness: Witness;
  readonly #intruder: Role;
  /** What doors did not let through. */
  refusals = 0;

  constructor(witness: Witness, intruder: Role) {
    this.#witness = witness;
    this.#intruder = intruder;
  }

  roleOf(id: string): Role {
    return id === INTRUDER ? this.#intruder : 'operator';
  }

  /** Who does nothing wrong is not sent away, whatever its hub has not heard of yet. */
  refused(from: string, what: string, verdict: Exclude<DoorVerdict, { kind: 'allow' }>): void {
    this.refusals++;
    if (from !== INTRUDER && verdict.kind === 'close') this.#witness.violate('I9', `${from} was sent away for ${what}: ${verdict.reason}`);
  }

  /** A visitor's connection of the backbone, behind the door. */
  watch(bus: Bus): Bus {
    return bus.self === INTRUDER ? new Proxy(bus, this.#whatPasses()) : bus;
  }

  #whatPasses(): ProxyHandler<Bus> {
    const passed = (deed: string, subject: string) => {
      if (isForbidden(this.#intruder, deed, subject))
        this.#witness.violate('I9', `the ${this.#intruder} ${INTRUDER} was let through: ${deed} ${subject}`);
    };
    return {
      get: (target, property) => {
        const member = Reflect.get(target, property, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const answer = member.apply(target, args);
          if (property === 'bucket') return watchedBucket(answer, (key, isDecided) => isDecided && passed('swap', `${args[0]} ${key}`));
          if (typeof args[0] === 'string') passed(String(property), args[0]);
          return answer;
        };
      },
    };
  }
}

/** A swap of what has changed meanwhile is let through, for it meets its conflict. */
function watchedBucket(bucket: Bucket, swapped: (key: string, isDecided: boolean) => void): Bucket {
  return {
    get: (key) => bucket.get(key),
    watch: (handler) => bucket.watch(handler),
    swap: async (key, expected, value) => {
      const result = await bucket.swap(key, expected, value);
      swapped(key, result.kind === 'applied');
      return result;
    },
  };
}
