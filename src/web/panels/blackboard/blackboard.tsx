import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { WordButton } from '../../controls/word-button.tsx';
import type { BoardVariable } from '../../link/board-link.ts';
import { usePiece } from '../../page/use-observable.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './blackboard.module.css';
import { BoardTools } from './board-tools.tsx';
import { BoardTree } from './board-tree.tsx';
import type { BoardState } from './board-watch.ts';
import { DeclareDialog } from './declare-dialog.tsx';
import { Details } from './details.tsx';
import { bySegments, filterOf } from './name-tree.ts';
import { useRowLook } from './row-look.ts';
import { Traces } from './traces-section.tsx';
import { BoardContext, useBoard, useBoardWatch } from './use-board.ts';

/** Every value of the world by name: how old it is, where it came from, and its course. */
export function BlackboardPanel() {
  const root = useRef<HTMLElement>(null);
  const board = useBoardWatch(root);
  return (
    <section ref={root} className={classes.board} aria-label="Values of this world">
      {board && (
        <BoardContext value={board}>
          <Content root={root} />
        </BoardContext>
      )}
    </section>
  );
}

const EMPTY: readonly BoardVariable[] = [];
const variablesOf = (state: BoardState): readonly BoardVariable[] => (state.kind === 'known' ? state.variables : EMPTY);
const failureIn = (state: BoardState): string | undefined =>
  state.kind === 'failed' ? state.reason : state.kind === 'known' ? state.failure : undefined;

function Content({ root }: { readonly root: RefObject<HTMLElement | null> }) {
  const { watch } = useBoard();
  const kind = usePiece(watch.state, (state) => state.kind);
  const failure = usePiece(watch.state, failureIn);
  const variables = usePiece(watch.state, variablesOf);
  const [filter, setFilter] = useState('');
  const [selected, setSelected] = useState<string>();
  const [isDeclaring, setDeclaring] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const byName = useMemo(() => new Map(variables.map((variable) => [variable.name, variable])), [variables]);
  const names = useMemo(() => variables.map(({ name }) => name).sort(bySegments), [variables]);
  const fits = useMemo(() => filterOf(filter), [filter]);
  const found = useMemo(() => (fits ? names.filter(fits) : names), [names, fits]);
  const rows = useRowLook(root);
  const chosen = selected === undefined ? undefined : byName.get(selected);
  const edit = useCallback(() => root.current?.querySelector<HTMLElement>('[data-write]')?.focus(), [root]);
  if (kind === 'loading') return <RestingRows count={8} heightPx={28} />;
  return (
    <>
      <BoardTools
        {...{ filter, field, onFilter: setFilter }}
        count={{ found: found.length, all: names.length }}
        onDeclare={() => setDeclaring(true)}
      />
      {failure !== undefined && <Failure text={`The blackboard was not read: ${failure}. It is tried again.`} />}
      {names.length === 0 && kind === 'known' ? (
        <Empty onDeclare={() => setDeclaring(true)} />
      ) : (
        <div className={classes.parts} data-look={rows}>
          <BoardTree
            {...{ byName, selected }}
            names={found}
            look={rows}
            mode={fits ? 'found' : 'all'}
            onSelect={setSelected}
            onEdit={edit}
            nothing={<NoMatch filter={filter} onClear={() => setFilter('')} />}
          />
          <div className={classes.side}>
            <Details key={chosen?.name} variable={chosen} />
            <Traces />
          </div>
        </div>
      )}
      {isDeclaring && (
        <DeclareDialog
          onClose={() => setDeclaring(false)}
          onDeclared={(name) => {
            setDeclaring(false);
            setFilter('');
            setSelected(name);
          }}
        />
      )}
      <FilterKey root={root} field={field} />
    </>
  );
}

function Empty({ onDeclare }: { readonly onDeclare: () => void }) {
  const mayDeclare = useRoom().may('operator');
  return (
    <p className={classes.empty}>
      No values yet. Robots bring theirs, and programs write more{mayDeclare ? '. ' : '.'}
      {mayDeclare && <WordButton onClick={onDeclare}>Declare a value.</WordButton>}
    </p>
  );
}

function NoMatch({ filter, onClear }: { readonly filter: string; readonly onClear: () => void }) {
  return (
    <p className={classes.empty}>
      No name fits “{filter.trim()}”. <WordButton onClick={onClear}>Show all.</WordButton>
    </p>
  );
}

/** `/` in the panel goes to its own filter, not to the outliner's. */
function FilterKey(props: { readonly root: RefObject<HTMLElement | null>; readonly field: RefObject<HTMLInputElement | null> }) {
  const { root, field } = props;
  useEffect(() => {
    const element = root.current;
    const find = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      field.current?.focus();
    };
    element?.addEventListener('keydown', find);
    return () => element?.removeEventListener('keydown', find);
  }, [root, field]);
  return null;
}
