import type { Stretch } from './diagnostic.ts';

/** What stands in a file, whether EDL or `.cfg`, before anybody asks whether it makes sense. */
export interface Written {
  readonly fields: readonly WrittenField[];
  readonly members: readonly WrittenMember[];
}

export interface WrittenWord extends Stretch {
  readonly text: string;
}

export interface WrittenField extends Stretch {
  readonly name: 'LENGTH' | 'WIDTH';
  readonly value: WrittenWord;
}

export interface WrittenMember extends Stretch {
  readonly keyword: WrittenWord;
  readonly number: WrittenWord | undefined;
  readonly attributes: readonly WrittenAttribute[];
}

export interface WrittenAttribute extends Stretch {
  readonly name: string;
  /** Without its quotes. */
  readonly value: WrittenWord | undefined;
}
