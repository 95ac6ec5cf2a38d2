/** `npm run -s bench -- NAME [--json]`: the peers we compare with are packages of bench/ alone and never enter the product. */
import { join } from 'node:path';
import { stopWhenNpmIsStopped } from './child.mjs';
import { installPackages } from './install.mjs';
import { root, runOnNode24 } from './node24.mjs';
import { installSystemPackages } from './system-packages.mjs';

/** What the bench `planners` compiles its peer with. */
const ofPlanners = [
  { file: '/usr/share/doc/libompl-dev', debianPackage: 'libompl-dev' },
  { file: 'g++', debianPackage: 'g++' },
  { file: 'pkg-config', debianPackage: 'pkg-config' },
];

stopWhenNpmIsStopped();
await installPackages(root);
await installPackages(join(root, 'bench'));
if (process.argv.some((word) => word === 'planners' || word === 'all')) await installSystemPackages(ofPlanners);
await runOnNode24(join(root, 'bench/main.ts'), process.argv.slice(2));
