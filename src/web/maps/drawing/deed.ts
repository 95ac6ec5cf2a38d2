import {
  type Change,
  type EdlDocument,
  type EdlMember,
  type Grip,
  gripsOf,
  memberAt,
  movedBy,
  outlineOf,
  pulled,
  snapped,
  turnedTo,
} from '../../../core/maps/maps.ts';
import { turnHandlePx } from './paint-overlay.ts';
import type { PlaceCm, PlacePx, Viewport } from './viewport.ts';

/** What somebody's hand is doing in the drawing. */
export type Deed =
  | { readonly kind: 'pan'; readonly fromPx: PlacePx; readonly view: Viewport }
  | { readonly kind: 'move'; readonly member: number; readonly was: EdlMember; readonly from: PlaceCm }
  | { readonly kind: 'pull'; readonly member: number; readonly was: EdlMember; readonly grip: Grip }
  | { readonly kind: 'turn'; readonly member: number; readonly was: EdlMember }
  | { readonly kind: 'measure'; readonly from: PlaceCm };

export interface Situation {
  readonly document: EdlDocument | undefined;
  readonly selected: number | undefined;
  readonly view: Viewport;
  readonly stepCm: number;
  readonly tool: 'select' | 'measure';
  readonly access: 'write' | 'read';
  /** How near is near enough: more for a finger. */
  readonly reachPx: number;
}

const TURN_STEP_DEG = 15;

const isNear = ([ax, ay]: PlacePx, [bx, by]: PlacePx, reachPx: number): boolean => Math.hypot(ax - bx, ay - by) <= reachPx;

const snappedPlace = ([x, y]: PlaceCm, stepCm: number): PlaceCm => [snapped(x, stepCm), snapped(y, stepCm)];

/** What begins where somebody presses. */
export function deedAt(at: PlacePx, situation: Situation): Deed {
  const { document, selected, view, stepCm, tool, access, reachPx } = situation;
  const place = view.toCm(at);
  if (tool === 'measure') return { kind: 'measure', from: snappedPlace(place, stepCm) };
  const pan: Deed = { kind: 'pan', fromPx: at, view };
  if (!document) return pan;
  const held = selected === undefined ? undefined : document.members[selected];
  if (held && selected !== undefined && access === 'write') {
    if (isNear(at, turnHandlePx(held, view), reachPx)) return { kind: 'turn', member: selected, was: held };
    const grip = gripsOf(held).find(([, gripPlace]) => isNear(at, view.toPx(gripPlace), reachPx));
    if (grip) return { kind: 'pull', member: selected, was: held, grip: grip[0] };
  }
  const member = memberAt(document, place, reachPx / view.pxPerCm);
  const was = member === undefined ? undefined : document.members[member];
  if (member === undefined || !was) return pan;
  // A corridor fills the picture: it is moved once it is selected, and shifts the picture before.
  if (was.kind === 'CORRIDOR' && member !== selected) return pan;
  return { kind: 'move', member, was, from: place };
}

/** What a deed changes when the hand is here now; nothing when the member is not as it was. */
export function changesOf(deed: Deed, at: PlacePx, { document, view, stepCm, access }: Situation): Change[] {
  if (deed.kind === 'pan' || deed.kind === 'measure' || access === 'read' || !document) return [];
  const { member, was } = deed;
  const now = document.members[member];
  if (!now || now.kind !== was.kind || now.number !== was.number) return [];
  const place = view.toCm(at);
  if (deed.kind === 'pull') return pulled(document, member, deed.grip, place, stepCm);
  if (deed.kind === 'move') {
    const [x, y] = snappedPlace([was.xCm + place[0] - deed.from[0], was.yCm + place[1] - deed.from[1]], stepCm);
    return movedBy(document, member, [x - now.xCm, y - now.yCm]);
  }
  const along = (Math.atan2(place[1] - was.yCm, place[0] - was.xCm) * 180) / Math.PI;
  // Doors lie across the way one goes through them: what is pulled round is how they lie.
  const across = was.kind === 'DOOR' || was.kind === 'JUNCTION' ? 90 : 0;
  return turnedTo(document, member, stepCm > 0 ? snapped(along - across, TURN_STEP_DEG) : along - across);
}

const FIELDS = { x: 'xCm', y: 'yCm', theta: 'thetaDeg', long: 'longCm', wide: 'wideCm' } as const;

/** The member as it would be. */
export function changed(member: EdlMember, changes: readonly Change[]): EdlMember {
  const next: Record<string, unknown> = { ...member };
  for (const change of changes) {
    if (change.kind === 'set' && change.attribute in FIELDS) next[FIELDS[change.attribute as keyof typeof FIELDS]] = change.value;
  }
  return next as unknown as EdlMember;
}

/** In the words of the text: `wall 3`, x, y, theta, and how large it is. */
export function figuresOf(member: EdlMember): string {
  const { longCm, wideCm } = outlineOf(member);
  const size = member.kind === 'CORRIDOR' ? `${longCm} × ${wideCm} cm` : longCm > 0 ? `${longCm} cm` : '';
  const parts = [`x ${member.xCm}`, `y ${member.yCm}`, `${member.thetaDeg ?? 0}°`, size];
  return parts.filter((part) => part !== '').join('   ');
}
