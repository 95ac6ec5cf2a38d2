import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { OWN_CHROMIUM, OWN_HUB } from '../browser/own-processes.ts';

const FOLDER = 'tests/browser';
const SUFFIX = '.test.ts';
const STARTS_HUB = /\b(LastingHub|HubProcess|HubCluster)\.start\(/;
const STARTS_CHROMIUM = /\b(Chromium\.start|launchChromium)\(/;
/** What it starts is shared. */
const SHARED = join(FOLDER, 'lab.ts');

/** The source of a module of tests, and of those that it imports. */
function sourcesOf(path: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(path) || path === SHARED) return found;
  const source = readFileSync(path, 'utf8');
  found.set(path, source);
  for (const [, imported = ''] of source.matchAll(/from '(\.[^']+)'/g)) {
    const target = join(dirname(path), imported);
    if (target.startsWith('tests/')) sourcesOf(target, found);
  }
  return found;
}

const filesThat = (start: RegExp): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(SUFFIX))
    .filter((name) => [...sourcesOf(join(FOLDER, name)).values()].some((source) => start.test(source)))
    .map((name) => basename(name, SUFFIX));

it('browser tests share a hub and a Chromium, but for those that are listed with a reason', () => {
  expect(filesThat(STARTS_HUB)).toEqual(Object.keys(OWN_HUB).toSorted());
  expect(filesThat(STARTS_CHROMIUM)).toEqual(Object.keys(OWN_CHROMIUM).toSorted());
});
