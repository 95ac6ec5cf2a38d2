import { describe, expect, it } from 'vitest';
import { planarPose } from '../../../core/base/pose.ts';
import type { BoardVariable } from '../../link/board-link.ts';
import { columnsOf, csvOf, KEPT_MS, keyOfTrace, type Moment, numberIn, type Trace, tracesOf, withMoment, withTraces } from './traces.ts';

const variable = (type: BoardVariable['type'], unit = ''): BoardVariable => ({
  ...{ name: 'lab/it', type, unit, goodForMs: undefined, objection: undefined },
  writers: { kind: 'anyone' },
});
const trace = (name: string, component?: string, unit = ''): Trace => ({ name, component, unit });
const moment = (atMs: number, ...points: [string, number, number | undefined][]): Moment => ({
  atMs,
  wallMs: Date.UTC(2026, 0, 2) + atMs,
  points: new Map(points.map(([key, value, ageMs]) => [key, { value, ageMs }])),
});

describe('what can be plotted', () => {
  it('is a number, the parts of a pose, and as many components as a vector has now', () => {
    expect(tracesOf(variable('number', 'm'), undefined)).toEqual([trace('lab/it', undefined, 'm')]);
    expect(tracesOf(variable('pose', 'm'), undefined).map(({ component, unit }) => [component, unit])).toEqual([
      ['x', 'm'],
      ['y', 'm'],
      ['z', 'm'],
      ['yaw', '°'],
    ]);
    const twist = { type: 'vector', value: [1, 2], length: 2 } as const;
    expect(tracesOf(variable('vector', 'm/s rad/s'), twist).map(({ component, unit }) => [component, unit])).toEqual([
      ['0', 'm/s'],
      ['1', 'rad/s'],
    ]);
    expect(tracesOf(variable('vector'), undefined)).toEqual([]);
    expect(tracesOf(variable('text'), undefined)).toEqual([]);
  });

  it('is found in the value', () => {
    const pose = { type: 'pose', value: planarPose(1, 2, Math.PI / 2) } as const;
    expect(['x', 'y', 'z', 'yaw'].map((component) => numberIn(pose, component))).toEqual([1, 2, 0, expect.closeTo(90, 9)]);
    expect(numberIn({ type: 'vector', value: [4], length: 1 }, '1')).toBeUndefined();
    expect(numberIn({ type: 'text', value: '1', length: 1 }, undefined)).toBeUndefined();
  });
});

it('each trace keeps its colour, and a new one gets the first that is free', () => {
  const drawn = withTraces([], [trace('a'), trace('b'), trace('c')]);
  const fewer = drawn.filter(({ name }) => name !== 'b');
  expect(withTraces(fewer, [trace('a'), trace('d')]).map(({ name, colour }) => [name, colour])).toEqual([
    ['a', 1],
    ['c', 3],
    ['d', 2],
  ]);
});

it('moments that are too long ago are forgotten', () => {
  const moments = withMoment([moment(0), moment(50)], moment(KEPT_MS + 10));
  expect(moments.map(({ atMs }) => atMs)).toEqual([50, KEPT_MS + 10]);
});

it('a line is dashed where the value was stale, and the two meet', () => {
  const moments = [
    moment(0, ['a', 1, 10]),
    moment(1000, ['a', 2, 10]),
    moment(2000, ['a', 2, 1010]),
    moment(3000),
    moment(4000, ['a', 3, undefined]),
  ];
  expect(columnsOf(moments, [trace('a')], 4000, 1000)).toEqual([
    [-4, -3, -2, -1, 0],
    [1, 2, null, null, null],
    [null, 2, 2, null, 3],
  ]);
});

it('a table has a line for each moment, and of each trace its value and its age', () => {
  const traces = [trace('lab/range', undefined, 'm'), trace('lab/pose', 'x', 'a "unit", odd')];
  const text = csvOf(
    [moment(0, ['lab/range', 1.5, 20.04]), moment(100, ['lab/range', -2, undefined], [keyOfTrace(traces[1] as Trace), 0.25, 3])],
    traces,
  );
  expect(text.split('\r\n')).toEqual([
    'time,lab/range [m],age of lab/range [ms],"lab/pose x [a ""unit"", odd]",age of lab/pose x [ms]',
    '2026-01-02T00:00:00.000Z,1.5,20.0,,',
    '2026-01-02T00:00:00.100Z,-2,,0.25,3.0',
    '',
  ]);
});
