import type { Bus } from '../../core/bus/bus.ts';
import type { RecordWatch } from '../record-watch.ts';

/** The same connection, with its swaps written down. */
export const recorded = (bus: Bus, recordWatch: RecordWatch): Bus => ({
  self: bus.self,
  get status() {
    return bus.status;
  },
  onStatus: (handler) => bus.onStatus(handler),
  publish: (subject, payload) => bus.publish(subject, payload),
  subscribe: (pattern, handler) => bus.subscribe(pattern, handler),
  request: (subject, payload, options) => bus.request(subject, payload, options),
  bucket: (name) => recordWatch.tap(bus, name, bus.bucket(name)),
  drain: () => bus.drain(),
});
