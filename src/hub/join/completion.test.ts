import { describe, expect, it } from 'vitest';
import { complete } from './completion.ts';

const vocabulary = { entities: ['patrol', 'puma'], participants: ['alice', 'bob'] };

describe('complete', () => {
  it.each<[line: string, found: string[]]>([
    ['li', ['list']],
    ['wait', ['wait', 'wait-for']],
    ['move p', ['patrol', 'puma']],
    ['-move pa', ['patrol']],
    ['help mo', ['move']],
    ['stop ', ['patrol', 'puma', 'all']],
    ['ride patrol pu', ['puma']],
    ['lease patrol gr', ['grant']],
    ['lease patrol grant b', ['bob']],
    ['wait-for patrol owner a', ['alice']],
    ['insert Box --s', ['--static']],
    ['nonsense p', []],
    ['list p', []],
  ])('%j', (line, found) => {
    const [completions] = complete(line, vocabulary);
    expect(completions.map((completion) => completion.trim())).toEqual(found);
  });
});
