import { expect, it } from 'vitest';
import { PlantedTree } from './planted-tree.ts';

it('tidy finds each untidiness that was planted, where it is', { timeout: 120_000 }, () => {
  using tree = new PlantedTree('untidy');
  const { passed, output } = tree.tidy();
  const complaints = output.split('\n');
  for (const [place, complaint] of planted) {
    expect(complaints, `${place} should have "${complaint}"`).toContainEqual(expect.stringMatching(`^${place}: .*${complaint}`));
  }
  expect(complaints.filter((line) => line.includes('short') || line.includes('Z4') || line.includes('Z5'))).toEqual([]);
  expect(passed).toBe(false);
});

const planted = [
  ['src/core/base/impure.ts:2', 'Date.now in core'],
  ['src/core/base/impure.ts:3', 'performance.now in core'],
  ['src/core/base/impure.ts:4', 'Math.random in core'],
  ['src/core/base/impure.ts:5', 'new Date in core'],
  ['src/core/base/impure.ts:6', 'setTimeout in core'],
  ['src/core/base/impure.ts:7', 'setInterval in core'],
  ['src/core/base/impure.ts:8', 'queueMicrotask in core'],
  ['src/hub/unfinished.ts:1', 'a note to self'],
  ['src/hub/unfinished.ts:2', 'a note to self'],
  ['src/hub/unfinished.ts:3', 'a path of one machine'],
  ['src/hub/unfinished.ts:4', 'silences a check'],
  ['src/hub/unfinished.ts:6', 'silences a check'],
  ['src/hub/unfinished.ts:7', '"WorldManager" says nothing'],
  ['src/hub/string-utils.ts:1', '"utils" in its path says nothing'],
  ['src/hub/CamelCase.ts:1', '"CamelCase" in its path is not in kebab-case'],
  ['src/hub/long-file.ts:401', '401 lines, over 400'],
  ['src/hub/long-function.ts:2', 'a function of 71 lines, over 70'],
  ['src/hub/skipping.test.ts:3', 'describe.only'],
  ['src/hub/skipping.test.ts:4', 'it.skip'],
  ['src/hub/skipping.test.ts:5', 'it.todo'],
  ['src/hub/skipping.test.ts:6', 'cites rule Z9, which no SPEC.md has'],
  ['src/hub/SPEC.md:4', 'rule Z2 is cited by no test'],
  ['src/hub/SPEC.md:6', 'rule Z3 is cited by no test'],
  ['src/hub/SPEC.md:8', 'rule Z1 has its number from src/hub/SPEC.md:3 already'],
] as const;
