import { createContext, useContext } from 'react';
import { FREE, type LeaseState, type SeenStop } from '../driving/driving.ts';
import type { EntityInfo } from '../link/world-link.ts';
import { useObservable, usePiece } from '../page/use-observable.ts';
import type { Room } from './room.ts';

export const RoomContext = createContext<Room | undefined>(undefined);

export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (!room) throw new Error('a panel was drawn outside of a world: wrap it in RoomContext');
  return room;
}

export function useSelected(): EntityInfo | undefined {
  const room = useRoom();
  const { entity } = useObservable(room.selection);
  return usePiece(room.link.entities, (entities) => (entity === undefined ? undefined : entities.get(entity)));
}

/** Draws again with every sample, and only then: for numbers that move. */
export function useSamples(): Room['samples'] {
  const { samples } = useRoom();
  useObservable(samples.count);
  return samples;
}

/** One of its degrees of freedom: drawn again only when that moves. */
export function useSampledValue(info: EntityInfo, dof: number): number {
  const { samples } = useRoom();
  return usePiece(samples.count, () => samples.value(info, dof));
}

export const useLease = (entity: string): LeaseState => usePiece(useRoom().hands.leases.states, (states) => states.get(entity) ?? FREE);

export const useStop = (entity: string): SeenStop | undefined => usePiece(useRoom().hands.leases.stops, (stops) => stops.get(entity));
