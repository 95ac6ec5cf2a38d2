import type { Deed, Effect } from '../../core/programs/programs.ts';
import type { ToldPosture } from './performance.ts';

/** One line for people: when, where in the program, and what. */
export const effectLine = (atMs: number, { line, deed }: Effect): string =>
  `${(atMs / 1000).toFixed(3).padStart(9)} s  line ${String(line).padStart(3)}  ${words(deed, atMs)}`;

export function postureLine({ base, joints }: ToldPosture): string {
  const standing =
    joints.length > 0
      ? joints.map(({ name, value }) => `${name} ${value}`)
      : [`x ${base.xMm}`, `y ${base.yMm}`, `heading ${base.headingDeg}`];
  return `it stands at ${standing.join(', ')}`;
}

function words(deed: Deed, atMs: number): string {
  switch (deed.kind) {
    case 'move':
      return `move to ${typeof deed.position === 'number' ? `position ${deed.position}` : deed.position}${pace(deed.speedPercent)}`;
    case 'move-by':
      return `move ${typeof deed.dof === 'number' ? `degree of freedom ${deed.dof}` : deed.dof} by ${deed.by}${pace(deed.speedPercent)}`;
    case 'drive':
      return `drive ${deed.forwardMm} mm, turn ${deed.turnDeg} degrees${pace(deed.speedPercent)}`;
    case 'goto':
      return `go to ${deed.place}${pace(deed.speedPercent)}`;
    case 'goto-point':
      return `go to x ${deed.xMm}, y ${deed.yMm}${deed.headingDeg === null ? '' : `, heading ${deed.headingDeg}`}${pace(deed.speedPercent)}`;
    case 'grip':
    case 'release':
      return deed.kind;
    case 'wait':
      return `wait ${deed.untilMs - atMs} ms`;
    case 'flag':
      return `flag ${deed.value}`;
    case 'cell-flag':
      return `flag ${deed.flag} of the environment ${deed.value}`;
    case 'print':
      return `print ${deed.text}`;
    case 'end':
      return deed.outcome === 'finished' ? 'finished' : `failed: ${deed.message}`;
  }
}

const pace = (percent: number): string => (percent === 100 ? '' : ` at ${percent} %`);
