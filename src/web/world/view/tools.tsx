import { IconArrowsMove, IconFocus2, IconPointer, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { TipButton } from '../../controls/tip-button.tsx';
import { useObservable } from '../../page/use-observable.ts';
import { useRoom } from '../room-context.ts';
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
        <TipButton label="Move the selected thing" keys="G" isPressed={tool === 'move'} onClick={() => room.setTool('move')}>
          <IconArrowsMove size={18} />
        </TipButton>
      )}
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
