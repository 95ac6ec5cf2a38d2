import { describe, expect, it } from 'vitest';
import { isWellFormed, wellFormed } from './well-formed.ts';

describe('wellFormed', () => {
  it.each<[text: string, longest: number, kept: string]>([
    ['a hand', 80, 'a hand'],
    ['a\0b', 80, 'a\uFFFDb'],
    ['a\uD83Db', 80, 'a\uFFFDb'],
    ['a\uDE00', 80, 'a\uFFFD'],
    ['a\u{1F600}', 3, 'a\u{1F600}'],
    ['a\u{1F600}', 2, 'a'],
    ['abc', 2, 'ab'],
  ])('%j of %i letters: %j', (text, longest, kept) => {
    expect(wellFormed(text, longest)).toBe(kept);
    expect(isWellFormed(kept)).toBe(true);
  });

  it('is needed for what isWellFormed refuses', () => {
    for (const text of ['\0', '\uD83D', '\uDE00x']) expect(isWellFormed(text)).toBe(false);
    for (const text of ['', 'Zoë \u{1F600}']) expect(isWellFormed(text)).toBe(true);
  });
});
