import type { WorldCard as Card } from '../../core/api/http.ts';
import { Chip } from '../controls/chip.tsx';
import { Initials } from '../controls/initials.tsx';
import { colourOfId } from '../link/person-colours.ts';
import { usePage } from '../page/page-context.ts';
import { useNow } from '../page/use-observable.ts';
import { ago } from '../quantities/quantities.ts';
import { addressOf } from '../router/router.ts';
import { CardMenu } from './card-menu.tsx';
import classes from './lobby.module.css';

export interface WorldCardProps {
  readonly world: Card;
  readonly look: 'tall' | 'normal';
  readonly onChanged: () => void;
}

export const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** A picture of the world as it is, its name, a line, and who is in it. */
export function WorldCard({ world, look, onChanged }: WorldCardProps) {
  const { router } = usePage();
  const nowMs = useNow(30_000);
  const { people, pictureUrl } = world;
  const route = { kind: 'world', world: world.id, layout: undefined } as const;
  return (
    <article className={classes.card} data-look={look}>
      <a
        className={classes.picture}
        href={addressOf(route)}
        aria-label={`Open ${world.name}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          router.go(route);
        }}
      >
        {pictureUrl === undefined ? (
          <span className={classes.noPicture}>No picture yet</span>
        ) : (
          <img src={pictureUrl} alt="" loading="lazy" />
        )}
        {people.length > 0 && (
          <span className={classes.cardChip}>
            <Chip mood="ok">{count(people.length, 'person', 'people')} live</Chip>
          </span>
        )}
      </a>
      <div className={classes.cardFoot}>
        <div className={classes.cardText}>
          <h3>{world.name}</h3>
          <p>
            {world.summary === '' ? count(world.robots, 'robot', 'robots') : world.summary} · {ago(world.openedAtMs, nowMs)}
          </p>
        </div>
        {people.slice(0, 3).map(({ id, name }) => (
          <Initials key={id} name={name} colour={colourOfId(id)} />
        ))}
        {people.length > 3 && <span className={classes.more}>+{people.length - 3}</span>}
        <CardMenu world={world} onChanged={onChanged} />
      </div>
    </article>
  );
}

export function RestingCards() {
  return (
    <section aria-label="Loading worlds" role="status">
      <h2 className={classes.shelfTitle}>Recent</h2>
      <div className={classes.recent}>
        {['first', 'second', 'third'].map((each) => (
          <div key={each} className={classes.card} data-look="tall">
            <span className={classes.picture} />
            <div className={classes.cardFoot} />
          </div>
        ))}
      </div>
    </section>
  );
}
