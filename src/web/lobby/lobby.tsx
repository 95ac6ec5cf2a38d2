import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Me, WorldCard } from '../../core/api/http.ts';
import { isAtLeast } from '../../core/api/roles.ts';
import { Failure } from '../controls/failure.tsx';
import { Initials } from '../controls/initials.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import { colourOfId } from '../link/person-colours.ts';
import { KeysButton } from '../page/keys-dialog.tsx';
import { Mark } from '../page/mark.tsx';
import { usePage } from '../page/page-context.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { useObservable } from '../page/use-observable.ts';
import { CreateEntry } from './create-entry.tsx';
import { JoinEntry } from './join-entry.tsx';
import { LiveEntry } from './live-entry.tsx';
import classes from './lobby.module.css';
import { usePortraits } from './use-portraits.ts';
import { useWorlds } from './use-worlds.ts';
import { WorldShelves } from './world-shelves.tsx';

const NO_WORLDS: readonly WorldCard[] = [];

/** All worlds of this hub, and the ways into one. */
export function Lobby() {
  const { visitor } = usePage();
  const standing = useObservable(visitor.standing);
  const [search, setSearch] = useState('');
  const me = standing.kind === 'known' ? standing.me : undefined;
  const mayLook = me !== undefined && me.role !== 'none';
  const worlds = useWorlds({ isAllowed: mayLook });
  const list = worlds.state.kind === 'ready' ? worlds.state.list : undefined;
  usePortraits(list?.worlds ?? NO_WORLDS, worlds.refresh);
  return (
    <div className={classes.lobby}>
      <LobbyBar search={search} onSearch={setSearch} />
      <main className={classes.body}>
        <div className={classes.entries}>
          <JoinEntry />
          <CreateEntry
            templates={list?.templates ?? []}
            worlds={list?.worlds ?? []}
            isAllowed={me !== undefined && mayCreate(me)}
            onCreated={worlds.refresh}
          />
          {list && <LiveEntry world={liveliest(list.worlds)} />}
        </div>
        {standing.kind === 'unreachable' && <Unreachable reason={standing.reason} onAgain={() => void visitor.ask()} />}
        {standing.kind === 'known' && !mayLook && <p className={classes.hint}>This hub asks for a join link before it shows its worlds.</p>}
        {worlds.state.kind === 'failed' && <Unreachable reason={worlds.state.reason} onAgain={worlds.refresh} />}
        {mayLook && <WorldShelves state={worlds.state} search={search} onChanged={worlds.refresh} />}
      </main>
    </div>
  );
}

/** As the hub's table of rights has it: a teacher whose link is not for one world only. */
const mayCreate = ({ role, world }: Me): boolean => role !== 'none' && isAtLeast(role, 'teacher') && world === undefined;

const liveliest = (worlds: readonly WorldCard[]): WorldCard | undefined =>
  worlds.filter(({ people }) => people.length > 0).sort((a, b) => b.people.length - a.people.length || b.openedAtMs - a.openedAtMs)[0];

function Unreachable({ reason, onAgain }: { readonly reason: string; readonly onAgain: () => void }) {
  return (
    <div className={classes.unreachable}>
      <Failure text={reason} />
      <Button variant="default" onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}

function LobbyBar({ search, onSearch }: { readonly search: string; readonly onSearch: (text: string) => void }) {
  const { visitor } = usePage();
  const standing = useObservable(visitor.standing);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  const name = standing.kind === 'known' && standing.hasName ? standing.me.name : undefined;
  return (
    <header className={classes.bar}>
      <div className={classes.barInner}>
        <Mark />
        <span className={classes.place} aria-current="page">
          Worlds
        </span>
        <span className={classes.spring} />
        <TextInput
          ref={field}
          className={classes.search}
          classNames={{ input: classes.searchInput ?? '' }}
          type="search"
          placeholder="Search worlds"
          aria-label="Search worlds"
          leftSection={<IconSearch size={16} />}
          rightSection={<kbd className={classes.slash}>/</kbd>}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        <ThemeButton />
        <KeysButton place="lobby" />
        {name !== undefined && (
          <TipButton label={`${name}: leave this hub`} onClick={() => void visitor.leave()}>
            <Initials name={name} colour={colourOfId(name)} sizePx={28} />
          </TipButton>
        )}
      </div>
    </header>
  );
}
