/** `npm run cluster`: three NATS servers, a PostgreSQL and three hubs on this machine, to try what happens when one of them dies. */
import { join } from 'node:path';
import { stopWhenNpmIsStopped } from './child.mjs';
import { compile } from './compile.mjs';
import { installPackages } from './install.mjs';
import { root, runOnNode24 } from './node24.mjs';
import { step } from './progress.mjs';
import { installSystemPackages } from './system-packages.mjs';

stopWhenNpmIsStopped();
await installPackages(root);
await installSystemPackages();
const code = await step('building what is stale', compile);
if (code === 0) await runOnNode24(join(root, 'tests/cluster/main.ts'), process.argv.slice(2));
else process.exitCode = code;
