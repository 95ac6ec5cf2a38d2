/** `npm start [-- args]`: installs, builds what is stale, and runs a hub with the demonstration world. */
import { join } from 'node:path';
import { stopWhenNpmIsStopped } from './child.mjs';
import { compile } from './compile.mjs';
import { installPackages } from './install.mjs';
import { root, runOnNode24 } from './node24.mjs';
import { step } from './progress.mjs';

stopWhenNpmIsStopped();
await installPackages(root);
const code = await step('building what is stale', compile);
if (code === 0) {
  await runOnNode24(join(root, 'src/hub/main.ts'), ['hub', '--demo', ...process.argv.slice(2)]);
} else {
  process.exitCode = code;
}
