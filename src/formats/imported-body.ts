import type { Model } from '../core/robots/model.ts';
import type { ImportProblem } from './import-error.ts';

/** By path with "/", as in the folder or zip. */
export type SourceFiles = ReadonlyMap<string, Uint8Array>;

export interface ImportOptions {
  /** Which of the files to import: a path of `sourcesIn`. The best one when left out. */
  readonly main?: string | undefined;
  /** How long a unit of the file is. What the file says, or what is plausible, when left out. */
  readonly unitM?: number | undefined;
  /** Which axis of the file points up. What the format says when left out. */
  readonly up?: 'z' | 'y' | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

export interface ImportedBody {
  readonly model: Model;
  /** The encoded meshes of its parts, by the hash that the parts have. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  /** What to tell whoever imports it, such as a mesh that is missing: a placeholder box takes its place. */
  readonly problems: readonly ImportProblem[];
}
