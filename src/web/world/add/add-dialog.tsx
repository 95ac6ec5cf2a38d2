import { Button, Modal, SegmentedControl, TextInput, useComputedColorScheme } from '@mantine/core';
import { IconSearch, IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isOfBuilding, type Model } from '../../../core/robots/model.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { type Attempt, useAttempt } from '../../controls/use-attempt.ts';
import { useObservable } from '../../page/use-observable.ts';
import { GROUPS, type Group, groupOfKind } from '../groups.ts';
import { type Insertion, keptInsertion } from '../kept-choice.ts';
import type { Room } from '../room.ts';
import { useRoom } from '../room-context.ts';
import classes from './add-dialog.module.css';
import { insertWhereOneLooks } from './insert-model.ts';
import { ModelMenu } from './model-menu.tsx';
import { ModelPictures } from './model-pictures.ts';

/** The catalog: a click puts one where the view looks, beside what stands there, or lets one choose the place by the next click. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const room = useRoom();
  const catalog = useObservable(room.models.state);
  const attempt = useAttempt();
  const [search, setSearch] = useState('');
  const [insertion, setInsertion] = useState(() => keptInsertion.get());
  const pictures = usePictures(room);
  // Whoever opens the catalog adds what is in it now, not what was some seconds ago.
  useEffect(() => void room.models.load(), [room]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found =
    catalog.kind === 'ready'
      ? catalog.models.filter((model) => !isOfBuilding(model.kind) && words.every((word) => textOf(model).includes(word)))
      : [];
  return (
    <Modal opened onClose={onClose} title="Add from the catalog" size={880}>
      <div className={classes.head}>
        <TextInput
          aria-label="Search the catalog"
          placeholder="Search the catalog"
          leftSection={<IconSearch size={16} />}
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Where it is put"
          data={[
            { value: 'looked-at', label: 'Where I look' },
            { value: 'clicked', label: 'Where I click' },
          ]}
          value={insertion}
          onChange={(value) => {
            setInsertion(value as Insertion);
            keptInsertion.keep(value as Insertion);
          }}
        />
        {room.may('teacher') && (
          <Button size="36px" variant="default" leftSection={<IconUpload size={16} />} onClick={() => room.importing.set(new Map())}>
            Import
          </Button>
        )}
      </div>
      <Failure text={attempt.failure} />
      {catalog.kind === 'loading' && <RestingRows count={6} heightPx={48} />}
      {catalog.kind === 'failed' && <Failure text={catalog.reason} />}
      {catalog.kind === 'ready' && found.length === 0 && (
        <p className={classes.none}>The catalog has nothing like that. Try fewer letters.</p>
      )}
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <ModelGroup
            key={group}
            group={group}
            models={found}
            pictures={pictures}
            attempt={attempt}
            insertion={insertion}
            onAdded={onClose}
          />
        ))}
      </div>
    </Modal>
  );
}

const textOf = ({ name, summary, kind }: Model): string => `${name} ${summary} ${kind}`.toLowerCase();

function usePictures(room: Room): ModelPictures | undefined {
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [pictures, setPictures] = useState<ModelPictures>();
  useEffect(() => {
    const made = new ModelPictures(room.models, theme);
    setPictures(made);
    return () => made[Symbol.dispose]();
  }, [room, theme]);
  return pictures;
}

interface ModelGroupProps {
  readonly group: Group;
  readonly models: readonly Model[];
  readonly pictures: ModelPictures | undefined;
  readonly attempt: Attempt;
  readonly insertion: Insertion;
  readonly onAdded: () => void;
}

function ModelGroup({ group, models, pictures, attempt, insertion, onAdded }: ModelGroupProps) {
  const room = useRoom();
  const own = models.filter(({ kind }) => groupOfKind(kind) === group);
  if (own.length === 0) return null;
  const add = (model: Model) =>
    attempt.run(async () => {
      if (insertion === 'clicked') room.place(model);
      else await insertWhereOneLooks(room, model);
      onAdded();
    });
  return (
    <section>
      <h3>{group}</h3>
      <div className={classes.models}>
        {own.map((model) => (
          <div key={model.id} className={classes.card}>
            <button type="button" className={classes.model} disabled={attempt.isRunning} onClick={() => add(model)}>
              <Picture model={model} pictures={pictures} />
              <strong>{model.name}</strong>
              <small>{model.summary}</small>
            </button>
            <ModelMenu model={model} attempt={attempt} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Picture({ model, pictures }: { readonly model: Model; readonly pictures: ModelPictures | undefined }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    pictures?.of(model).then(
      (made) => isWanted && setUrl(made),
      // Without a picture its name and line still say what it is.
      () => isWanted && setUrl(undefined),
    );
    return () => {
      isWanted = false;
    };
  }, [model, pictures]);
  return url === undefined ? <span className={classes.picture} /> : <img className={classes.picture} src={url} alt="" />;
}
