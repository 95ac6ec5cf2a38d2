/**
 * `node scripts/grammars.ts [--check [ROOT]]`: makes the parsers of every `*.grammar` in src, beside it.
 * They are committed, since Node runs the sources as they are; with --check nothing is written, and what is stale is told.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildParserFile } from '@lezer/generator';

const isCheck = process.argv[2] === '--check';
const root = resolve(process.argv[3] ?? join(import.meta.dirname, '..'));
const grammars = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.grammar'));
if (grammars.length === 0) throw new Error('there is no grammar in src: the check is blind');

for (const grammar of grammars) {
  const path = join('src', grammar);
  const { parser, terms } = buildParserFile(readFileSync(join(root, path), 'utf8'), {
    fileName: basename(path),
    typeScript: true,
    warn: (message) => fail(`${path}: ${message}`),
  });
  const stem = path.slice(0, -'.grammar'.length);
  bringUpToDate(`${stem}-parser.generated.ts`, parser);
  bringUpToDate(`${stem}-terms.generated.ts`, terms);
}

function bringUpToDate(path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (isCheck) fail(`${path} is not what its grammar makes: run npm run grammars`);
  else writeFileSync(file, text);
}

function fail(complaint: string): void {
  console.log(complaint);
  process.exitCode = 1;
}
