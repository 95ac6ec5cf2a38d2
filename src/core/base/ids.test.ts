import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MisuseError } from './errors.ts';
import { idFromName, isId, requireId } from './ids.ts';

describe('ids', () => {
  it('are 1 to 64 lower-case letters, digits, _ and -', () => {
    for (const id of ['a', 'puma-560', '_x', '-', '0', 'a'.repeat(64)]) expect(isId(id)).toBe(true);
    for (const wrong of ['', 'A', 'a b', 'a.b', 'ä', '*', '>', 'a\n', 'a'.repeat(65)]) expect(isId(wrong)).toBe(false);
  });

  it('that are none are refused by name', () => {
    expect(requireId('ok', 'the entity')).toBe('ok');
    expect(() => requireId('No', 'the entity')).toThrow(MisuseError);
    expect(() => requireId('No', 'the entity')).toThrow('the entity "No" is not an id: use 1 to 64 of a-z, 0-9, _ and -');
  });

  it.each([
    ['Puma 560 (left)', 'puma-560-left'],
    ['  Ünïcode Röbot ', 'u-ni-code-ro-bot'],
    ['Ａｌｉｃｅ', 'alice'],
    ['机器人', 'unnamed'],
    ['', 'unnamed'],
    ['snake_case', 'snake_case'],
  ])('come from names: %j gives %j', (name, id) => {
    expect(idFromName(name)).toBe(id);
  });

  it('can be made of any name, with room for a number behind them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        expect(isId(idFromName(name))).toBe(true);
        expect(idFromName(name).length).toBeLessThanOrEqual(48);
      }),
    );
  });
});
