import { join } from 'node:path';
import { runToEnd } from './child.mjs';
import { environmentWithNode24, findNode24, root } from './node24.mjs';

/** Compiles what has changed since the last time into dist/, and gives the compiler's exit code. */
export function compile() {
  const node = findNode24();
  return runToEnd(node, [join(root, 'node_modules/typescript/bin/tsc'), '--build', 'src/library', 'src/hub', 'src/simulator'], {
    cwd: root,
    env: environmentWithNode24(node),
    stdout: 'to stderr',
  });
}
