import { Button, FileButton } from '@mantine/core';
import { IconFile, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { MOST_FILE_BYTES } from '../../../core/api/http.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import { useNow, useObservable } from '../../page/use-observable.ts';
import { ago, fileSize } from '../../quantities/quantities.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './files.module.css';
import { sharedFilesOf } from './shared-files.ts';

/** Files that everybody in this world sees. Dropped here or chosen. */
export function Files() {
  const room = useRoom();
  const shared = sharedFilesOf(room);
  const state = useObservable(shared.state);
  const attempt = useAttempt();
  const nowMs = useNow(30_000);
  const [isOver, setOver] = useState(false);
  const share = (files: readonly File[]) =>
    attempt.run(async () => {
      const tooLarge = files.find(({ size }) => size > MOST_FILE_BYTES);
      if (tooLarge) return `${tooLarge.name} has ${fileSize(tooLarge.size)}; at most ${fileSize(MOST_FILE_BYTES)} can be shared.`;
      await shared.share(files);
      return undefined;
    });
  return (
    <section
      className={classes.files}
      aria-label="Files"
      data-takes-files
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        share([...event.dataTransfer.files]);
      }}
    >
      <ul className={classes.list}>
        {state.kind === 'loading' && <RestingRows count={3} heightPx={44} />}
        {state.kind === 'failed' && <Failure text={state.reason} />}
        {state.kind === 'ready' && state.files.length === 0 && (
          <li className={classes.empty}>No files yet. Drop one here, or choose one below.</li>
        )}
        {state.kind === 'ready' &&
          state.files.map(({ hash, name, sizeBytes, by, atMs, url }) => (
            <li key={`${hash} ${name}`}>
              <a className={classes.file} href={url} download={name}>
                <IconFile size={18} aria-hidden />
                <span>
                  {name}
                  <small>
                    {fileSize(sizeBytes)}, {by}, {ago(atMs, nowMs)}
                  </small>
                </span>
              </a>
            </li>
          ))}
      </ul>
      <div className={classes.foot}>
        <Failure text={attempt.failure} />
        <FileButton multiple onChange={share}>
          {(props) => (
            <Button {...props} fullWidth variant="default" leftSection={<IconUpload size={16} />} loading={attempt.isRunning}>
              Share a file
            </Button>
          )}
        </FileButton>
      </div>
    </section>
  );
}

export function FileCount() {
  const state = useObservable(sharedFilesOf(useRoom()).state);
  return state.kind === 'ready' && state.files.length > 0 ? <small>{state.files.length}</small> : null;
}
