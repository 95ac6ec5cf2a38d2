import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useRoom } from '../../world/room-context.ts';
import classes from './blackboard.module.css';

export interface BoardToolsProps {
  readonly filter: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly count: { readonly found: number; readonly all: number };
  readonly onFilter: (text: string) => void;
  readonly onDeclare: () => void;
}

/** What is shown, and something new. */
export function BoardTools({ filter, field, count: { found, all }, onFilter, onDeclare }: BoardToolsProps) {
  const mayDeclare = useRoom().may('operator');
  return (
    <div className={classes.tools}>
      <TextInput
        ref={field}
        className={classes.filter}
        aria-label="Filter by name"
        placeholder="Filter: a word, or robots/*/pose"
        leftSection={<IconSearch size={16} aria-hidden />}
        spellCheck={false}
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && filter !== '' && [event.stopPropagation(), onFilter('')]}
      />
      <small className={classes.count} aria-live="polite">
        {found === all ? counted(all) : `${found} of ${counted(all)}`}
      </small>
      {mayDeclare && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onDeclare}>
          New value
        </Button>
      )}
    </div>
  );
}

const counted = (count: number): string => `${count} ${count === 1 ? 'value' : 'values'}`;
