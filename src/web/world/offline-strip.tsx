import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { WorldLink } from '../link/world-link.ts';
import { useObservable } from '../page/use-observable.ts';
import { duration } from '../quantities/quantities.ts';
import classes from './world-page.module.css';

/** Under the top bar while the link is lost. */
export function OfflineStrip({ link }: { readonly link: WorldLink }) {
  const status = useObservable(link.status);
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (status.kind !== 'lost') return;
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, [status]);
  if (status.kind !== 'lost') return null;
  return (
    <div className={classes.offline} role="status">
      <IconPlugConnectedX size={16} aria-hidden />
      Connection lost {duration(Math.max(0, nowMs - status.sinceMs))} ago. Trying again.
    </div>
  );
}
