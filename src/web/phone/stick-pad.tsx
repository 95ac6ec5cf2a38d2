import { IconChevronDown, IconChevronLeft, IconChevronRight, IconChevronUp } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { TouchStick } from '../driving/driving.ts';
import classes from './phone.module.css';

/** How far the knob goes from the middle of the pad; beyond it the stick is at its end. */
const TRAVEL_PX = 58;

export interface StickPadProps {
  readonly stick: TouchStick;
  /** Why it cannot be used now: said in its place. */
  readonly obstacle: string | undefined;
}

/** The on-screen stick. The knob follows the finger without React: it is drawn with every frame. */
export function StickPad({ stick, obstacle }: StickPadProps) {
  const knob = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      const { forward, left } = stick.knob;
      knob.current?.style.setProperty('transform', `translate(${-left * TRAVEL_PX}px, ${-forward * TRAVEL_PX}px)`);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [stick]);
  const follow = (deed: 'press' | 'move') => (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    stick[deed](event.pointerId, event.clientX - left - width / 2, event.clientY - top - height / 2, TRAVEL_PX);
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (obstacle !== undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    follow('press')(event);
  };
  const release = (event: PointerEvent) => stick.release(event.pointerId);
  return (
    <div
      className={classes.stick}
      data-obstacle={obstacle !== undefined || undefined}
      role="application"
      aria-label="Stick: push to drive, release to stop"
      onPointerDown={press}
      onPointerMove={follow('move')}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      <IconChevronUp className={classes.up} size={24} aria-hidden />
      <IconChevronLeft className={classes.left} size={24} aria-hidden />
      <IconChevronRight className={classes.right} size={24} aria-hidden />
      <IconChevronDown className={classes.down} size={24} aria-hidden />
      {obstacle === undefined ? (
        <span className={classes.knob} ref={knob} />
      ) : (
        <p className={classes.obstacle} role="status">
          {obstacle}
        </p>
      )}
    </div>
  );
}
