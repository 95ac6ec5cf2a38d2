import { useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { TipButton } from '../../controls/tip-button.tsx';
import { Settable } from '../../link/observable.ts';
import { useObservable } from '../../page/use-observable.ts';
import type { TextPaneProps } from '../text-pane.tsx';
import { type BlocksNote, BlockWorkspace } from './block-workspace.ts';
import './blocks.css';
import classes from '../programs.module.css';

const NO_NOTE = new Settable<BlocksNote | undefined>(undefined);

/** The program as blocks. */
export function BlocksPane({ session, source, standing }: TextPaneProps) {
  const holder = useRef<HTMLElement>(null);
  const asked = useRef(source);
  asked.current = source;
  const scheme = useComputedColorScheme('light');
  const first = useRef(scheme);
  const [workspace, setWorkspace] = useState<BlockWorkspace>();
  useEffect(() => {
    if (!holder.current) return;
    const positions = () =>
      asked
        .current()
        .positions.map(({ name }) => name)
        .filter((name) => /^[A-Za-z_]\w*$/.test(name));
    const opened = new BlockWorkspace(holder.current, session, positions, first.current);
    const sizes = new ResizeObserver(() => opened.fit());
    sizes.observe(holder.current);
    const end = standing.subscribe(() => opened.setStanding(standing.get()));
    opened.setStanding(standing.get());
    setWorkspace(opened);
    return () => {
      end();
      sizes.disconnect();
      opened[Symbol.dispose]();
    };
  }, [session, standing]);
  useEffect(() => {
    first.current = scheme;
    workspace?.setScheme(scheme);
  }, [workspace, scheme]);
  const note = useObservable(workspace?.note ?? NO_NOTE);
  return (
    <div className={classes.blocks}>
      {note && (
        <div className={classes.blocksNote} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <span>{note.text}</span>
        </div>
      )}
      <section ref={holder} className={classes.workspace} aria-label="Blocks of the program" inert={note?.at !== undefined} />
      <span className={classes.zoom}>
        <TipButton label="Larger blocks" onClick={() => workspace?.zoom(1)}>
          <IconZoomIn size={18} />
        </TipButton>
        <TipButton label="Smaller blocks" onClick={() => workspace?.zoom(-1)}>
          <IconZoomOut size={18} />
        </TipButton>
      </span>
    </div>
  );
}
