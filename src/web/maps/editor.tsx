import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { usePage } from '../page/page-context.ts';
import { useObservable, usePiece } from '../page/use-observable.ts';
import { DrawingPane } from './drawing/drawing-pane.tsx';
import { downloadMap } from './map-files.ts';
import type { MapSession } from './map-session.ts';
import classes from './maps.module.css';
import type { MapsVisit } from './maps-visit.ts';
import { MapProblems } from './problems.tsx';
import { TextPane } from './text-pane.tsx';

export interface EditorProps {
  readonly visit: MapsVisit;
  readonly session: MapSession;
  readonly name: string;
}

/** Text beside drawing; on a phone one of them at a time. */
export function Editor({ visit, session, name }: EditorProps) {
  const isNarrow = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<'text' | 'drawing'>('drawing');
  useEffect(() => session.pointed.subscribe(() => session.pointed.get() && setTab('drawing')), [session]);
  const kind = usePiece(session.sharing, (state) => state.kind);
  if (kind === 'opening') return <RestingRows count={10} heightPx={28} />;
  return (
    <>
      <Strip visit={visit} session={session} name={name} />
      {isNarrow && (
        <div className={classes.tabs}>
          <SegmentedControl
            fullWidth
            value={tab}
            onChange={(chosen) => setTab(chosen === 'text' ? 'text' : 'drawing')}
            data={[
              { value: 'text', label: 'Text' },
              { value: 'drawing', label: 'Drawing' },
            ]}
          />
        </div>
      )}
      <main className={classes.panes} data-tab={isNarrow ? tab : undefined}>
        <section className={classes.left} aria-label="Text">
          <TextPane session={session} />
          <MapProblems session={session} />
        </section>
        <section className={classes.right} aria-label="Drawing">
          <DrawingPane session={session} />
        </section>
      </main>
    </>
  );
}

/** Under the bar: what keeps the map from being shared, and what to do. */
function Strip({ visit, session, name }: EditorProps) {
  const { router } = usePage();
  const state = useObservable(session.sharing);
  if (state.kind === 'apart') {
    return (
      <div className={classes.strip} role="status">
        <IconPlugConnectedX size={16} aria-hidden />
        {state.waitingEdits === 0
          ? 'Connection lost. You can go on: what you do is sent when it is back.'
          : `Connection lost. ${state.waitingEdits === 1 ? '1 edit waits' : `${state.waitingEdits} edits wait`} and will be merged when it is back. Keep this page open.`}
      </div>
    );
  }
  if (state.kind !== 'refused') return null;
  return (
    <div className={classes.refusal}>
      <Failure
        text={`${state.code === 'no-such-document' ? 'This map is not there any more' : 'What you wrote was refused'}: ${state.reason}.`}
      />
      <Button variant="default" onClick={() => downloadMap(session.shared.text.toString(), `${session.document}-mine`, 'edl')}>
        Download what is here
      </Button>
      <Button onClick={() => router.go({ kind: 'maps', world: visit.world, document: undefined })}>Leave {name}</Button>
    </div>
  );
}
