import type { Tree } from '@lezer/common';
import * as terms from './robot-terms.generated.ts';

interface Comment {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Gives out the comments of a text in their order, each once, to whoever they stand above, beside or below. */
export class Comments {
  readonly #text: string;
  readonly #all: readonly Comment[];
  #next = 0;
  /** Where what was last placed ends: empty lines count from here. */
  #end = 0;
  #isFirst = true;

  constructor(text: string, tree: Tree) {
    this.#text = text;
    this.#all = commentsOf(text, tree);
  }

  /** A body begins: empty lines at its top are not kept. */
  open(at: number): void {
    this.#end = at;
    this.#isFirst = true;
  }

  /** What stands on lines of its own before this place; and that there is an empty line. */
  above(at: number): string[] {
    const above = this.before(at);
    if (this.#isApart(at)) above.push('');
    this.pass(at);
    return above;
  }

  /** The same, without what may be below it. */
  before(at: number): string[] {
    const lines: string[] = [];
    for (let comment = this.#all[this.#next]; comment && comment.from < at; comment = this.#all[++this.#next]) {
      if (this.#isApart(comment.from)) lines.push('');
      lines.push(comment.text);
      this.pass(comment.to);
    }
    return lines;
  }

  /** What stands in the middle of something, up to this place: empty lines there mean nothing. */
  within(at: number): string[] {
    return this.before(at).filter((line) => line !== '');
  }

  /** Something ends here. */
  pass(at: number): void {
    this.#end = Math.max(this.#end, at);
    this.#isFirst = false;
  }

  /** The comment that stands on the line on which this place is, behind it. */
  beside(at: number): string | undefined {
    const comment = this.#all[this.#next];
    if (!comment || comment.from < at || comment.text.includes('\n') || !/^[^\S\n]*$/.test(this.#text.slice(at, comment.from)))
      return undefined;
    this.#next++;
    this.#end = Math.max(this.#end, comment.to);
    return comment.text;
  }

  #isApart(at: number): boolean {
    return !this.#isFirst && this.#text.slice(this.#end, at).split('\n').length > 2;
  }
}

function commentsOf(text: string, tree: Tree): Comment[] {
  const comments: Comment[] = [];
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (type.id === terms.LineComment || type.id === terms.BlockComment)
        comments.push({ from, to, text: text.slice(from, to).trimEnd().replaceAll('\r\n', '\n') });
    },
  });
  return comments;
}
