import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { WordButton } from '../../controls/word-button.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { isTyping } from '../../page/keys.ts';
import { useObservable } from '../../page/use-observable.ts';
import { GROUPS, type Group, groupOf } from '../../world/groups.ts';
import { useRoom } from '../../world/room-context.ts';
import { EntityRow } from './entity-row.tsx';
import classes from './outliner.module.css';
import { closedGroups, searchIsOpen, toggleGroup } from './outliner-state.ts';
import { PersonRow } from './person-row.tsx';

/** Everything and everybody in this world. */
export function Outliner() {
  const room = useRoom();
  const entities = useObservable(room.link.entities);
  const people = useObservable(room.link.people);
  const me = useObservable(room.link.me);
  useObservable(room.models.state);
  const isSearching = useObservable(searchIsOpen);
  const [search, setSearch] = useState('');
  useSearchKey();
  const wanted = isSearching ? search.trim().toLowerCase() : '';
  const grouped = groupEntities(entities, wanted, (info) => groupOf(info, room.models));
  const humans = people.filter(({ presence, name }) => presence !== 'headless' && name.toLowerCase().includes(wanted));
  const sorted = [...humans].sort((a, b) => Number(b.id === me?.id) - Number(a.id === me?.id) || a.name.localeCompare(b.name));
  const isEmpty = entities.size === 0;
  return (
    <div className={classes.outliner}>
      {isSearching && (
        <TextInput
          className={classes.search}
          aria-label="Find by name"
          placeholder="Find by name"
          autoFocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && searchIsOpen.set(false)}
        />
      )}
      <nav className={classes.list} aria-label="Things and people" onKeyDown={stepThroughRows}>
        {isEmpty && <Empty mayAdd={room.may('operator')} onAdd={() => room.isAdding.set(true)} />}
        {GROUPS.filter((group) => grouped.has(group)).map((group) => (
          <Section key={group} title={group} count={grouped.get(group)?.length ?? 0} isForcedOpen={wanted !== ''}>
            {grouped.get(group)?.map((info) => (
              <EntityRow key={info.id} info={info} />
            ))}
          </Section>
        ))}
        <Section title="People" count={sorted.length} isForcedOpen={wanted !== ''}>
          {sorted.map((person) => (
            <PersonRow key={person.id} person={person} isMe={person.id === me?.id} />
          ))}
        </Section>
      </nav>
    </div>
  );
}

function groupEntities(
  entities: ReadonlyMap<string, EntityInfo>,
  wanted: string,
  groupFor: (info: EntityInfo) => Group,
): Map<Group, EntityInfo[]> {
  const groups = new Map<Group, EntityInfo[]>();
  for (const info of entities.values()) {
    if (!info.description.name.toLowerCase().includes(wanted)) continue;
    const group = groupFor(info);
    const list = groups.get(group);
    if (list) list.push(info);
    else groups.set(group, [info]);
  }
  for (const list of groups.values())
    list.sort((a, b) => a.description.name.localeCompare(b.description.name, undefined, { numeric: true }));
  return groups;
}

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly isForcedOpen: boolean;
  readonly children: ReactNode;
}

function Section({ title, count, isForcedOpen, children }: SectionProps) {
  const isOpen = !useObservable(closedGroups).has(title) || isForcedOpen;
  return (
    <section aria-label={title}>
      <button type="button" className={classes.head} aria-expanded={isOpen} data-row onClick={() => toggleGroup(title)}>
        {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <span>{title}</span>
        <small>{count}</small>
      </button>
      {isOpen && children}
    </section>
  );
}

function Empty({ mayAdd, onAdd }: { readonly mayAdd: boolean; readonly onAdd: () => void }) {
  return <p className={classes.empty}>No robots yet. {mayAdd && <WordButton onClick={onAdd}>Add one from the catalog.</WordButton>}</p>;
}

/** Up and down walk through the rows; they must not drive the robot as well. */
function stepThroughRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  event.stopPropagation();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(event.target as HTMLElement);
  rows[Math.min(rows.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
}

function useSearchKey(): void {
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return;
      event.preventDefault();
      searchIsOpen.set(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
}
