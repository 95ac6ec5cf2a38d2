import type { Subscriptions } from '../bus/subscriptions.ts';
import type { Anchor } from './age.ts';
import type { Binding } from './binding.ts';
import type { Declaration } from './declaration.ts';
import type { ValueFrame } from './frame.ts';
import { dotted } from './names.ts';

/** The newest value of a variable, as its writer made it. */
export interface HeldValue {
  readonly writer: string;
  readonly frame: ValueFrame;
  readonly bytes: Uint8Array;
  readonly earlierMs: number;
  readonly anchor: Anchor | undefined;
}

/** A variable that is declared, as one node has it: all that a value that comes is met with, found by one look. */
export class Variable {
  readonly name: string;
  /** What it is called on the bus. */
  readonly subject: string;
  declaration: Declaration;
  /** Undefined: nobody has written it, as far as is known here. */
  held: HeldValue | undefined;
  #audience: readonly Binding[] = [];
  /** The changes of the bindings that its audience was found after. */
  #asOf = -1;

  constructor(name: string, subject: string, declaration: Declaration) {
    this.name = name;
    this.subject = subject;
    this.declaration = declaration;
  }

  /** The bindings that match it: looked for again only after one has come or gone. */
  audience(bindings: Subscriptions<Binding>): readonly Binding[] {
    if (this.#asOf !== bindings.changes) {
      this.#audience = bindings.matching(dotted(this.name));
      this.#asOf = bindings.changes;
    }
    return this.#audience;
  }
}
