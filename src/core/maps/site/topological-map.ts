import type { Place } from '../plan/segment.ts';
import type { NODE_KINDS } from './site-document.ts';

/** A site as one finds one's way in it: places, and which of them lead to each other. */
export interface TopologicalMap {
  readonly nodes: readonly TopologicalNode[];
  readonly edges: readonly TopologicalEdge[];
}

export interface TopologicalNode {
  /** Of its floor and its member, `ground-floor/door-6`: it stays when others come and go. */
  readonly id: string;
  readonly kind: (typeof NODE_KINDS)[number];
  readonly floor: string;
  readonly at: Place;
  readonly name: string;
}

/** In both directions. */
export interface TopologicalEdge {
  readonly between: readonly [string, string];
  /** As the crow flies; between floors the height. */
  readonly lengthM: number;
}

export const edgeBetween = (a: TopologicalNode, b: TopologicalNode): TopologicalEdge => ({
  between: [a.id, b.id],
  lengthM: rounded(Math.hypot(b.at[0] - a.at[0], b.at[1] - a.at[1])),
});

/** To a tenth of a millimetre, so that rounding makes no other thing of what is the same. */
export const rounded = (metres: number): number => Math.round(metres * 1e4) / 1e4 + 0;

/** Names a pair, the same in both directions. */
export const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
