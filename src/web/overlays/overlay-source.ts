import type { Observable } from '../link/world-link.ts';
import type { GraphLines, KnownBuilding, PathLine, Scan } from './overlay.ts';

/** What there is to be drawn now. */
export interface OverlaySource {
  readonly paths: Observable<readonly PathLine[]>;
  readonly graphs: Observable<readonly GraphLines[]>;
  readonly scans: Observable<readonly Scan[]>;
  /** Undefined: the building is drawn as it is. */
  readonly known: Observable<KnownBuilding | undefined>;
}
