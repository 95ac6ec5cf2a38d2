/** `npm run -s bench -- NAME [--json]`: the peers we compare with are packages of bench/ alone and never enter the product. */
import { join } from 'node:path';
import { stopWhenNpmIsStopped } from './child.mjs';
import { installPackages } from './install.mjs';
import { root, runOnNode24 } from './node24.mjs';

stopWhenNpmIsStopped();
await installPackages(root);
await installPackages(join(root, 'bench'));
await runOnNode24(join(root, 'bench/main.ts'), process.argv.slice(2));
