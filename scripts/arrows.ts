/**
 * `node scripts/arrows.ts [ROOT]`: who imports whom, against the tables in .dependency-cruiser.mjs.
 * It also shows that it looked: dependency-cruiser finds nothing wrong with what it could not read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import { arrowsBetweenFolders, arrowsInsideCore, forbidden, options } from '../.dependency-cruiser.mjs';

const root = resolve(process.argv[2] ?? '.');
const complaints = [...(await forbiddenImports()), ...unknownFolders(), ...wrongReferences()];
for (const complaint of complaints) console.log(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;

async function forbiddenImports(): Promise<string[]> {
  const folders = ['src', 'tests', 'scripts', 'examples'].filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, { ...options, baseDir: root, ruleSet: { forbidden }, validate: true });
  const result = output as ICruiseResult;
  return [...unseenFiles(result), ...result.summary.violations.map(describe)];
}

function unseenFiles(result: ICruiseResult): string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const seen = result.modules.filter((module) => module.source.startsWith('src/') && !module.couldNotResolve).length;
  const imports = result.modules.reduce((sum, module) => sum + module.dependencies.length, 0);
  if (files.length > 0 && seen >= files.length && imports > 0) return [];
  return [`the check is blind: it saw ${seen} of ${files.length} files of src and ${imports} imports; is its parser still swc?`];
}

function describe(violation: IViolation): string {
  const path = (violation.cycle ?? violation.via)?.map((step) => step.name) ?? [violation.to];
  const rule = forbidden.find(({ name }) => name === violation.rule.name);
  return `${[violation.from, ...path].join(' -> ')}: ${rule?.comment} [${violation.rule.name}]`;
}

function unknownFolders(): string[] {
  const check = (folder: string, table: Record<string, readonly string[]>) =>
    foldersIn(folder)
      .filter((name) => table[name] === undefined)
      .map((name) => `${folder}/${name}: has no arrows; give it a line in .dependency-cruiser.mjs`);
  return [...check('src', arrowsBetweenFolders), ...check('src/core', arrowsInsideCore)];
}

/** A project may reference only what its folder may import, or tsc would let a forbidden import pass. */
function wrongReferences(): string[] {
  return foldersIn('src').flatMap((folder) => {
    const file = join(root, 'src', folder, 'tsconfig.json');
    if (!existsSync(file)) return [`src/${folder}: has no tsconfig.json, so the compiler does not guard it`];
    const allowed: readonly string[] = (arrowsBetweenFolders as Record<string, readonly string[]>)[folder] ?? [];
    return [...readFileSync(file, 'utf8').matchAll(/"path": "\.\.\/([a-z/-]+)"/g)]
      .map(([, reference = '']) => reference)
      .filter((reference) => !allowed.some((arrow) => arrow.split('/')[0] === reference.split('/')[0]))
      .map((reference) => `src/${folder}/tsconfig.json: references ${reference}, which src/${folder} may not import`);
  });
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
