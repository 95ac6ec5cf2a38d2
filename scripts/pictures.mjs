/**
 * `npm run pictures [-- NAME ...]`: makes the pictures of the docs and of the demo worlds, or those of these shoots only, in a real Chromium, against a hub of its own with the
 * demonstration worlds in a temporary folder. Look at them before you commit them.
 */
import { compile } from './compile.mjs';
import { say } from './progress.mjs';

const wanted = process.argv.slice(2);
const code = await compile();
if (code === 0) {
  const { shoots, takePictures } = await import('./pictures/take-pictures.ts');
  const unknown = wanted.filter((name) => !(name in shoots));
  if (unknown.length === 0) await takePictures(wanted);
  else say(`there is no shoot ${unknown.join(', ')}; choose among ${Object.keys(shoots).join(', ')}`);
  process.exitCode = unknown.length === 0 ? 0 : 2;
} else {
  process.exitCode = code;
}
