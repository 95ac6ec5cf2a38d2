/** A party on the bus of Manyhands over NATS, on a connection of its own. */
import { systemClock } from '../../src/platform/system-clock.ts';
import { NatsBackbone } from '../../src/transports/nats/nats.ts';
import { ageOf, LINE_SUBJECT, type OpenBusLine } from '../harness/bus-line.ts';
import { noteMishap } from '../harness/mishaps.ts';

export const openOurLine: OpenBusLine = async (servers, label) => {
  const backbone = await NatsBackbone.connect({
    servers,
    space: 'bench',
    label,
    clock: systemClock,
    defer: queueMicrotask,
    report: noteMishap,
  });
  const bus = backbone.connect(label);
  return {
    publish: (payload) => bus.publish(LINE_SUBJECT, payload),
    subscribe: (handler) => void bus.subscribe(LINE_SUBJECT, ({ payload }) => handler(payload, ageOf(payload))),
    reachServer: () => backbone.echo(),
    [Symbol.asyncDispose]: () => backbone[Symbol.asyncDispose](),
  };
};
