import { explain } from '../../core/base/errors.ts';
import { decodeMesh } from '../../core/geometry/mesh.ts';
import type { MeshSource, MeshState } from '../scene/mesh-source.ts';
import type { HubApi } from './hub-api.ts';
import { unpackedPicture } from './picture.ts';

/** The meshes of imported bodies, asked of the hub when something shows them, and kept by their hash: what has one never changes. */
export class MeshStore implements MeshSource {
  readonly #hub: HubApi;
  readonly #states = new Map<string, MeshState>();
  readonly #listeners = new Set<() => void>();

  constructor(hub: HubApi) {
    this.#hub = hub;
  }

  get(hash: string): MeshState {
    const known = this.#states.get(hash);
    if (known) return known;
    const coming: MeshState = { kind: 'coming' };
    this.#states.set(hash, coming);
    void this.#fetch(hash);
    return coming;
  }

  /** Which cannot be had, and why. */
  get missing(): ReadonlyMap<string, string> {
    return new Map([...this.#states].flatMap(([hash, state]) => (state.kind === 'missing' ? [[hash, state.reason]] : [])));
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    const own = () => onChange();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  };

  /** The hub may have been away, or somebody may have imported them since. */
  askAgain(): void {
    for (const hash of this.missing.keys()) void this.#fetch(hash);
  }

  async #fetch(hash: string): Promise<void> {
    const before = this.#states.get(hash);
    const state = await this.#ask(hash);
    this.#states.set(hash, state);
    if (before?.kind !== state.kind) for (const tell of [...this.#listeners]) tell();
  }

  async #ask(hash: string): Promise<MeshState> {
    try {
      const mesh = decodeMesh(await this.#hub.mesh(hash));
      return { kind: 'here', mesh, picture: mesh.print && (await unpackedPicture(mesh.print.picture)) };
    } catch (error) {
      return { kind: 'missing', reason: explain(error) };
    }
  }
}
