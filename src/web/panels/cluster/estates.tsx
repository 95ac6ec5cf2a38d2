import { IconServer2, IconTerminal2, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Initials } from '../../controls/initials.tsx';
import { WordButton } from '../../controls/word-button.tsx';
import type { Person } from '../../link/world-link.ts';
import { LineMark } from '../../plot/line-mark.tsx';
import classes from './cluster.module.css';
import type { Estate } from './cluster-facts.ts';

/** So many are named before somebody asks for the rest. */
const FIRST = 6;

export interface EstatesProps {
  readonly estates: readonly Estate[];
  readonly people: readonly Person[];
  readonly nameOfHub: (hub: string) => string;
  readonly colours: ReadonlyMap<string, number>;
}

/** Who owns what in this world: who simulates it, and decides. */
export function Estates({ estates, people, nameOfHub, colours }: EstatesProps) {
  return (
    <ul className={classes.estates}>
      {estates.map((estate) => {
        const { owner, kind, hub, things } = estate;
        const person = people.find(({ id }) => id === owner);
        return (
          <li key={owner ?? ''} aria-label={`What ${wordsFor(estate, nameOfHub)} owns`}>
            <div className={classes.who}>
              <OwnerIcon estate={estate} person={person} />
              <span>{wordsFor(estate, nameOfHub)}</span>
              {kind === 'me' && <small>(you)</small>}
              {kind === 'gone' && <small>gone: they stand until somebody moves them</small>}
              <span className={classes.estateHub}>
                {hub !== undefined && kind !== 'hub' && <LineMark name={nameOfHub(hub)} colour={colours.get(hub)} />}
                <strong>{things.length}</strong>
              </span>
            </div>
            <Things things={things} />
          </li>
        );
      })}
    </ul>
  );
}

const wordsFor = ({ kind, name, hub }: Estate, nameOfHub: (hub: string) => string): string =>
  kind === 'hub' && hub !== undefined ? `Hub ${nameOfHub(hub)}` : name;

function OwnerIcon({ estate: { kind, name }, person }: { readonly estate: Estate; readonly person: Person | undefined }) {
  if (person && person.presence !== 'headless') return <Initials name={name} colour={person.colour} sizePx={20} />;
  if (kind === 'hub') return <IconServer2 size={18} aria-hidden />;
  return kind === 'guest' || kind === 'me' ? <IconTerminal2 size={18} aria-hidden /> : <IconUserOff size={18} aria-hidden />;
}

function Things({ things }: Pick<Estate, 'things'>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || things.length <= FIRST + 1 ? things : things.slice(0, FIRST);
  return (
    <p className={classes.things}>
      {shown.map(({ name }) => name).join(', ')}
      {shown.length < things.length && <WordButton onClick={() => setWhole(true)}>and {things.length - shown.length} more</WordButton>}
    </p>
  );
}
