/** A word of a command line, without its quotes, and where it begins: columns count from 1. */
export interface Word {
  readonly text: string;
  readonly column: number;
  /** It has a quote that is never closed: no word then, but it may be part of a free text (it's). */
  readonly isUnclosed: boolean;
}

/** What is wrong with a command line, where, and what to do. */
export interface Diagnostic {
  readonly column: number;
  readonly message: string;
}

/** Words are parted by blanks; quotes of either kind keep blanks; `#` before a word begins a comment. */
export function splitWords(line: string): Word[] {
  const words: Word[] = [];
  const pattern = /\s*(?:#.*|((?:[^\s"']|"[^"]*"|'[^']*')*)(["'].*)?)/y;
  for (;;) {
    const [, closed = '', unclosed = ''] = pattern.exec(line) ?? [];
    if (closed + unclosed === '') return words;
    const column = pattern.lastIndex - closed.length - unclosed.length + 1;
    words.push({ text: closed.replace(/"([^"]*)"|'([^']*)'/g, '$1$2') + unclosed, column, isUnclosed: unclosed !== '' });
  }
}
