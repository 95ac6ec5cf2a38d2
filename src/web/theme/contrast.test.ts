import { describe, expect, it } from 'vitest';
import { INK_ON_PAINT, INK_ON_TAG, PALETTE } from '../scene/palette.ts';
import { contrast } from './contrast.ts';
import { darkTokens, lightTokens, ON_STOP, type Tokens, variableOf } from './tokens.ts';

const TEXT = 4.5;
const EDGE = 3;
const grounds: readonly (keyof Tokens)[] = ['bg', 'panel', 'sunk', 'hover', 'soft'];
const onGrounds: readonly (keyof Tokens)[] = ['text', 'muted', 'accentText'];
const pairs: readonly (readonly [keyof Tokens, keyof Tokens])[] = [
  ...onGrounds.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ['onAccent', 'accent'],
  ['accent', 'panel'],
  ...(['ok', 'warn', 'bad'] as const).flatMap((state) => [
    [state, 'panel'] as const,
    [state, `${state}Tint`] as const,
    [state, 'sunk'] as const,
  ]),
  ['text', 'warnTint'],
  ['text', 'badTint'],
  ['text', 'okTint'],
];

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#123456', '#123456', 1],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });
});

describe.each([
  ['light', lightTokens],
  ['dark', darkTokens],
] as const)('the %s theme', (scheme, tokens) => {
  it.each(pairs)('%s can be read on %s', (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(TEXT);
  });

  it('says Stop readably, pressed or not', () => {
    expect(contrast(ON_STOP, tokens.stop)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(ON_STOP, tokens.stopEdge)).toBeGreaterThanOrEqual(TEXT);
  });

  it('shows the edges of what is operated', () => {
    expect(contrast(tokens.control, tokens.panel)).toBeGreaterThanOrEqual(EDGE);
  });

  it.each(PALETTE)('writes on $name readably', (colour) => {
    expect(contrast(scheme === 'light' ? colour.tagLight : colour.tagDark, INK_ON_TAG[scheme])).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(colour.paint, INK_ON_PAINT)).toBeGreaterThanOrEqual(TEXT);
  });
});

it('names variables after tokens', () => {
  expect(['bg', 'line2', 'accentText', 'stopEdge'].map(variableOf)).toEqual([
    '--mh-bg',
    '--mh-line2',
    '--mh-accent-text',
    '--mh-stop-edge',
  ]);
});
