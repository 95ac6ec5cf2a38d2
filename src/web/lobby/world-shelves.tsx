import { Button, Menu } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useState } from 'react';
import type { WorldCard as Card } from '../../core/api/http.ts';
import classes from './lobby.module.css';
import { byOrder, matching, ORDERS, type Order } from './shelving.ts';
import type { WorldsState } from './use-worlds.ts';
import { RestingCards, WorldCard } from './world-card.tsx';

const RECENT = 3;

export interface WorldShelvesProps {
  readonly state: WorldsState;
  readonly search: string;
  readonly onChanged: () => void;
}

/** Recent worlds first, one of them wide; then all, in the order that was asked for. */
export function WorldShelves({ state, search, onChanged }: WorldShelvesProps) {
  const [order, setOrder] = useState<Order>('opened');
  if (state.kind === 'failed') return null;
  if (state.kind === 'loading') return <RestingCards />;
  const { worlds } = state.list;
  if (worlds.length === 0) return <p className={classes.hint}>No worlds yet. Create one above.</p>;
  const found = matching(worlds, search).sort(byOrder(order));
  const isSearching = search.trim() !== '';
  const recent = [...worlds].sort(byOrder('opened')).slice(0, RECENT);
  const showsAll = isSearching || worlds.length > RECENT;
  // In this order the first ones stand just above.
  const shown = isSearching || order !== 'opened' ? found : found.slice(RECENT);
  return (
    <>
      {!isSearching && (
        <section>
          <h2 className={classes.shelfTitle}>Recent</h2>
          <div className={classes.recent}>
            {recent.map((world) => (
              <WorldCard key={world.id} world={world} look="tall" onChanged={onChanged} />
            ))}
          </div>
        </section>
      )}
      {showsAll && (
        <section>
          <div className={classes.shelfHead}>
            <h2 className={classes.shelfTitle}>
              {isSearching ? 'Found' : 'All worlds'} <small>{found.length}</small>
            </h2>
            <OrderMenu order={order} onOrder={setOrder} />
          </div>
          {found.length === 0 && <p className={classes.hint}>No world is called that. Try fewer letters.</p>}
          <div className={classes.all}>
            {shown.map((world: Card) => (
              <WorldCard key={world.id} world={world} look="normal" onChanged={onChanged} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function OrderMenu({ order, onOrder }: { readonly order: Order; readonly onOrder: (order: Order) => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconArrowsSort size={16} aria-hidden />}>
          {ORDERS[order]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(ORDERS) as Order[]).map((each) => (
          <Menu.Item key={each} onClick={() => onOrder(each)}>
            {ORDERS[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
