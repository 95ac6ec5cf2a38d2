/** `node scripts/tidy.ts [ROOT]`: the habits of STYLE.md that a program can check. Prints what is wrong, a line each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkCitations } from './tidy/citations.ts';
import { checkFunctionLengths, checkNothingIsSkipped, checkPurity } from './tidy/code-rules.ts';
import { checkDeclaredNames, checkFileName } from './tidy/name-rules.ts';
import { type Complaint, Source } from './tidy/source.ts';
import { checkText } from './tidy/text-rules.ts';

const notOurs = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache']);
const untidyOnPurpose = 'tests/checks/fixtures';
const texts = /(\.(ts|tsx|mjs|json|md|css|html|yaml|yml|txt|manyhands)|^bin\/\w+|^\.ci\/run)$/;

const root = resolve(process.argv[2] ?? '.');
const sources = listSources('');
if (!sources.some(({ path }) => path.startsWith('src/'))) throw new Error(`there is nothing to check in ${root}: it has no src`);
const complaints = [...sources.flatMap(checkSource), ...checkCitations(sources)];
for (const { path, line, message } of complaints) console.log(`${path}:${line}: ${message}`);
process.exitCode = complaints.length === 0 ? 0 : 1;

function checkSource(source: Source): Complaint[] {
  const ofText = [...checkFileName(source), ...checkText(source)];
  if (!source.isCode) return ofText;
  return [
    ...ofText,
    ...checkDeclaredNames(source),
    ...checkFunctionLengths(source),
    ...checkPurity(source),
    ...(source.isTest ? checkNothingIsSkipped(source) : []),
  ];
}

function listSources(folder: string): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notOurs.has(entry.name) || path === untidyOnPurpose ? [] : listSources(path);
    return texts.test(path) ? [new Source(path, readFileSync(join(root, path), 'utf8'))] : [];
  });
}
