import { IconVideo, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { AgeMark } from '../../controls/age-mark.tsx';
import { TipButton } from '../../controls/tip-button.tsx';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { useRoom } from '../room-context.ts';
import classes from './view.module.css';

const WIDTH_PX = 208;
const HEIGHT_PX = 128;

/** A second, small view: through the eyes of something, while the large one stays. */
export function SmallView() {
  const room = useRoom();
  const from = useObservable(room.smallView);
  const canvas = useRef<HTMLCanvasElement>(null);
  const watched = usePiece(room.link.entities, (entities) => (from ? entities.get(from.entity) : undefined));
  useEffect(() => {
    if (!from || !canvas.current) return;
    room.scene.setSecondView({ canvas: canvas.current, from });
    return () => room.scene.setSecondView(undefined);
  }, [room, from]);
  if (!from || !watched) return null;
  const ratio = Math.min(2, window.devicePixelRatio);
  return (
    <figure className={classes.small}>
      <canvas ref={canvas} width={WIDTH_PX * ratio} height={HEIGHT_PX * ratio} style={{ width: WIDTH_PX, height: HEIGHT_PX }} />
      <figcaption>
        <IconVideo size={16} aria-hidden />
        <span>{watched.description.name}</span>
        <AgeMark ageMs={watched.ageMs} />
        <TipButton label="Close the small picture" size={22} onClick={() => room.smallView.set(undefined)}>
          <IconX size={14} />
        </TipButton>
      </figcaption>
    </figure>
  );
}
