import { describe } from 'vitest';
import { closingContract } from './closing.contract.ts';
import type { MakeHarness, MakeLosableHarness } from './harness.contract.ts';
import { messagesContract } from './messages.contract.ts';
import { reconnectingContract } from './reconnecting.contract.ts';
import { recordsContract } from './records.contract.ts';
import { requestsContract } from './requests.contract.ts';

export type { BusHarness, Cut, LosableBusHarness, MakeHarness, MakeLosableHarness } from './harness.contract.ts';

/** Registers the tests of the rules of SPEC.md that every Bus keeps. */
export function busContract(name: string, makeHarness: MakeHarness): void {
  describe(`the bus contract: ${name}`, () => {
    messagesContract(makeHarness);
    requestsContract(makeHarness);
    recordsContract(makeHarness);
    closingContract(makeHarness);
  });
}

/** Registers the tests of the rules for a Bus that has a connection to lose. */
export function reconnectContract(name: string, makeHarness: MakeLosableHarness): void {
  describe(`the reconnect contract: ${name}`, () => reconnectingContract(makeHarness));
}
