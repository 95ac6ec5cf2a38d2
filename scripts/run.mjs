/** `node scripts/run.mjs FILE [args]`: installs what is missing, then runs FILE on Node 24. Prints nothing of its own on stdout. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stopWhenNpmIsStopped } from './child.mjs';
import { installPackages } from './install.mjs';
import { root, runOnNode24 } from './node24.mjs';

const [name, ...args] = process.argv.slice(2);
if (name === undefined) throw new Error('say which file to run: node scripts/run.mjs FILE [args]');
const file = join(root, name);
if (!existsSync(file)) throw new Error(`there is no ${name} to run`);
stopWhenNpmIsStopped();
await installPackages(root);
await runOnNode24(file, args);
