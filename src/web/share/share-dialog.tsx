import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { Invitation } from '../../core/api/http.ts';
import { isAtLeast, ROLES, type Role } from '../../core/api/roles.ts';
import { explain } from '../../core/base/errors.ts';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { usePage } from '../page/page-context.ts';
import { useObservable } from '../page/use-observable.ts';
import { InvitationList } from './invitation-list.tsx';
import { QrCode } from './qr-code.tsx';
import classes from './share.module.css';

const ROLE_NAMES: Record<Role, string> = {
  viewer: 'Viewer: looks, chats, stops',
  operator: 'Operator: drives, adds, saves',
  teacher: 'Teacher: makes worlds, invites',
  administrator: 'Administrator: everything',
};

const EXPIRIES = [
  { hours: 2, name: '2 hours' },
  { hours: 24, name: '1 day' },
  { hours: 24 * 7, name: '1 week' },
  { hours: 24 * 90, name: '3 months' },
];

export function ShareDialog({ world, onClose }: { readonly world: string; readonly onClose: () => void }) {
  const { visitor } = usePage();
  const standing = useObservable(visitor.standing);
  const own: Role = standing.kind === 'known' && standing.me.role !== 'none' ? standing.me.role : 'viewer';
  return (
    <Modal opened onClose={onClose} title="Invite people" size={560}>
      {isAtLeast(own, 'teacher') ? (
        <Inviting world={world} own={own} />
      ) : (
        <p className={classes.text}>Teachers and administrators invite people; you are here as {own}. Ask whoever invited you.</p>
      )}
    </Modal>
  );
}

function Inviting({ world, own }: { readonly world: string; readonly own: Role }) {
  const { hub } = usePage();
  const grantable = ROLES.filter((role) => isAtLeast(own, role));
  const [role, setRole] = useState<Role>('operator');
  const [hours, setHours] = useState(24 * 7);
  const [shown, setShown] = useState<Invitation>();
  const [invitations, setInvitations] = useState<readonly Invitation[]>([]);
  const [listFailure, setListFailure] = useState<string>();
  const attempt = useAttempt();
  const list = useCallback(() => {
    hub.invitations(world).then(setInvitations, (error: unknown) => setListFailure(explain(error)));
  }, [hub, world]);
  useEffect(list, [list]);
  const create = () =>
    attempt.run(async () => {
      setShown(await hub.invite(world, { role, hours }));
      list();
    });
  return (
    <>
      <p className={classes.text}>Whoever has the link joins with a name; no account, no e-mail.</p>
      <div className={classes.choices}>
        <NativeSelect
          label="They come as"
          value={role}
          data={grantable.map((each) => ({ value: each, label: ROLE_NAMES[each] }))}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        <NativeSelect
          label="The link works for"
          value={String(hours)}
          data={EXPIRIES.map((each) => ({ value: String(each.hours), label: each.name }))}
          onChange={(event) => setHours(Number(event.currentTarget.value))}
        />
        <Button size="36px" loading={attempt.isRunning} onClick={create}>
          Make link
        </Button>
      </div>
      <Failure text={attempt.failure} />
      {shown && <Link invitation={shown} />}
      <InvitationList world={world} invitations={invitations} failure={listFailure} onShow={setShown} onChanged={list} />
    </>
  );
}

function Link({ invitation }: { readonly invitation: Invitation }) {
  const clipboard = useClipboard();
  return (
    <div className={classes.link}>
      <QrCode text={invitation.link} />
      <div className={classes.linkText}>
        <TextInput label="Join link" readOnly value={invitation.link} onFocus={(event) => event.currentTarget.select()} />
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => clipboard.copy(invitation.link)}
        >
          {clipboard.copied ? 'Copied' : 'Copy link'}
        </Button>
        {clipboard.error && <Failure text="This page may not use the clipboard here. Select the link and copy it by hand." />}
      </div>
    </div>
  );
}
