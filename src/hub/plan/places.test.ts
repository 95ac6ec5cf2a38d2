import { describe, expect, it } from 'vitest';
import { readSite, type Site } from '../../core/maps/maps.ts';
import { goalOf, spotOf } from './places.ts';

const edl = (room: string): string => `LENGTH 800 WIDTH 400\n1 POINT: x= 100 y= 200 theta= 0 name= "${room}"`;
const siteWith = (...floors: object[]): Site =>
  readSite(JSON.stringify({ name: 'House', floors })).site ?? expect.fail('it is a good site');
const ground = { name: 'Ground floor', edl: edl('Kitchen') };
const hut = siteWith(ground);
const house = siteWith(ground, { name: 'Upper floor', heightCm: 300, edl: edl('Workshop') });
const mansion = siteWith(ground, { name: 'Cellar', heightCm: -300, edl: edl('Kitchen') });

describe('a place that somebody typed', () => {
  it('is two numbers in metres, on the only floor or on one that is named', () => {
    expect(spotOf('--from', '1.5, .5', hut)).toEqual({ x: 1.5, y: 0.5, floor: 'ground-floor' });
    expect(spotOf('--from', '1,2,upper floor', house)).toEqual({ x: 1, y: 2, floor: 'upper-floor' });
    expect(spotOf('--from', '1,2,upper-floor', house)).toEqual({ x: 1, y: 2, floor: 'upper-floor' });
  });

  it('is a room by its name or id', () => {
    expect(goalOf('--to', 'workshop', house)).toEqual({ node: 'upper-floor/workshop' });
    expect(goalOf('--to', 'ground-floor/kitchen', mansion)).toEqual({ node: 'ground-floor/kitchen' });
    expect(goalOf('--to', '1,2,Cellar', mansion)).toEqual({ x: 1, y: 2, floor: 'cellar' });
  });

  it.each<[string, () => unknown, string]>([
    ['outside', () => spotOf('--from', '99,2', hut), '--from 99,2 is outside of Ground floor, which goes from 0,0 to 8,4 m'],
    ['no place', () => spotOf('--from', 'here', hut), '--from here: it is x,y or x,y,floor in metres'],
    ['half a place', () => goalOf('--to', '1,', hut), '--to 1,: it is x,y or x,y,floor in metres'],
    [
      'on no floor, where there are several',
      () => spotOf('--from', '1,2', house),
      '--from: say on which floor, as x,y,floor: Ground floor, Upper floor',
    ],
    ['on a floor that is not there', () => spotOf('--from', '1,2,roof', house), 'there is no floor roof; choose Ground floor, Upper floor'],
    [
      'in a room that is not there',
      () => goalOf('--to', 'Workshp', house),
      '--to Workshp: there is no room of that name; did you mean Workshop?',
    ],
    [
      'in a room of which there are two',
      () => goalOf('--to', 'Kitchen', mansion),
      'name one of them by its id: cellar/kitchen, ground-floor/kitchen',
    ],
  ])('that is %s is told with a remedy', (_what, read, expected) => {
    expect(read).toThrow(expected);
  });
});
