import { useCallback, useEffect, useRef, useState } from 'react';
import { explain } from '../../core/base/errors.ts';
import { decodeMesh } from '../../core/geometry/mesh.ts';
import { ImportError, type ImportedBody, type ImportOptions, type ImportProblem } from '../../formats/formats.ts';
import { MemoryMeshes } from '../scene/mesh-source.ts';
import { readBody } from './body-reader.ts';
import { type BroughtFiles, bytesOf } from './dropped-files.ts';

/** What is under way with the files that were brought. */
export type ImportStage =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'loading'; readonly read: number; readonly of: number }
  | { readonly kind: 'parsing'; readonly sinceMs: number }
  | { readonly kind: 'refused'; readonly problems: readonly ImportProblem[] }
  | { readonly kind: 'ready' };

export interface Import {
  readonly stage: ImportStage;
  /** The last that could be read: it stays while another is tried. */
  readonly body: ImportedBody | undefined;
  readonly meshes: MemoryMeshes;
  readonly sources: readonly string[];
  readonly options: ImportOptions;
  readonly bring: (files: BroughtFiles) => void;
  /** Reads them again. */
  readonly choose: (change: ImportOptions) => void;
}

/** Reads what is brought, and again when a choice changes; of two readings only the later counts. */
export function useImport(brought: BroughtFiles): Import {
  const [files, setFiles] = useState(brought);
  const [options, setOptions] = useState<ImportOptions>({});
  const [stage, setStage] = useState<ImportStage>({ kind: 'choosing' });
  const [body, setBody] = useState<ImportedBody>();
  const [sources, setSources] = useState<readonly string[]>([]);
  const [meshes] = useState(() => new MemoryMeshes());
  const bytes = useRef<{ readonly of: BroughtFiles; readonly bytes: ReadonlyMap<string, Uint8Array> }>(undefined);
  useEffect(() => {
    if (files.size === 0) return;
    const abort = new AbortController();
    const tell = (next: ImportStage) => !abort.signal.aborted && setStage(next);
    const read = async () => {
      if (bytes.current?.of !== files) {
        tell({ kind: 'loading', read: 0, of: files.size });
        const loaded = await bytesOf(files, (count) => tell({ kind: 'loading', read: count, of: files.size }));
        bytes.current = { of: files, bytes: loaded };
      }
      if (abort.signal.aborted) return;
      tell({ kind: 'parsing', sinceMs: Date.now() });
      const onSources = (found: readonly string[]) => !abort.signal.aborted && setSources(found);
      const imported = await readBody({ files: bytes.current.bytes, options, onSources, signal: abort.signal });
      const fresh = [...imported.meshes].filter(([hash]) => !meshes.has(hash));
      meshes.add(new Map(fresh.map(([hash, encoded]) => [hash, decodeMesh(encoded)])));
      if (abort.signal.aborted) return;
      setBody(imported);
      tell({ kind: 'ready' });
    };
    read().catch((error: unknown) =>
      tell({ kind: 'refused', problems: error instanceof ImportError ? error.problems : [{ file: '', message: explain(error) }] }),
    );
    return () => abort.abort();
  }, [files, options, meshes]);
  const bring = useCallback((next: BroughtFiles) => {
    setFiles(next);
    setSources([]);
    setBody(undefined);
    setOptions(({ unitM, up }) => ({ unitM, up }));
  }, []);
  // More may be dropped while the dialog is open.
  useEffect(() => bring(brought), [brought, bring]);
  const choose = useCallback((change: ImportOptions) => setOptions((before) => ({ ...before, ...change })), []);
  return { stage, body, meshes, sources, options, bring, choose };
}
