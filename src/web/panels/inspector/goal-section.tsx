import { GoalBox } from '../../guidance/goal-box.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { canTravel } from '../../world/groups.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './inspector.module.css';

/** For what drives: where it is sent, and how far it has come. */
export function GoalSection({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const tool = useObservable(room.tool);
  const { guidance } = room.guide;
  const isPointing = usePiece(guidance.purpose, (purpose) => purpose === 'go') && tool === 'goal';
  if (!canTravel(info, room.models) || !room.may('operator')) return null;
  return (
    <section className={classes.section} aria-label="Goal">
      <h3>Goal</h3>
      <GoalBox
        guidance={guidance}
        building={room.building}
        robot={info.id}
        isPointing={isPointing}
        onPoint={() => (isPointing ? room.setTool('select') : room.pointAtGoal('go'))}
      />
    </section>
  );
}
