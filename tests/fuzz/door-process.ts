/** A hub's door in a process of its own: prints its address, then each error that it reports, one JSON object a line. */
import { openGatekeeper, TestHub } from '../../src/transports/socket/door-harness.contract.ts';
import { ALLOW } from '../../src/transports/socket/gatekeeper.ts';
import { doorLimits } from '../../src/transports/socket/limits.ts';

const print = (line: object): void => console.log(JSON.stringify(line));
const hub = await TestHub.open({
  // All attackers come from one address: on a fast machine it would soon be barred, and nothing would be fuzzed any more.
  limits: { ...doorLimits, helloMs: 500, graceMs: 0, offencesPerS: 10_000 },
  gatekeeper: {
    ...openGatekeeper,
    // Anyone may listen, but only an owner may answer.
    mayReply: (from, subject) =>
      subject.endsWith('.neighbour') && !from.startsWith('neighbour-') ? { kind: 'drop', reason: 'not yours' } : ALLOW,
  },
  report: (error) => print({ reported: error instanceof Error ? error.stack : String(error) }),
});
print({ url: hub.url });
process.once('SIGTERM', () => {
  hub[Symbol.asyncDispose]().catch((error: unknown) => print({ reported: String(error) }));
});
