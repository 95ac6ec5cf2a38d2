/** A party to the blackboard over NATS, on a connection of its own. All processes of a bench share the machine's monotonic clock, so its error is none. */
import { Blackboard } from '../../src/core/blackboard/blackboard.ts';
import { NoRespondersError } from '../../src/core/bus/bus.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { NatsBackbone } from '../../src/transports/nats/nats.ts';
import type { OpenBusLine } from '../harness/bus-line.ts';
import { monotonicMs } from '../harness/role.ts';

const NAME = 'bench/value';

export const openBoardLine: OpenBusLine = async (servers, label) => {
  const report = (error: unknown) => {
    throw error;
  };
  const backbone = await NatsBackbone.connect({ servers, space: 'bench', label, clock: systemClock, defer: queueMicrotask, report });
  const bus = backbone.connect(label);
  const time = { nowMs: monotonicMs, errorMs: () => 0, term: () => 0 };
  const board = new Blackboard({ world: 'bench', bus, clock: systemClock, time, report, isHere: () => true });
  await board.ready;
  await board.declare(NAME, { type: 'bytes' });
  return {
    publish: (bytes) => void board.write(NAME, { content: '', bytes }).catch(report),
    subscribe: (handler) =>
      void board.bind(NAME, (answer) => {
        if (answer.kind === 'value') handler((answer.value as { bytes: Uint8Array }).bytes);
      }),
    reachServer: async () => {
      // Nobody answers there, which the server says after all that came before.
      await bus.request('v1.bench.nobody', new Uint8Array(), { timeoutMs: 10_000 }).catch((error: unknown) => {
        if (!(error instanceof NoRespondersError)) throw error;
      });
    },
    [Symbol.asyncDispose]: async () => {
      board[Symbol.dispose]();
      await backbone[Symbol.asyncDispose]();
    },
  };
};
