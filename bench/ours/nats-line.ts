/** A party on the bus of Manyhands over NATS, on a connection of its own. */
import { NoRespondersError } from '../../src/core/bus/bus.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { NatsBackbone } from '../../src/transports/nats/nats.ts';
import { LINE_SUBJECT, type OpenBusLine } from '../harness/bus-line.ts';

export const openOurLine: OpenBusLine = async (servers, label) => {
  const report = (error: unknown) => {
    throw error;
  };
  const backbone = await NatsBackbone.connect({ servers, space: 'bench', label, clock: systemClock, defer: queueMicrotask, report });
  const bus = backbone.connect(label);
  return {
    publish: (payload) => bus.publish(LINE_SUBJECT, payload),
    subscribe: (handler) => void bus.subscribe(LINE_SUBJECT, (message) => handler(message.payload)),
    reachServer: async () => {
      // Nobody answers there, which the server says after all that came before.
      await bus.request('v1.bench.nobody', new Uint8Array(), { timeoutMs: 10_000 }).catch((error: unknown) => {
        if (!(error instanceof NoRespondersError)) throw error;
      });
    },
    [Symbol.asyncDispose]: () => backbone[Symbol.asyncDispose](),
  };
};
