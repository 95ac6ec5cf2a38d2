import type { Clock } from '../../core/base/clock.ts';
import type { Pose } from '../../core/base/pose.ts';
import type { Random } from '../../core/base/random.ts';
import type { Bus } from '../../core/bus/bus.ts';
import type { DocumentKind } from '../../core/documents/documents.ts';
import { draftOf, type Model } from '../../core/robots/robots.ts';
import type { EntityDraft, Participant } from '../../core/world/world.ts';

/** A world that comes with the product: what stands in it, where to look first, and what lives in it. */
export interface Demo {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly entities: readonly { readonly id: string; readonly draft: EntityDraft }[];
  /** Those of its entities that are in no catalog: of its building. */
  readonly models?: readonly Model[] | undefined;
  /** Encoded, by their hash: those of these models. */
  readonly meshes?: ReadonlyMap<string, Uint8Array> | undefined;
  /** The document of its building, with all texts in it. */
  readonly site?: string | undefined;
  /** The pictures of its notices, by the files that its maps name. */
  readonly pictures?: ReadonlyMap<string, Uint8Array> | undefined;
  /** What people read and change there: its programs, positions and tasks. */
  readonly texts?: readonly DemoText[] | undefined;
  readonly view: { readonly eye: Point; readonly target: Point };
  /** Gives life to those of its entities that are in the world and owned by this participant. Disposing lets them come to rest. */
  readonly enliven: (world: Participant, ports: LifePorts) => Disposable;
}

export interface DemoText {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly text: string;
}

export type Point = readonly [x: number, y: number, z: number];

export interface LifePorts {
  /** The one that the participant is on. */
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

export interface Placed {
  readonly id: string;
  readonly draft: EntityDraft;
}

/** One body of a model in a demo's list; `values` where it does not start at home. */
export function place(
  id: string,
  model: Model,
  pose: Pose,
  { name, colour, values }: { readonly name?: string; readonly colour?: number; readonly values?: readonly number[] } = {},
): Placed {
  const draft = draftOf(model, { pose, name, colour });
  return { id, draft: values ? { ...draft, initial: { pose, values: [...values] } } : draft };
}
