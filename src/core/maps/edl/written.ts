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

/** A member as it was read before, with the same letters in another place. Most of it is never asked for. */
export class ShiftedMember implements WrittenMember {
  readonly original: WrittenMember;
  readonly from: number;
  readonly to: number;
  readonly #by: number;

  constructor(original: WrittenMember, from: number) {
    this.original = original;
    this.from = from;
    this.#by = from - original.from;
    this.to = original.to + this.#by;
  }

  get keyword(): WrittenWord {
    return this.#shifted(this.original.keyword);
  }

  get number(): WrittenWord | undefined {
    return this.original.number && this.#shifted(this.original.number);
  }

  get attributes(): readonly WrittenAttribute[] {
    return this.original.attributes.map((attribute) => ({
      ...this.#shifted(attribute),
      value: attribute.value && this.#shifted(attribute.value),
    }));
  }

  #shifted<S extends Stretch>(stretch: S): S {
    return { ...stretch, from: stretch.from + this.#by, to: stretch.to + this.#by };
  }
}

export interface WrittenAttribute extends Stretch {
  readonly name: string;
  /** Without its quotes. */
  readonly value: WrittenWord | undefined;
}
