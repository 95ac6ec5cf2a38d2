import { Button } from '@mantine/core';
import type { Invitation } from '../../core/api/http.ts';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { usePage } from '../page/page-context.ts';
import { useNow } from '../page/use-observable.ts';
import classes from './share.module.css';

export interface InvitationListProps {
  readonly world: string;
  readonly invitations: readonly Invitation[];
  readonly failure: string | undefined;
  readonly onShow: (invitation: Invitation) => void;
  readonly onChanged: () => void;
}

/** The links that still work, each with what ends it. */
export function InvitationList({ world, invitations, failure, onShow, onChanged }: InvitationListProps) {
  const { hub } = usePage();
  const attempt = useAttempt();
  const nowMs = useNow(30_000);
  const open = invitations.filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && expiresAtMs > nowMs);
  const revoke = (invitation: string) =>
    attempt.run(async () => {
      await hub.revoke(world, invitation);
      onChanged();
    });
  return (
    <section className={classes.open}>
      <h3>
        Open links <small>{open.length}</small>
      </h3>
      <Failure text={failure} />
      {open.length === 0 && failure === undefined && <p className={classes.text}>No links yet. Make one above.</p>}
      <ul>
        {open.map((invitation) => (
          <li key={invitation.id}>
            <span className={classes.openText}>
              <strong>{invitation.note === '' ? `For ${invitation.role}s` : invitation.note}</strong>
              <small>
                {invitation.role}, by {invitation.by}, until{' '}
                {new Date(invitation.expiresAtMs).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}
              </small>
            </span>
            <Button size="sm" variant="default" onClick={() => onShow(invitation)}>
              Show
            </Button>
            <Button size="sm" variant="danger" loading={attempt.isRunning} onClick={() => revoke(invitation.id)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <Failure text={attempt.failure} />
    </section>
  );
}
