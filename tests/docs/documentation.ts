import { readdirSync, readFileSync } from 'node:fs';

export interface Page {
  readonly file: string;
  readonly text: string;
}

/** A fenced block: the first word behind its fence is its language, the second what it is. */
export interface Block {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly note: string;
  readonly text: string;
}

const guides = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []));

export const pages: readonly Page[] = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...guides].map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

/** The only one of its kind. */
export function blockOf(language: string, note: string): Block {
  const [found, ...others] = blocks.filter((block) => block.language === language && block.note === note);
  if (!found || others.length > 0)
    throw new Error(`one block "${language} ${note}" is expected in the docs, not ${others.length + Number(Boolean(found))}`);
  return found;
}

export const blocks: readonly Block[] = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)^```/gm)].map((match) => {
    const [, language = '', note = '', inside = ''] = match;
    return { file, line: text.slice(0, match.index).split('\n').length, language, note, text: inside };
  }),
);
