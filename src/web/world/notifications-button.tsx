import { Indicator, Popover } from '@mantine/core';
import { IconAlertTriangle, IconBarrierBlock, IconBell, IconHandStop, IconLogin2, IconSteeringWheel } from '@tabler/icons-react';
import { useState } from 'react';
import { TipButton } from '../controls/tip-button.tsx';
import { useNow, useObservable } from '../page/use-observable.ts';
import { ago } from '../quantities/quantities.ts';
import { type HappeningKind, sentence } from './journal/journal.ts';
import { useRoom } from './room-context.ts';
import classes from './world-page.module.css';

interface Notice {
  readonly key: string;
  readonly kind: HappeningKind | 'trouble';
  readonly text: string;
  readonly atMs: number;
}

/** What asks for attention, and not only tells. */
const URGENT: ReadonlySet<Notice['kind']> = new Set(['asked', 'stopped', 'trouble']);
const MOST = 30;

export function NotificationsButton() {
  const { journal, troubles } = useRoom();
  const happenings = useObservable(journal).happenings;
  const failures = useObservable(troubles);
  const nowMs = useNow(30_000);
  const [isOpen, setOpen] = useState(false);
  const [seenMs, setSeenMs] = useState(() => Date.now());
  const notices: Notice[] = [
    ...happenings.map((happening) => ({ key: `h${happening.id}`, kind: happening.kind, text: sentence(happening), atMs: happening.atMs })),
    ...failures.map(({ id, text, atMs }) => ({ key: `t${id}`, kind: 'trouble' as const, text, atMs })),
  ]
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MOST);
  const unseen = notices.filter(({ kind, atMs }) => URGENT.has(kind) && atMs > seenMs).length;
  const toggle = (open: boolean) => {
    setOpen(open);
    setSeenMs(Date.now());
  };
  return (
    <Popover opened={isOpen} onChange={toggle} position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <Indicator label={unseen} disabled={unseen === 0 || isOpen} size={16} offset={5}>
          <TipButton label={unseen === 0 ? 'Notifications' : `Notifications, ${unseen} new`} onClick={() => toggle(!isOpen)}>
            <IconBell size={18} />
          </TipButton>
        </Indicator>
      </Popover.Target>
      <Popover.Dropdown className={classes.notices} tabIndex={-1} aria-label="Notifications">
        {notices.length === 0 && <p className={classes.quiet}>Nothing has happened since you came.</p>}
        <ul>
          {notices.map(({ key, kind, text, atMs }) => (
            <li key={key}>
              <NoticeIcon kind={kind} />
              <span>{text}</span>
              <time>{ago(atMs, nowMs)}</time>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function NoticeIcon({ kind }: { readonly kind: Notice['kind'] }) {
  switch (kind) {
    case 'trouble':
      return <IconAlertTriangle size={16} className={classes.badIcon} aria-hidden />;
    case 'stopped':
      return <IconHandStop size={16} className={classes.badIcon} aria-hidden />;
    case 'touched':
      return <IconBarrierBlock size={16} aria-hidden />;
    case 'took':
    case 'asked':
    case 'rearmed':
      return <IconSteeringWheel size={16} aria-hidden />;
    case 'joined':
    case 'left':
      return <IconLogin2 size={16} aria-hidden />;
  }
}
