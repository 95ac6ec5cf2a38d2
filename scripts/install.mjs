import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './child.mjs';
import { environmentWithNode24 } from './node24.mjs';
import { step } from './progress.mjs';

/**
 * Installs the packages of a folder by its lock file, unless that was done already.
 * @param {string} folder
 */
export async function installPackages(folder) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  await step('installing npm packages', async () => {
    // Not `npm ci`: it refuses a lock file that lacks the optional packages of other platforms, and not every registry has them all.
    const code = await runToEnd('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env: environmentWithNode24(),
      stdout: 'to stderr',
    });
    if (code !== 0) throw new Error(`npm install in ${folder} failed with exit code ${code}: its messages are above`);
  });
  writeFileSync(stamp, lock);
}
