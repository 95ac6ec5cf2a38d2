import { type CompiledProgram, NUMBER, OP, WIDTH } from './code.ts';

/** Stands for all six comparisons: they differ in what follows. */
export const COMPARE: typeof OP.IF_EQUAL = OP.IF_EQUAL;

type Outcome = 'less' | 'same' | 'more';
const JUMPS_WHERE: ReadonlyMap<number, readonly Outcome[]> = new Map<number, readonly Outcome[]>([
  [OP.IF_EQUAL, ['same']],
  [OP.IF_DIFFERENT, ['less', 'more']],
  [OP.IF_LESS, ['less']],
  [OP.IF_LESS_OR_EQUAL, ['less', 'same']],
  [OP.IF_GREATER, ['more']],
  [OP.IF_GREATER_OR_EQUAL, ['more', 'same']],
]);
/** They put what they reckon into a, and go on behind themselves. */
const LAST_RECKONED: number = OP.REMAINDER;

/**
 * An instruction as the machine walks through it: it knows those that may follow, so that nothing is looked up between two steps.
 * Each field has a whole number from the beginning on, or an instruction: engines then know its type, and do not ask for it.
 */
export class Link {
  readonly at: number = 0;
  readonly op: number = 0;
  readonly a: number = 0;
  readonly b: number = 0;
  readonly c: number = 0;
  /** 1 where c is a number, 0 where it is a register. */
  readonly isNumber: number = 0;
  /** 1 where the next one compares what this one reckons: both are then done at once, as two steps. */
  isCompared = 0;
  /** Where a jump goes, of all others what stands behind it. */
  next: Link = this;
  /** What follows a comparison where b is less than c, the same or more. */
  less: Link = this;
  same: Link = this;
  more: Link = this;

  constructor(at: number, instruction: number, operands: { readonly a: number; readonly b: number; readonly c: number }) {
    const op = instruction & ~NUMBER;
    this.at = at;
    this.op = JUMPS_WHERE.has(op) ? COMPARE : op;
    this.a = operands.a;
    this.b = operands.b;
    this.c = operands.c;
    this.isNumber = instruction >= NUMBER ? 1 : 0;
  }
}

const known = new WeakMap<CompiledProgram, readonly Link[]>();

/** The instructions of a program, each at its place: made once, for all machines that run it. */
export function linksOf(program: CompiledProgram): readonly Link[] {
  const links = known.get(program) ?? linked(program.code);
  known.set(program, links);
  return links;
}

function linked(code: Int32Array): Link[] {
  const word = (at: number, field: number): number => code[at * WIDTH + field] as number;
  const made = Array.from(
    { length: code.length / WIDTH },
    (_, at) => new Link(at, word(at, 0), { a: word(at, 1), b: word(at, 2), c: word(at, 3) }),
  );
  for (const link of made) {
    // The last one is an end, or a return.
    const behind = made[link.at + 1] ?? link;
    const target = link.op === OP.JUMP || link.op === COMPARE ? (made[link.a] as Link) : behind;
    link.next = link.op === OP.JUMP ? target : behind;
    const jumps = JUMPS_WHERE.get(word(link.at, 0) & ~NUMBER) ?? [];
    for (const outcome of ['less', 'same', 'more'] as const) link[outcome] = jumps.includes(outcome) ? target : behind;
    link.isCompared = link.op <= LAST_RECKONED && behind.op === COMPARE && behind.b === link.a ? 1 : 0;
  }
  return made;
}
