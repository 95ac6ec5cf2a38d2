import { Button } from '@mantine/core';
import { IconFileImport, IconMap2, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Failure } from '../controls/failure.tsx';
import { RestingRows } from '../controls/resting-rows.tsx';
import { type Attempt, useAttempt } from '../controls/use-attempt.ts';
import { usePage } from '../page/page-context.ts';
import { useNow, useObservable } from '../page/use-observable.ts';
import { duration } from '../quantities/quantities.ts';
import { addressOf } from '../router/router.ts';
import { FileChoice, nameOfFile } from '../texts/file-choice.tsx';
import { BuildingFloors } from './building/building-floors.tsx';
import { textOfFile } from './map-files.ts';
import classes from './maps.module.css';
import type { MapsVisit } from './maps-visit.ts';
import { MapNameDialog } from './name-dialog.tsx';

/** The maps of a world, to open one or make one. */
export function MapList({ visit }: { readonly visit: MapsVisit }) {
  const documents = useObservable(visit.documents);
  const [isMaking, setMaking] = useState(false);
  const importing = useAttempt();
  const isKnown = documents !== undefined;
  return (
    <main className={classes.list}>
      <div className={classes.listHead}>
        <h1>Maps</h1>
        {visit.access === 'write' && (
          <>
            <ImportButton visit={visit} attempt={importing} isReady={isKnown} />
            <Button disabled={!isKnown} leftSection={<IconPlus size={18} />} onClick={() => setMaking(true)}>
              New map
            </Button>
          </>
        )}
      </div>
      <Failure text={importing.failure} />
      <BuildingFloors visit={visit} />
      {!isKnown && <RestingRows count={4} heightPx={56} />}
      {documents?.length === 0 && (
        <p className={classes.empty}>
          {visit.access === 'write'
            ? 'No maps yet. Make one, or import an EDL file.'
            : 'No maps yet. Operators make them; your link lets you look only.'}
        </p>
      )}
      <ul className={classes.cards}>
        {documents?.map((each) => (
          <li key={each.id}>
            <MapCard world={visit.world} {...each} />
          </li>
        ))}
      </ul>
      {isMaking && <MapNameDialog visit={visit} deed={{ kind: 'new' }} onClose={() => setMaking(false)} />}
    </main>
  );
}

interface MapCardProps {
  readonly world: string;
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly changedAtMs: number;
}

function MapCard({ world, id, name, createdBy, changedAtMs }: MapCardProps) {
  const { router } = usePage();
  const nowMs = useNow(10_000);
  const to = { kind: 'maps', world, document: id } as const;
  return (
    <a
      className={classes.card}
      href={addressOf(to)}
      onClick={(event) => {
        event.preventDefault();
        router.go(to);
      }}
    >
      <IconMap2 size={18} aria-hidden />
      <span>
        <strong>{name}</strong>
        <small>
          Made by {createdBy}, changed {duration(Math.max(0, nowMs - changedAtMs))} ago
        </small>
      </span>
    </a>
  );
}

interface ImportButtonProps {
  readonly visit: MapsVisit;
  readonly attempt: Attempt;
  /** It is known which maps there are: a new one must not be called like any of them. */
  readonly isReady: boolean;
}

function ImportButton({ visit, attempt, isReady }: ImportButtonProps) {
  const { router } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File) =>
    attempt.run(async () => {
      const document = await visit.texts.make('map', nameOfFile(file, 'Imported'), await textOfFile(file));
      router.go({ kind: 'maps', world: visit.world, document });
    });
  return (
    <>
      <Button
        variant="default"
        disabled={!isReady}
        leftSection={<IconFileImport size={18} />}
        loading={attempt.isRunning}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
      <FileChoice ref={input} label="A map to import" accept=".edl,.cfg,.txt,text/plain" onFile={take} />
    </>
  );
}
