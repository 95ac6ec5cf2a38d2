/** A party to the blackboard over NATS, on a connection of its own. */
import { Blackboard } from '../../src/core/blackboard/blackboard.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import type { OpenBusLine } from '../harness/bus-line.ts';
import { noteMishap } from '../harness/mishaps.ts';
import { joinBackbone } from './bench-backbone.ts';
import { machineTime } from './machine-time.ts';

const NAME = 'bench/value';

export const openBoardLine: OpenBusLine = async (servers, label) => {
  const backbone = await joinBackbone(servers, label);
  const bus = backbone.connect(label);
  const time = machineTime();
  const board = new Blackboard({ world: 'bench', bus, clock: systemClock, time, report: noteMishap, isHere: () => true });
  await board.ready;
  await board.declare(NAME, { type: 'bytes' });
  return {
    publish: (bytes) => void board.write(NAME, { content: '', bytes }).catch(noteMishap),
    subscribe: (handler) =>
      void board.bind(NAME, (answer) => {
        if (answer.kind === 'value') handler((answer.value as { bytes: Uint8Array }).bytes, answer.ageMs);
      }),
    reachServer: () => backbone.echo(),
    [Symbol.asyncDispose]: async () => {
      board[Symbol.dispose]();
      await backbone[Symbol.asyncDispose]();
    },
  };
};
