/** A hub's door in a process of its own: prints its address, then each error that it reports, one JSON object a line. */
import { TestHub } from '../../src/transports/socket/door-harness.contract.ts';
import { doorLimits } from '../../src/transports/socket/limits.ts';

const print = (line: object): void => console.log(JSON.stringify(line));
const hub = await TestHub.open({
  limits: { ...doorLimits, helloMs: 500, graceMs: 0 },
  report: (error) => print({ reported: error instanceof Error ? error.stack : String(error) }),
});
print({ url: hub.url });
process.once('SIGTERM', () => {
  hub[Symbol.asyncDispose]().catch((error: unknown) => print({ reported: String(error) }));
});
