import { useEffect, useRef } from 'react';
import { WordButton } from '../../controls/word-button.tsx';
import { usePiece } from '../../page/use-observable.ts';
import { useRoom } from '../room-context.ts';
import { Banners } from './banners.tsx';
import { CameraModes } from './camera-modes.tsx';
import { FloorSwitcher } from './floor-switcher.tsx';
import { ShapesLegend } from './shapes-legend.tsx';
import { SmallView } from './small-view.tsx';
import { Tools } from './tools.tsx';
import classes from './view.module.css';

/** The 3D view with what floats over it. The scene itself is the room's: it only moves in here. */
export function View() {
  const room = useRoom();
  const holder = useRef<HTMLDivElement>(null);
  const isEmpty = usePiece(room.link.entities, (entities) => entities.size === 0);
  const status = usePiece(room.link.status, ({ kind }) => kind);
  useEffect(() => {
    holder.current?.append(room.host);
    return () => room.host.remove();
  }, [room]);
  return (
    <div className={classes.view} data-offline={status === 'lost' || undefined}>
      <div ref={holder} className={classes.scene} />
      <Tools />
      <CameraModes />
      <FloorSwitcher />
      <Banners />
      <SmallView />
      <ShapesLegend />
      {isEmpty && status === 'open' && (
        <div className={classes.empty}>
          No robots yet. <WordButton onClick={() => room.isAdding.set(true)}>Add one from the catalog.</WordButton>
        </div>
      )}
    </div>
  );
}
