import { IconHandStop, IconLogin2, IconSend2, IconSteeringWheel } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { explain } from '../../../core/base/errors.ts';
import { Failure } from '../../controls/failure.tsx';
import { Initials } from '../../controls/initials.tsx';
import { TipButton } from '../../controls/tip-button.tsx';
import { colourOfId } from '../../link/person-colours.ts';
import type { ChatLine } from '../../link/world-link.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import { timeOfDay } from '../../quantities/quantities.ts';
import { personOf } from '../../world/control-state.ts';
import type { HappeningKind } from '../../world/journal/journal.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './chat.module.css';
import { chatEntries, type Entry } from './chat-lines.ts';

const LONGEST = 2000;

export function Chat() {
  const room = useRoom();
  const live = useObservable(room.link.chat);
  const happenings = usePiece(room.journal, (journal) => journal.happenings);
  const [remembered, setRemembered] = useState<readonly ChatLine[]>([]);
  const [failure, setFailure] = useState<string>();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    room.hub
      .chat(room.world)
      .then(setRemembered, (error: unknown) => setFailure(`What was said before cannot be shown: ${explain(error)}`));
  }, [room]);
  const entries = useMemo(() => chatEntries(remembered, live, happenings), [remembered, live, happenings]);
  const newest = entries.at(-1)?.key;
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  return (
    <div className={classes.chat}>
      <div className={classes.lines} role="log" aria-label="Chat">
        <Failure text={failure} />
        {entries.length === 0 && <p className={classes.empty}>Nobody has said anything yet. Say hello below.</p>}
        {entries.map((entry) => (
          <ChatEntry key={entry.key} entry={entry} />
        ))}
        <div ref={end} />
      </div>
      <Composer />
    </div>
  );
}

function ChatEntry({ entry }: { readonly entry: Entry }) {
  const room = useRoom();
  const people = useObservable(room.link.people);
  if (entry.kind === 'aside') {
    return (
      <p className={classes.aside}>
        <AsideIcon about={entry.about} /> {entry.text}
      </p>
    );
  }
  const colour = personOf(people, entry.from)?.colour ?? colourOfId(entry.from);
  return (
    <div className={classes.words}>
      <Initials name={entry.name} colour={colour} />
      <div>
        <strong>{entry.name}</strong>
        <time>{timeOfDay(entry.atMs)}</time>
        <p>{entry.texts.join('\n')}</p>
      </div>
    </div>
  );
}

function AsideIcon({ about }: { readonly about: HappeningKind }) {
  if (about === 'stopped') return <IconHandStop size={14} aria-hidden />;
  return about === 'joined' ? <IconLogin2 size={14} aria-hidden /> : <IconSteeringWheel size={14} aria-hidden />;
}

function Composer() {
  const { link } = useRoom();
  const [text, setText] = useState('');
  const isOpen = useObservable(link.status).kind === 'open';
  const send = () => {
    if (text.trim() === '' || !isOpen) return;
    link.say(text.trim());
    setText('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={classes.composer} onSubmit={submit}>
      <textarea
        rows={1}
        aria-label="Message everyone"
        placeholder={isOpen ? 'Message everyone' : 'No connection'}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendByKey}
      />
      <TipButton label="Send" size={26} onClick={send} disabled={!isOpen}>
        <IconSend2 size={16} />
      </TipButton>
    </form>
  );
}
