import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AuditEntry } from '../../../core/api/http.ts';
import { explain } from '../../../core/base/errors.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { useObservable } from '../../page/use-observable.ts';
import { timeOfDayWithSeconds } from '../../quantities/quantities.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './activity.module.css';

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly entries: readonly AuditEntry[] }
  | { readonly kind: 'failed'; readonly reason: string };

const ASK_AGAIN_MS = 5000;

/** What the hub has written down for good: leases, forced takes, Stops, re-arms, changes of rights. */
export function Activity() {
  const { hub, world, link } = useRoom();
  const entities = useObservable(link.entities);
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    const load = () =>
      hub.audit(world).then(
        (entries) => setState({ kind: 'ready', entries }),
        (error: unknown) => setState({ kind: 'failed', reason: explain(error) }),
      );
    void load();
    const timer = setInterval(load, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [hub, world]);
  return (
    <div className={classes.activity}>
      <ul>
        {state.kind === 'loading' && <RestingRows count={5} heightPx={36} />}
        {state.kind === 'failed' && <Failure text={state.reason} />}
        {state.kind === 'ready' && state.entries.length === 0 && <li>Nothing yet. Leases, Stops and re-arms are written down here.</li>}
        {state.kind === 'ready' &&
          state.entries.map(({ atMs, name, deed, subject, detail }) => (
            <li key={`${atMs} ${name} ${deed} ${subject}`}>
              <time>{timeOfDayWithSeconds(atMs)}</time>
              <span>
                <strong>{name}</strong> {wordsFor(deed)}{' '}
                {subject !== undefined && isOfThing(deed) && (entities.get(subject)?.description.name ?? subject)}
                {detail !== '' && <small>{detail}</small>}
              </span>
            </li>
          ))}
      </ul>
      <Button component="a" href={hub.auditTableUrl(world)} download variant="default" leftSection={<IconDownload size={16} />}>
        Download as a table
      </Button>
    </div>
  );
}

/** What the hub's log calls a deed, and what people do. */
const WORDS: Readonly<Record<string, string>> = {
  'lease.granted': 'took',
  'lease.forced': 'took by force',
  'lease.released': 'released',
  stop: 'stopped',
  rearm: 're-armed',
  'role.used': 'came by a join link',
  'invitation.created': 'made a join link',
  'invitation.revoked': 'revoked a join link',
  'world.created': 'made this world',
  'site.changed': 'changed the building',
};

/** Of the others, the subject is the id of an invitation, which says nothing to anybody. */
const isOfThing = (deed: string): boolean => /^(lease|stop|rearm)/.test(deed);

const wordsFor = (deed: string): string => WORDS[deed] ?? deed;
