/** What `bench experiment` measured, beside what paper 2 says in its section V. */
import { lightTokens } from '../../src/web/theme/tokens.ts';
import { type Line, type Panel, svgOf } from './svg.ts';

/** The medians over all runs, for so many clients. */
export interface ExperimentFigure {
  readonly clients: number;
  /** Of one core: on average, and in the busiest second. */
  readonly cpuPercent: number;
  readonly cpuMostPercent: number;
  /** Resident. */
  readonly memoryMb: number;
  readonly commandP50Ms: number;
  readonly commandP99Ms: number;
  readonly commandMostMs: number;
  readonly floorP50Ms: number;
  readonly floorP99Ms: number;
  readonly floorMostMs: number;
  /** Commands that were not acknowledged. */
  readonly lost: number;
}

const { accent, warn, muted } = lightTokens;
const LATER = '#7446C4';

/** Of the text of its section V; its curves are not in it. */
const PAPER = { clients: 3, cpuPercent: 26.57, cpuMostPercent: 43.9, memoryMb: 63, mostMs: 100 };

export function experimentPicture(figures: readonly ExperimentFigure[]): string {
  const line = (label: string, colour: string, of: keyof ExperimentFigure): Line => ({
    label,
    colour,
    points: figures.map((figure) => ({ x: figure.clients, y: figure[of] })),
  });
  const x = figures.map(({ clients }) => clients);
  const across = (y: number) => x.map((clients) => ({ x: clients, y }));
  const mark = (y: number, label: string, side: 'above' | 'below') => ({ x: PAPER.clients, y, label, colour: warn, side });
  const cpu: Panel = {
    title: 'Server, processor',
    unit: '% of one core',
    ...scaleFor([...figures.map(({ cpuMostPercent }) => cpuMostPercent), PAPER.cpuMostPercent]),
    lines: [line('mean', accent, 'cpuPercent'), line('busiest second', LATER, 'cpuMostPercent')],
    marks: [mark(PAPER.cpuPercent, 'paper 2, mean: 26.57 %', 'below'), mark(PAPER.cpuMostPercent, 'paper 2, most: 43.9 %', 'above')],
  };
  const memory: Panel = {
    title: 'Server, memory',
    unit: 'MB resident',
    ...scaleFor([...figures.map(({ memoryMb }) => memoryMb), PAPER.memoryMb]),
    lines: [line('hub', accent, 'memoryMb')],
    marks: [mark(PAPER.memoryMb, 'paper 2: 63 MB', 'below')],
  };
  const response: Panel = {
    title: 'Response time',
    unit: 'ms',
    ...scaleFor([...figures.flatMap(({ commandMostMs, floorMostMs }) => [commandMostMs, floorMostMs]), PAPER.mostMs]),
    lines: [
      line('a command to the robot of another, p99', accent, 'commandP99Ms'),
      line('the same, the longest of 20 s', LATER, 'commandMostMs'),
      line('all that is on the floor, the longest of 20 s', muted, 'floorMostMs'),
      { label: 'paper 2: under 100 ms with 5 clients', colour: warn, points: across(PAPER.mostMs), style: 'dashed' },
    ],
    marks: [],
  };
  return svgOf({
    title: 'The experiment of paper 2, done again',
    description: `Measured: ${JSON.stringify(figures)}`,
    axis: 'robot clients',
    x,
    panels: [cpu, memory, response],
  });
}

const STEPS = [5, 10, 20, 25, 50, 100, 200, 500];
const MOST_STEPS = 6;

/** Round steps that leave some room above the largest. */
function scaleFor(values: readonly number[]): { mostY: number; stepY: number } {
  const most = Math.max(...values) * 1.1;
  const stepY = STEPS.find((step) => most / step <= MOST_STEPS) ?? 1000;
  return { mostY: Math.ceil(most / stepY) * stepY, stepY };
}
