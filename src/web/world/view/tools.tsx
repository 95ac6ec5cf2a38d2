import { IconArrowsMove, IconFocus2, IconPointer, IconTargetArrow, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { TipButton } from '../../controls/tip-button.tsx';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom, useSelected } from '../room-context.ts';
import classes from './view.module.css';

export function Tools() {
  const room = useRoom();
  const tool = useObservable(room.tool);
  return (
    <div className={classes.tools} role="toolbar" aria-label="Tools" aria-orientation="vertical">
      <TipButton label="Select" keys="V" isPressed={tool === 'select'} onClick={() => room.setTool('select')}>
        <IconPointer size={18} />
      </TipButton>
      {room.may('operator') && (
        <TipButton label="Move the selected thing" keys="M" isPressed={tool === 'move'} onClick={() => room.setTool('move')}>
          <IconArrowsMove size={18} />
        </TipButton>
      )}
      <GoalTool />
      <TipButton label="Everything in view" keys="Home" onClick={() => room.scene.frame()}>
        <IconFocus2 size={18} />
      </TipButton>
      <TipButton label="Nearer" keys="+" onClick={() => room.scene.zoom(0.8)}>
        <IconZoomIn size={18} />
      </TipButton>
      <TipButton label="Farther" keys="−" onClick={() => room.scene.zoom(1.25)}>
        <IconZoomOut size={18} />
      </TipButton>
    </div>
  );
}

/** Where the selected robot is to go. */
function GoalTool() {
  const room = useRoom();
  const tool = useObservable(room.tool);
  const selected = useSelected();
  useObservable(room.models.state);
  if (!room.may('operator')) return null;
  const label =
    room.canSend && selected
      ? `Send ${selected.description.name}: press its goal, drag for the heading`
      : 'Set a goal: select a robot that drives';
  return (
    <TipButton
      label={label}
      keys="G"
      isPressed={tool === 'goal'}
      disabled={!room.canSend}
      onClick={() => (tool === 'goal' ? room.setTool('select') : room.pointAtGoal('go'))}
    >
      <IconTargetArrow size={18} />
    </TipButton>
  );
}
