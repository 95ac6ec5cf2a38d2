import type { Guidance } from '../../src/web/guidance/guidance.ts';
import type { WorldLink } from '../../src/web/link/world-link.ts';

/** What a page shows of itself to who looks at it from outside: its window. */
export interface Seen {
  readonly manyhands?: {
    readonly link: WorldLink;
    readonly guidance?: Guidance;
    readonly monitor?: { placeOf(entity: string): readonly [number, number] | undefined };
  };
}
