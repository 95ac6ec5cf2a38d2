import { IconAlertTriangle } from '@tabler/icons-react';
import type { ImportProblem } from '../../formats/formats.ts';
import classes from './own-robot.module.css';

const MOST_SHOWN = 50;

export interface ProblemsProps {
  readonly problems: readonly ImportProblem[];
  readonly mood: 'warn' | 'bad';
}

/** What is wrong with the files, and where: file:line:column. */
export function Problems({ problems, mood }: ProblemsProps) {
  if (problems.length === 0) return null;
  const shown = problems.slice(0, MOST_SHOWN).map((problem, index) => ({ ...problem, key: `${index} ${problem.message}` }));
  return (
    <section className={classes.problems} data-mood={mood} aria-label="Problems" role={mood === 'bad' ? 'alert' : undefined}>
      <h3>
        <IconAlertTriangle size={16} color={`var(--mh-${mood})`} aria-hidden />
        {mood === 'bad' ? 'This cannot be imported' : problems.length === 1 ? '1 problem' : `${problems.length} problems`}
      </h3>
      <ul>
        {shown.map((problem) => (
          <li key={problem.key}>
            {problem.file !== '' && <code>{placeOf(problem)}</code>}
            {problem.message}
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN && <p>and {problems.length - MOST_SHOWN} more</p>}
    </section>
  );
}

const placeOf = ({ file, line, column }: ImportProblem): string =>
  [file, ...(line === undefined ? [] : [line]), ...(line === undefined || column === undefined ? [] : [column])].join(':');
