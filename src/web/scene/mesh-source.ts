import type { Mesh } from '../../core/geometry/mesh.ts';

/** `missing`: it was asked for and cannot be had; `reason` says why. */
export type MeshState =
  | { readonly kind: 'coming' }
  /** `picture`: what is printed on it, unpacked. */
  | { readonly kind: 'here'; readonly mesh: Mesh; readonly picture?: ImageBitmap | undefined }
  | { readonly kind: 'missing'; readonly reason: string };

/** Where the triangles of imported bodies come from, by their hash. Until one is here, the box round it stands for it. */
export interface MeshSource {
  /** Asks for it when nobody has yet. */
  get(hash: string): MeshState;
  /** When the state of any has changed. Returns what ends it. */
  subscribe(onChange: () => void): () => void;
}

/** For scenes without imported bodies. */
export const NO_MESHES: MeshSource = {
  get: () => ({ kind: 'missing', reason: 'there are no meshes here' }),
  subscribe: () => () => undefined,
};

/** Those that are in memory already: of a body that was just read from its files. */
export class MemoryMeshes implements MeshSource {
  readonly #meshes = new Map<string, Mesh>();
  readonly #listeners = new Set<() => void>();

  add(meshes: ReadonlyMap<string, Mesh>): void {
    for (const [hash, mesh] of meshes) this.#meshes.set(hash, mesh);
    for (const tell of [...this.#listeners]) tell();
  }

  has(hash: string): boolean {
    return this.#meshes.has(hash);
  }

  get(hash: string): MeshState {
    const mesh = this.#meshes.get(hash);
    return mesh ? { kind: 'here', mesh } : { kind: 'missing', reason: 'the file has no such mesh' };
  }

  subscribe(onChange: () => void): () => void {
    const own = () => onChange();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }
}

/** Resolves when each of them is here or known to be missing. */
export function settled(meshes: MeshSource, hashes: ReadonlySet<string>): Promise<void> {
  const isSettled = () => [...hashes].every((hash) => meshes.get(hash).kind !== 'coming');
  if (isSettled()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = meshes.subscribe(() => {
      if (!isSettled()) return;
      end();
      resolve();
    });
  });
}
