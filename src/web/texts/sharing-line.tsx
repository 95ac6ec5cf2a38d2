import { Failure } from '../controls/failure.tsx';
import { useObservable } from '../page/use-observable.ts';
import classes from './text-bar.module.css';
import type { TextSession } from './text-session.ts';

/** Says when what was written here is not with the others. Nothing when it is. */
export function SharingLine({ session }: { readonly session: TextSession }) {
  const sharing = useObservable(session.sharing);
  if (sharing.kind === 'refused') return <Failure text={`Not saved: ${sharing.reason}. Open it again.`} />;
  if (sharing.kind !== 'apart') return null;
  return (
    <p className={classes.apart} role="status">
      The hub does not answer. {sharing.waitingEdits === 0 ? 'What others write is not seen here.' : 'Your changes wait.'}
    </p>
  );
}
