import type { Model } from '../../core/robots/model.ts';

export interface MissingPart {
  readonly hash: string;
  /** "link forearm of KR 5". */
  readonly place: string;
  readonly reason: string;
}

/** Which links of which models miss their meshes. `missing`: hashes, and why each cannot be had. */
export function missingParts(models: readonly Model[], missing: ReadonlyMap<string, string>): MissingPart[] {
  if (missing.size === 0) return [];
  return models.flatMap(({ name, links }) =>
    links.flatMap((link) =>
      link.parts.flatMap(({ shape }) => {
        const reason = shape.kind === 'mesh' ? missing.get(shape.mesh) : undefined;
        return shape.kind === 'mesh' && reason !== undefined ? [{ hash: shape.mesh, place: `link ${link.name} of ${name}`, reason }] : [];
      }),
    ),
  );
}
