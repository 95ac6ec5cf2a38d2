import type { Bus } from '../../core/bus/bus.ts';
import type { Witness } from '../witness.ts';

/** A connection that is for one world alone: what crosses it has the name of that world, whichever way it goes. */
export function inWorld(world: string, bus: Bus, witness: Witness): Bus {
  const prefix = `v1.${world}.`;
  const check = (what: string, subject: string) => {
    if (!subject.startsWith(prefix)) witness.violate('I9', `${bus.self} of ${world} ${what} ${subject}`);
  };
  return {
    self: bus.self,
    get status() {
      return bus.status;
    },
    onStatus: (handler) => bus.onStatus(handler),
    publish: (subject, payload) => {
      check('publishes', subject);
      bus.publish(subject, payload);
    },
    subscribe: (pattern, handler) => {
      check('listens to', pattern);
      return bus.subscribe(pattern, (message) => {
        check('hears', message.subject);
        handler(message);
      });
    },
    request: (subject, payload, options) => {
      check('asks', subject);
      return bus.request(subject, payload, options);
    },
    bucket: (name) => {
      check('opens', `${name}.`);
      return bus.bucket(name);
    },
    drain: () => bus.drain(),
  };
}
