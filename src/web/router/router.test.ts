import { describe, expect, it } from 'vitest';
import { addressOf, readInvitation, readRoute } from './router.ts';

const at = (address: string) => {
  const { pathname, hash } = new URL(address, 'http://hub');
  return readRoute({ pathname, hash });
};

describe('routes', () => {
  it.each([
    { kind: 'lobby' },
    { kind: 'world', world: 'workcell', layout: undefined },
    { kind: 'world', world: 'workcell', layout: 'eyJhIjoxfQ' },
    { kind: 'world', world: 'workcell', layout: undefined, entity: 'pioneer_1' },
    { kind: 'monitor', world: 'lab-floor', screen: 'desk' },
    { kind: 'monitor', world: 'lab-floor', screen: 'wall' },
    { kind: 'drive', world: 'lab-floor', entity: 'pioneer_1' },
    { kind: 'maps', world: 'lab-floor', document: undefined },
    { kind: 'maps', world: 'lab-floor', document: 'ground-map' },
    { kind: 'join', invitation: 'aaa.bbb.ccc' },
  ] as const)('$kind is read from its own address', (route) => {
    expect(at(addressOf(route))).toEqual(route);
  });

  it.each(['/w/a#at=', '/w/a#at=No%20id', '/w/a#at=a/b', '/w/a#at=<b>', '/w/a#other=x'])(
    '%s is the world, and looks at nothing',
    (address) => {
      expect(at(address)).toEqual({ kind: 'world', world: 'a', layout: undefined });
    },
  );

  it.each([
    '/w',
    '/w/a/drive',
    '/w/a/b/c',
    '/w/a/drive/b/c',
    '/x',
    '/j/abc',
    '/w/a/maps/st',
    '/w/a/maps/A.*',
    '/w/a/monitor/big',
    '/w/a/monitor/wall/b',
  ])('%s leads nowhere', (path) => {
    expect(at(path)).toEqual({ kind: 'nowhere', path });
  });
});

describe('an invitation', () => {
  it.each([
    ['https://192.168.1.7:7777/j#aaa.b-b.c_c', 'aaa.b-b.c_c'],
    [' #aaa.bbb.ccc ', 'aaa.bbb.ccc'],
    ['aaa.bbb.ccc', 'aaa.bbb.ccc'],
    ['https://192.168.1.7/', undefined],
    ['hello', undefined],
    ['', undefined],
  ])('is found in %j', (pasted, token) => {
    expect(readInvitation(pasted)).toBe(token);
  });
});
