import { parseArgs } from 'node:util';
import { compile } from '../../scripts/compile.mjs';
import { hideAgainAndAgain } from '../browser/hidden-stage.ts';
import { soakAbuse } from './abuse.ts';
import { soakAdmission } from './admission.ts';
import { soakChurn } from './churn.ts';
import { soakContacts } from './contacts.ts';
import { soakDoor } from './door.ts';
import { soakNats } from './nats.ts';
import { soakPrograms } from './programs.ts';
import { everyPair, soakStop } from './stop.ts';
import { soakStore } from './store.ts';
import { soakTakeOver } from './takeover.ts';
import { soakTasks } from './tasks.ts';
import { soakTogether } from './together.ts';

const HELP = `Runs a scenario for long, with real processes.

  npm run soak -- takeover [--times 50]   kills the owner of a moving robot, so many times
  npm run soak -- programs [--times 50]   kills the owner of a robot whose program runs, so many times
  npm run soak -- tasks [--times 20]      performs the paper's example in virtual time, so many times: the same end each time
  npm run soak -- abuse [--times 10]      compares how long commands take with and without somebody who breaks the rules
  npm run soak -- admission [--times 10]  compares how long commands take with and without one more who tries to come in
  npm run soak -- store [--times 100]     kills a process that writes to a store, or its database's server, so many times on each database
  npm run soak -- stop [--times 20]       lets something happen to who drives in a browser, so many times of each kind
  npm run soak -- hidden [--times 20]     hides and freezes a page that owns moving robots, so many times
  npm run soak -- contacts [--times 100]  robots at each other and arms through a table, grippers that close on one part, in virtual time
  npm run soak -- door [--times 200]      eight robots of four owners swap sides through one door, in virtual time
  npm run soak -- nats [--times 20]       kills a NATS server of three under two hubs, so many times
  npm run soak -- together [--times 60]   three browsers and a program change one world for so many seconds
  npm run soak -- churn [--minutes 10]    thirty participants at one hub, of which two are killed every 20 s and come again, for so many minutes

Prints a line a round and a summary. Ends with 0 when all was right, else with 1.`;

const say = (line: string): void => console.log(line);

interface Soak {
  readonly times: number;
  /** The option that says how many, where it does not count times. */
  readonly option?: 'minutes';
  readonly run: (times: number) => Promise<readonly string[]>;
}

/** Each answers what was wrong. To add one: a file, and a line here. */
const soaks: Readonly<Record<string, Soak>> = {
  takeover: { times: 50, run: async (times) => (await soakTakeOver(times, say)).problems },
  programs: { times: 50, run: async (times) => (await soakPrograms(times, say)).problems },
  tasks: { times: 20, run: (times) => soakTasks(times, say) },
  abuse: { times: 10, run: (times) => soakAbuse(times, say) },
  admission: { times: 10, run: (times) => soakAdmission(times, say) },
  store: { times: 100, run: async (times) => (await soakStore(times, say)).problems },
  stop: { times: 20, run: (times) => withPage(() => soakStop(everyPair(times), say)) },
  hidden: { times: 20, run: (times) => withPage(() => hideAgainAndAgain(times, say)) },
  contacts: { times: 100, run: (times) => soakContacts(times, say) },
  door: { times: 200, run: (times) => soakDoor(times, say) },
  nats: { times: 20, run: (times) => soakNats(times, say) },
  churn: { times: 10, option: 'minutes', run: (minutes) => soakChurn(minutes, say) },
  together: { times: 60, run: (times) => withPage(() => soakTogether(times, say)) },
};

/** Once the page is built as it is now. */
const withPage = async (run: () => Promise<readonly string[]>): Promise<readonly string[]> =>
  (await compile()) === 0 ? run() : ['the page cannot be built'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' }, minutes: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const soak = soaks[positionals[0] ?? ''];
const times = Number(values[soak?.option ?? 'times'] ?? soak?.times);
if (values.help) say(HELP);
else if (!soak || !Number.isInteger(times) || times < 1) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = (await soak.run(times)).length === 0 ? 0 : 1;
