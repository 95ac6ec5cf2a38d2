import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDocument, edl, fig8 } from '../maps.contract.ts';
import { floorPlanOf, parseEdl, readSite, type SiteOptions, writeEdl } from '../maps.ts';

const ground = { name: 'Ground floor', edl: fig8 };
const upper = { name: 'Upper floor', heightCm: 300, edl: fig8 };
/** Both are larger than the others, and empty. */
const [cellar, wide] = ['Cellar', 'Wide floor'].map((name, index) => ({
  name,
  heightCm: 900 * index - 300,
  edl: 'LENGTH 2000.0\nWIDTH 2000.0\n',
}));
const read = (document: object, options?: SiteOptions) => readSite(JSON.stringify({ name: 'House', ...document }), options);
const told = (document: object, options?: SiteOptions) =>
  read(document, options).concerns.map(({ severity, code, place, line, column }) =>
    [severity, code, place, line, column].filter((part) => part !== undefined).join(' '),
  );

describe('a site', () => {
  it('[E34] [E36] is read with its floors from the lowest up, each with its plan', () => {
    const { site, concerns } = read({ floors: [upper, ground], wallHeightCm: 90 });
    expect(concerns).toEqual([]);
    expect(site).toMatchObject({ name: 'House', wallHeightM: 0.9 });
    expect(site?.floors.map(({ id, name, heightM }) => [id, name, heightM])).toEqual([
      ['ground-floor', 'Ground floor', 0],
      ['upper-floor', 'Upper floor', 3],
    ]);
    const { document } = parseEdl(fig8);
    expect(site?.floors[0]?.plan).toEqual(document && floorPlanOf(document));
  });

  it('[E34] takes the texts of floors from files, for who can look', () => {
    const floors = [{ name: 'Ground floor', file: 'ground.edl' }];
    expect(read({ floors }, { textOf: (file) => (file === 'ground.edl' ? fig8 : undefined) }).site?.floors[0]?.plan.lengthM).toBe(9);
    expect(told({ floors }, { textOf: () => undefined })).toEqual(['error file-missing floors[0].file']);
    expect(told({ floors })).toEqual(['error file-missing floors[0].file']);
  });

  it.each([
    ['no floors', { floors: [] }, ['error not-a-site floors']],
    ['a floor without a text', { floors: [{ name: 'A' }] }, ['error not-a-site floors[0]']],
    ['a floor with a text and a file', { floors: [{ ...ground, file: 'a.edl' }] }, ['error not-a-site floors[0]']],
    ['a height that is no number', { floors: [{ ...ground, heightCm: '3 m' }] }, ['error not-a-site floors[0].heightCm']],
    ['a word that is not known', { floors: [ground], elevator: [] }, ['error not-a-site ']],
    [
      'an elevator with one stop',
      { floors: [ground], elevators: [{ name: 'Lift', stops: [{ floor: 'Ground floor', xCm: 1, yCm: 1 }] }] },
      ['error not-a-site elevators[0].stops'],
    ],
    [
      'furniture on a floor that is not there',
      { floors: [ground], furniture: [{ model: 'desk', floor: 'Roof', xCm: 1, yCm: 1 }] },
      ['error unknown-floor furniture[0].floor'],
    ],
    ['floors named alike', { floors: [ground, { ...upper, name: 'ground FLOOR' }] }, ['error same-name floors[1].name']],
    ['floors as high as each other', { floors: [ground, { ...upper, heightCm: 0 }] }, ['error same-height floors[1].heightCm']],
    [
      'an error in a text',
      { floors: [ground, { ...upper, edl: fig8.replace('7 DOOR', '7 DOR') }] },
      ['error unknown-keyword floors[1].edl 42 3'],
    ],
    [
      'a warning in a text',
      { floors: [{ ...ground, edl: edl('WALL: x= 500 y= 300 theta= 400 long= 400') }] },
      ['warning theta-range floors[0].edl 3 21'],
    ],
  ])('[E35] is told of %s, with the place', (_what, document, expected) => {
    expect(told(document)).toEqual(expected);
    expect(read(document).concerns.every(({ message, remedy }) => message !== '' && remedy !== '')).toBe(true);
    expect(read(document).site === undefined).toBe(expected.some((line) => line.startsWith('error')));
  });

  it.each([
    [
      'at a floor that is not there',
      [
        { floor: 'Ground floor', xCm: 200, yCm: 300 },
        { floor: 'Roof', xCm: 200, yCm: 300 },
      ],
      'unknown-floor elevators[0].stops[1].floor',
    ],
    [
      'twice at one floor',
      [
        { floor: 'Ground floor', xCm: 200, yCm: 300 },
        { floor: 'Ground floor', xCm: 200, yCm: 300 },
      ],
      'same-floor elevators[0].stops[1].floor',
    ],
    [
      'in a wall',
      [
        { floor: 'Ground floor', xCm: 400, yCm: 300 },
        { floor: 'Cellar', xCm: 400, yCm: 300 },
      ],
      'elevator-misplaced elevators[0]',
    ],
    [
      'outside',
      [
        { floor: 'Wide floor', xCm: 1500, yCm: 300 },
        { floor: 'Ground floor', xCm: 1500, yCm: 300 },
      ],
      'elevator-misplaced elevators[0]',
    ],
    [
      'not above each other',
      [
        { floor: 'Ground floor', xCm: 200, yCm: 300 },
        { floor: 'Upper floor', xCm: 210, yCm: 300 },
      ],
      'elevator-not-upright elevators[0].stops[1]',
    ],
  ])('[E35] is told of an elevator that stops %s', (_where, stops, expected) => {
    expect(told({ floors: [cellar, ground, upper, wide], elevators: [{ name: 'Lift', stops }] })).toEqual([`error ${expected}`]);
  });

  it('[E34] has an answer to any text and any floors', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => readSite(text).site === undefined));
    fc.assert(fc.property(fc.json(), (text) => readSite(text).concerns.length > 0));
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { site, concerns } = read({ floors: [{ name: 'A', edl: writeEdl(document) }] });
        expect(site !== undefined || concerns.some(({ severity }) => severity === 'error')).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
