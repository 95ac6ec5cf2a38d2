import 'dockview/dist/styles/dockview.css';
import { createDockview, type DockviewApi, type SerializedDockview } from 'dockview';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Part } from '../controls/part.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { type PanelId, panelOf } from './catalog.ts';
import './docks.css';
import { useObservable } from '../page/use-observable.ts';
import { DockPieces, type Piece } from './dock-pieces.ts';
import { addFirstPanels, openPanel } from './first-layout.ts';
import { forgetLayout, keepLayout, keptLayout, offerDocks, tellOpenPanels } from './layout.ts';
import { decodeLayout } from './layout-code.ts';

/** The panels around the view, each where this person left it, or as in the link they came by. */
export function Docks({ sharedLayout }: { readonly sharedLayout: string | undefined }) {
  const holder = useRef<HTMLDivElement>(null);
  const [pieces] = useState(() => new DockPieces());
  useEffect(() => {
    if (!holder.current) return;
    const dockview = createDockview(holder.current, {
      theme: { name: 'manyhands', className: 'mh-docks' },
      createComponent: ({ id, name }) => pieces.add({ id, role: 'panel', name }),
      createTabComponent: ({ id, name }) => pieces.add({ id, role: 'tab', name }),
      createRightHeaderActionComponent: (group) => pieces.addTools(group),
      disableFloatingGroups: true,
      noPanelsOverlay: 'emptyGroup',
    });
    return furnish(dockview, sharedLayout);
  }, [pieces, sharedLayout]);
  return (
    <>
      <div ref={holder} style={{ height: '100%' }} />
      <Portals pieces={pieces} />
    </>
  );
}

function furnish(dockview: DockviewApi, sharedLayout: string | undefined): () => void {
  restore(dockview, sharedLayout);
  const tell = () => tellOpenPanels(dockview.panels.map(({ id }) => id));
  tell();
  const watching = dockview.onDidLayoutChange(() => {
    keepLayout(dockview.toJSON());
    tell();
  });
  const withdraw = offerDocks({
    reset: () => {
      forgetLayout();
      dockview.clear();
      addFirstPanels(dockview);
    },
    toggle: (panel: PanelId) => {
      const present = dockview.getPanel(panel);
      if (present) dockview.removePanel(present);
      else openPanel(dockview, panel);
    },
    layout: () => dockview.toJSON(),
  });
  return () => {
    withdraw();
    watching.dispose();
    dockview.dispose();
  };
}

/** A kept layout may be of an earlier page with other panels: then one begins anew. */
function restore(dockview: DockviewApi, sharedLayout: string | undefined): void {
  const layout = (sharedLayout === undefined ? undefined : decodeLayout(sharedLayout)) ?? keptLayout();
  try {
    if (layout !== undefined) dockview.fromJSON(layout as SerializedDockview);
  } catch {
    dockview.clear();
  }
  if (!dockview.getPanel('view')) {
    dockview.clear();
    addFirstPanels(dockview);
  }
  const view = dockview.getPanel('view');
  if (view) view.group.header.hidden = true;
}

function Portals({ pieces }: { readonly pieces: DockPieces }) {
  const list = useObservable(pieces.list);
  return list.map((piece) => createPortal(<PieceContent piece={piece} />, piece.element, piece.key));
}

function PieceContent({ piece }: { readonly piece: Piece }): ReactNode {
  const entry = useMemo(() => panelOf(piece.name), [piece.name]);
  switch (piece.role) {
    case 'panel':
      return (
        <Part resting={<RestingRows count={5} heightPx={28} />}>
          <entry.Panel />
        </Part>
      );
    case 'tab':
      return (
        <>
          {entry.title}
          <Suspense fallback={null}>{entry.Count && <entry.Count />}</Suspense>
        </>
      );
    case 'tools':
      return <Suspense fallback={null}>{entry.Tools && <entry.Tools />}</Suspense>;
  }
}
