import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { idFromName } from '../../../core/base/ids.ts';
import type { DocumentEntry } from '../../../core/documents/documents.ts';
import type { WrittenFloor } from '../../../core/maps/maps.ts';
import { Failure } from '../../controls/failure.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import { usePage } from '../../page/page-context.ts';
import { useObservable } from '../../page/use-observable.ts';
import { lengthOnFloor } from '../../quantities/quantities.ts';
import type { MapsVisit } from '../maps-visit.ts';
import classes from './building.module.css';

/** This world's building: each of its floors can be opened as a map, so that one edits what stands. */
export function BuildingFloors({ visit }: { readonly visit: MapsVisit }) {
  const { router } = usePage();
  const state = useObservable(visit.building.state);
  const documents = useObservable(visit.documents);
  const attempt = useAttempt();
  useEffect(() => void visit.building.ask(), [visit]);
  if (state.kind === 'failed') return <Failure text={`It is not known which building stands in this world: ${state.reason}`} />;
  if (state.kind !== 'known' || !documents) return null;
  const open = (floor: WrittenFloor) =>
    attempt.run(async () => {
      const document = mapOfFloor(floor, documents)?.id ?? (await visit.texts.make('map', floor.name, floor.edl));
      router.go({ kind: 'maps', world: visit.world, document });
    });
  return (
    <section className={classes.building} aria-label="This world’s building">
      <h2>This world’s building</h2>
      <ul>
        {state.floors.toReversed().map((floor) => {
          const isThere = mapOfFloor(floor, documents) !== undefined;
          return (
            <li key={floor.name}>
              <IconStack2 size={18} aria-hidden />
              <span>
                <strong>{floor.name}</strong>
                <small>at {lengthOnFloor(floor.heightCm / 100)}</small>
              </span>
              <Button
                variant="default"
                disabled={!isThere && visit.access === 'read'}
                loading={attempt.isRunning}
                aria-label={`Open ${floor.name}`}
                onClick={() => open(floor)}
              >
                {isThere ? 'Open' : 'Open as a map'}
              </Button>
            </li>
          );
        })}
      </ul>
      <Failure text={attempt.failure} />
    </section>
  );
}

/** The map that is called like this floor, or was put in as it. */
function mapOfFloor({ map, name }: WrittenFloor, documents: readonly DocumentEntry[]): DocumentEntry | undefined {
  return documents.find((document) => idFromName(document.name) === idFromName(name)) ?? documents.find(({ id }) => id === map);
}
