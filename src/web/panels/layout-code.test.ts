import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressOf, readRoute } from '../router/router.ts';
import { decodeLayout, encodeLayout } from './layout-code.ts';

/** Letters of any script, letters that combine with the one before, signs of two halves, and halves that are alone. */
const letter = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('é', 'e\u0301', 'ß', 'Я', '机', '한', 'ش', '🤖', '👩‍🔧', '\u0000', '\u2028', '\u00ff', '\u0100'),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((half) => String.fromCharCode(half)),
);

/** Whoever opens the address of a world with this layout. */
function sent(layout: unknown): unknown {
  const address = addressOf({ kind: 'world', world: 'demo', layout: encodeLayout(layout) });
  const at = address.indexOf('#');
  const route = readRoute({ pathname: address.slice(0, at), hash: address.slice(at) });
  return route.kind === 'world' && route.layout !== undefined ? decodeLayout(route.layout) : undefined;
}

it('any layout survives the way through an address, whatever letters it has', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: letter }), (layout) => {
      expect(encodeLayout(layout)).toMatch(/^[\w-]*$/);
      expect(JSON.stringify(sent(layout))).toBe(JSON.stringify(layout));
    }),
  );
});

it.each(['Überwachung', 'Панель', '作業場', 'لوحة', 'e\u0301', '🤖', '\ud83e'])(
  'a panel called %s is called so after the way through an address',
  (name) => {
    expect(sent({ panels: [name], [name]: 1 })).toEqual({ panels: [name], [name]: 1 });
  },
);

it.each(['', '!', 'abc', '%%%'])('%j is no layout', (code) => {
  expect(decodeLayout(code)).toBeUndefined();
});
