import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { explain } from '../../core/base/errors.ts';
import { useObservable } from '../page/use-observable.ts';
import type { Room } from '../world/room.ts';
import { useRoom } from '../world/room-context.ts';
import { droppedFiles } from './dropped-files.ts';
import classes from './own-robot.module.css';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const DofEditor = lazy(async () => ({ default: (await import('./dof-editor.tsx')).DofEditor }));

/** Files that are dropped anywhere on a world are imported; what is dropped on a panel that takes files is that panel's. */
export function DropZone() {
  const room = useRoom();
  const files = useObservable(room.importing);
  const edited = useObservable(room.editedModel);
  const isOver = useDrops(room);
  return (
    <Suspense fallback={null}>
      {isOver && (
        <div className={classes.drop}>
          <span>
            <IconUpload size={24} color="var(--mh-accent)" aria-hidden />
            {room.may('teacher') ? 'Drop to import a robot' : 'Only teachers import robots. Drop it on Files to share it.'}
          </span>
        </div>
      )}
      {files && <ImportDialog files={files} onClose={() => room.importing.set(undefined)} />}
      {edited !== undefined && <DofEditor key={edited} id={edited} onClose={() => room.editedModel.set(undefined)} />}
    </Suspense>
  );
}

/** Answers whether files hover over the page. */
function useDrops(room: Room): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => setOver(isForPage(event));
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isForPage(event) || !event.dataTransfer) return;
      if (!room.may('teacher')) return;
      droppedFiles(event.dataTransfer).then(
        (files) => room.importing.set(files),
        (error: unknown) => room.report(`These files cannot be imported: ${explain(error)}`),
      );
    };
    // Before the docks hear of it, which take whatever is dragged over them for a panel.
    window.addEventListener('dragover', over, { capture: true });
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop, { capture: true });
    return () => {
      window.removeEventListener('dragover', over, { capture: true });
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop, { capture: true });
    };
  }, [room]);
  return isOver;
}

/** Whether these are files, and over nothing that takes them itself (it says so by `data-takes-files`). Then nobody else hears of them. */
function isForPage(event: DragEvent): boolean {
  if (event.dataTransfer?.types.includes('Files') !== true) return false;
  if (event.target instanceof Element && event.target.closest('[data-takes-files]') !== null) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
