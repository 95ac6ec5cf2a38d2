interface Branch {
  readonly branches: Map<string, Branch>;
  note: string | undefined;
}

const branch = (): Branch => ({ branches: new Map(), note: undefined });

/** Names by their segments, each below the one before it, with what is known of it. */
export function treeOf(leaves: readonly (readonly [name: string, note: string])[]): string {
  const root = branch();
  for (const [name, note] of leaves) {
    const last = name.split('/').reduce((at, segment) => {
      const next = at.branches.get(segment) ?? branch();
      at.branches.set(segment, next);
      return next;
    }, root);
    last.note = note;
  }
  return linesOf(root, '').join('\n');
}

const linesOf = ({ branches }: Branch, indent: string): string[] =>
  [...branches].flatMap(([segment, below]) => [
    `${indent}${segment}${below.note === undefined ? '' : `  ${below.note}`}`,
    ...linesOf(below, `${indent}  `),
  ]);
