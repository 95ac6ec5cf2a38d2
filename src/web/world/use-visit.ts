import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { WorldCard } from '../../core/api/http.ts';
import type { HubApi } from '../hub-api/hub-api.ts';
import type { Visit } from '../join/name-gate.tsx';
import { usePage } from '../page/page-context.ts';
import { enterWorld } from './enter-world.ts';
import type { Room } from './room.ts';

/** `missing`: the hub lists its worlds, and this is none of them. Entering it would make it. */
export type Visiting = { readonly kind: 'entering' } | { readonly kind: 'missing' } | { readonly kind: 'entered'; readonly room: Room };

/** Enters a world while the component is there. */
export function useVisit(world: string, { name, token, role }: Visit): Visiting {
  const { hub } = usePage();
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const motion = useReducedMotion() ? 'reduced' : 'full';
  const [visiting, setVisiting] = useState<Visiting>({ kind: 'entering' });
  const room = visiting.kind === 'entered' ? visiting.room : undefined;
  const first = useRef({ theme, motion } as const);
  useEffect(() => {
    let isWanted = true;
    let entered: Room | undefined;
    void lookUp(hub, world).then((found) => {
      if (!isWanted) return;
      if (found === 'missing') {
        setVisiting({ kind: 'missing' });
        return;
      }
      entered = enterWorld({ world, visit: { name, token, role }, hub, card: found, ...first.current });
      setVisiting({ kind: 'entered', room: entered });
    });
    return () => {
      isWanted = false;
      entered?.[Symbol.dispose]();
    };
  }, [world, name, token, role, hub]);
  useEffect(() => room?.scene.setTheme(theme), [room, theme]);
  useEffect(() => room?.scene.setMotion(motion), [room, motion]);
  return visiting;
}

/** Whoever came by a link for one world may not list them all: then its id has to do for a name. */
const lookUp = (hub: HubApi, world: string): Promise<WorldCard | 'missing' | undefined> =>
  hub.worlds().then(
    ({ worlds }) => worlds.find(({ id }) => id === world) ?? 'missing',
    () => undefined,
  );
