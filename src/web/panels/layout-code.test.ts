import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeLayout, encodeLayout } from './layout-code.ts';

it('any layout survives the way through an address', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (layout) => {
      const code = encodeLayout(layout);
      expect(code).toMatch(/^[\w-]*$/);
      expect(JSON.stringify(decodeLayout(code))).toBe(JSON.stringify(layout));
    }),
  );
});

it.each(['', '!', 'abc', '%%%'])('%j is no layout', (code) => {
  expect(decodeLayout(code)).toBeUndefined();
});
