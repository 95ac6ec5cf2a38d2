import { type EdlMember, type MemberKind, snapped } from '../../../core/maps/maps.ts';
import type { PlaceCm } from './viewport.ts';

/** What can be added, in the order of use. */
export const ADDABLE: readonly MemberKind[] = ['WALL', 'DOOR', 'CORRIDOR', 'JUNCTION', 'POINT', 'NOTICE'];

/** A member of a usual size at a place. */
export function newMember(kind: MemberKind, [x, y]: PlaceCm, stepCm: number): EdlMember {
  const place = { xCm: Math.round(snapped(x, stepCm || 1)), yCm: Math.round(snapped(y, stepCm || 1)), thetaDeg: 0 };
  switch (kind) {
    case 'WALL':
      return { kind, ...place, longCm: 300 };
    case 'CORRIDOR':
      return { kind, ...place, longCm: 600, wideCm: 200 };
    case 'DOOR':
      return { kind, ...place, thetaDeg: 90, wideCm: 90 };
    case 'JUNCTION':
      return { kind, ...place, thetaDeg: 90, wideCm: 200 };
    case 'POINT':
      return { kind, ...place };
    case 'NOTICE':
      return { kind, ...place, heightCm: 150, file: 'notice.png' };
  }
}
