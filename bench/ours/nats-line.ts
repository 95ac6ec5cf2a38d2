/** A party on the bus of Manyhands over NATS, on a connection of its own. */
import { ageOf, LINE_SUBJECT, type OpenBusLine } from '../harness/bus-line.ts';
import { joinBackbone } from './bench-backbone.ts';

export const openOurLine: OpenBusLine = async (servers, label) => {
  const backbone = await joinBackbone(servers, label);
  const bus = backbone.connect(label);
  return {
    publish: (payload) => bus.publish(LINE_SUBJECT, payload),
    subscribe: (handler) => void bus.subscribe(LINE_SUBJECT, ({ payload }) => handler(payload, ageOf(payload))),
    reachServer: () => backbone.echo(),
    [Symbol.asyncDispose]: () => backbone[Symbol.asyncDispose](),
  };
};
