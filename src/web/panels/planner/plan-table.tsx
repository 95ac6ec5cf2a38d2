import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { PathAnswer } from '../../../core/navigation/path-service.ts';
import type { PlanRow } from '../../guidance/comparison.ts';
import { monitorInkOf } from '../../monitor/monitor-ink.ts';
import { flatContextOf } from '../../page/flat-canvas.ts';
import { usePiece } from '../../page/use-observable.ts';
import { fixed, lengthOnFloor } from '../../quantities/quantities.ts';
import type { Room } from '../../world/room.ts';
import { paintPlanPicture } from './plan-picture.ts';
import classes from './planner.module.css';

const PICTURE = { widthPx: 92, heightPx: 60 } as const;

export interface PlanTableProps {
  readonly room: Room;
  readonly onChoose: (planner: string) => void;
}

/** What planners answered to the same question. The one that is chosen is drawn in the view. */
export function PlanTable({ room, onChoose }: PlanTableProps) {
  const { comparison } = room.guide.guidance;
  const rows = usePiece(comparison.state, (state) => state.rows);
  const chosen = usePiece(comparison.state, (state) => state.chosen);
  if (rows.length === 0) return null;
  const choose = (planner: string) => {
    comparison.choose(planner);
    onChoose(planner);
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>Planner</th>
          <th>Length</th>
          <th>Nodes</th>
          <th>Edges</th>
          <th>Time</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.planner} data-chosen={row.planner === chosen || undefined} onClick={() => choose(row.planner)}>
            <td className={classes.picture}>
              <Picture room={room} row={row} />
            </td>
            <th scope="row">
              <button type="button" aria-pressed={row.planner === chosen} onClick={() => choose(row.planner)}>
                {row.planner}
              </button>
            </th>
            <Figures answer={row.answer} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figures({ answer }: { readonly answer: PathAnswer | undefined }) {
  if (!answer) return <td className={classes.pending} aria-label="Planning" />;
  if (answer.kind === 'refused') return <td className={classes.refused}>{answer.reason}</td>;
  const [nodes, edges] = sizeOf(answer);
  return (
    <>
      <td title={answer.kind === 'path' ? undefined : answer.reason}>
        {answer.kind === 'path' ? lengthOnFloor(answer.lengthM) : answer.kind}
      </td>
      <td>{nodes}</td>
      <td>{edges}</td>
      <td>{fixed(answer.ms, answer.ms < 10 ? 1 : 0)} ms</td>
    </>
  );
}

/** Of the roadmaps of all floors; edges that did not fit the message are counted. */
function sizeOf({ roadmaps = [] }: Exclude<PathAnswer, { kind: 'refused' }>): readonly [nodes: number, edges: number] {
  return [
    roadmaps.reduce((sum, { nodes }) => sum + nodes.length, 0),
    roadmaps.reduce((sum, { edges, edgesLeftOut }) => sum + edges.length + edgesLeftOut, 0),
  ];
}

function Picture({ room, row }: { readonly room: Room; readonly row: PlanRow }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');
  const site = usePiece(room.building.state, (state) => (state.kind === 'ready' ? state.site : undefined));
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    [element.width, element.height] = [PICTURE.widthPx * ratio, PICTURE.heightPx * ratio];
    const context = flatContextOf(element);
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    // Colours are read from the page, which another scheme changes.
    const ink = { ...monitorInkOf(element, 1), scheme };
    paintPlanPicture(context, { answer: row.answer, site, size: PICTURE, ink });
  }, [row.answer, site, scheme]);
  return (
    <canvas ref={canvas} style={{ width: PICTURE.widthPx, height: PICTURE.heightPx }} role="img" aria-label={`Picture of ${row.planner}`} />
  );
}
