import { useId } from 'react';
import { chartOf, isOver, type TaskView } from '../../../core/tasks/tasks.ts';
import { usePiece } from '../../page/use-observable.ts';
import { fixed } from '../../quantities/quantities.ts';
import { paintOf } from '../../theme/palette.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './tasks.module.css';

const LEFT_PX = 96;
const WIDTH_PX = 480;
const ROW_PX = 36;
const BAR_PX = 24;
const HEAD_PX = 20;
const FOOT_PX = 24;
const MARKS = 6;
/** So long a name is written into its bar. */
const LETTER_PX = 7;

/** Steps that people count in, in seconds. */
const STEPS_S = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600];

/** Who ran when: a line for each robot, a bar for each program, in the robot's colour. */
export function TaskChart({ view }: { readonly view: TaskView }) {
  const { link } = useRoom();
  const title = useId();
  const worldMs = usePiece(link.time, (time) => Math.floor((time?.worldMs ?? 0) / 200) * 200);
  const nowMs = isOver(view.phase) ? (view.endedMs ?? worldMs) : worldMs;
  const entities = usePiece(link.entities, (all) => all);
  const robots = [...new Set(view.rows.map(({ robot }) => robot))];
  const lastsS = Math.max(1, (nowMs - (view.startedMs ?? nowMs)) / 1000);
  const stepS = STEPS_S.find((step) => lastsS / step <= MARKS) ?? Math.ceil(lastsS / MARKS);
  const endS = Math.ceil((lastsS * 1.02) / stepS) * stepS;
  const x = (ms: number) => LEFT_PX + (ms / 1000 / endS) * (WIDTH_PX - LEFT_PX - 12);
  const height = HEAD_PX + robots.length * ROW_PX + FOOT_PX;
  const bottom = height - FOOT_PX;
  const marks = Array.from({ length: Math.round(endS / stepS) + 1 }, (_, index) => index * stepS);
  return (
    <figure className={classes.chart}>
      <svg viewBox={`0 0 ${WIDTH_PX} ${height}`} role="img" aria-labelledby={title}>
        <title id={title}>Who ran when in {view.name}</title>
        {marks.map((second) => (
          <g key={second}>
            <line x1={x(second * 1000)} x2={x(second * 1000)} y1={HEAD_PX} y2={bottom} className={classes.mark} />
            <text x={x(second * 1000)} y={bottom + 16} textAnchor="middle" className={classes.time}>
              {second} s
            </text>
          </g>
        ))}
        {robots.map((robot, index) => (
          <text key={robot} x={0} y={HEAD_PX + index * ROW_PX + 22} className={classes.lane}>
            {entities.get(robot)?.description.name ?? robot}
          </text>
        ))}
        {chartOf(view, nowMs).map(({ row, robot, program, fromMs, toMs, phase }) => {
          const y = HEAD_PX + robots.indexOf(robot) * ROW_PX + (ROW_PX - BAR_PX) / 2;
          const width = Math.max(3, x(toMs) - x(fromMs));
          return (
            <g key={row} data-phase={phase}>
              <rect x={x(fromMs)} y={y} width={width} height={BAR_PX} rx={5} fill={paintOf(entities.get(robot)?.description.colour)} />
              {(phase === 'failed' || phase === 'paused') && (
                <rect x={x(fromMs)} y={y} width={width} height={BAR_PX} rx={5} className={classes.troubled} />
              )}
              {program.length * LETTER_PX + 12 < width && (
                <text x={x(fromMs) + 6} y={y + 16} className={classes.bar}>
                  {program}
                </text>
              )}
              <title>
                {program}: {fixed(fromMs / 1000, 1)} s to {fixed(toMs / 1000, 1)} s, {phase}
              </title>
            </g>
          );
        })}
        <line x1={x(lastsS * 1000)} x2={x(lastsS * 1000)} y1={HEAD_PX - 4} y2={bottom} className={classes.now} />
        <text x={Math.min(WIDTH_PX - 24, x(lastsS * 1000))} y={12} textAnchor="middle" className={classes.nowText}>
          {fixed(lastsS, 1)} s
        </text>
      </svg>
    </figure>
  );
}
