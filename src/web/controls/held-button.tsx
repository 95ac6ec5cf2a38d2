import { type ReactNode, useEffect, useRef } from 'react';

export interface HeldButtonProps {
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Why, for who asks. */
  readonly reason?: string | undefined;
  readonly onHold: () => void;
  /** Also when the button goes while it is held. */
  readonly onLetGo: () => void;
  readonly children: ReactNode;
}

/** Held: something moves. Let go: it stops. */
export function HeldButton({ label, isReadOnly, reason, onHold, onLetGo, children }: HeldButtonProps) {
  const letGo = useRef(onLetGo);
  useEffect(() => {
    letGo.current = onLetGo;
  });
  useEffect(() => () => letGo.current(), []);
  return (
    <button
      type="button"
      aria-label={label}
      title={reason ?? `${label}: hold`}
      disabled={isReadOnly}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold();
      }}
      onPointerUp={onLetGo}
      onPointerCancel={onLetGo}
      onLostPointerCapture={onLetGo}
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && !event.repeat && onHold()}
      onKeyUp={onLetGo}
      onBlur={onLetGo}
    >
      {children}
    </button>
  );
}
