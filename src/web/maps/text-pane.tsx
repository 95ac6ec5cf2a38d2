import { useEffect, useRef } from 'react';
import { formatEdl } from '../../core/maps/maps.ts';
import { openTextEditor, showProblems } from '../texts/text-editor.ts';
import { edl } from './edl-language.ts';
import type { MapSession } from './map-session.ts';
import classes from './maps.module.css';

/** The map as text. */
export function TextPane({ session }: { readonly session: MapSession }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!holder.current) return;
    const { view, close } = openTextEditor(session, {
      ...{ parent: holder.current, label: 'EDL text of the map', extensions: [edl()] },
      keys: [{ key: 'Shift-Alt-f', run: () => format(session) }],
    });
    const tell = () => {
      const { of, diagnostics } = session.problems.get();
      showProblems(view, session, { text: of.text, diagnostics });
    };
    const end = session.problems.subscribe(tell);
    tell();
    return () => {
      end();
      close();
    };
  }, [session]);
  return <div ref={holder} className={classes.text} />;
}

/** In the layout of the paper; what belongs nowhere is told among the problems instead. */
export function format(session: MapSession): boolean {
  const { text } = formatEdl(session.shared.text.toString());
  if (text !== undefined) session.replaceText(text);
  return text !== undefined;
}
