/** Random programs that are well-formed and come to an end, as trees of their own and as text in any layout. */
import { chance, integerBelow, pick, type Random } from '../base/random.ts';

export type Node =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly sign: '-' | '!'; readonly of: Node }
  | { readonly kind: 'pair'; readonly sign: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Node[] };

export type Line =
  | { readonly kind: 'declare'; readonly name: string; readonly value: Node | undefined }
  | { readonly kind: 'set'; readonly name: string; readonly value: Node }
  | { readonly kind: 'do'; readonly call: Node }
  | { readonly kind: 'if'; readonly condition: Node; readonly body: readonly Line[]; readonly otherwise: readonly Line[] | undefined }
  | { readonly kind: 'while'; readonly condition: Node; readonly body: readonly Line[] }
  | { readonly kind: 'for'; readonly counter: string; readonly to: Node; readonly step: Node; readonly body: readonly Line[] }
  | { readonly kind: 'leave'; readonly word: 'break' | 'continue' }
  | { readonly kind: 'return'; readonly value: Node | undefined };

export interface RandomFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: readonly Line[];
}

export interface RandomProgram {
  readonly lines: readonly Line[];
  readonly functions: readonly RandomFunction[];
}

const num = (value: number): Node => ({ kind: 'number', value });
const name = (of: string): Node => ({ kind: 'name', name: of });
const pair = (sign: string, left: Node, right: Node): Node => ({ kind: 'pair', sign, left, right });
const call = (of: string, ...operands: Node[]): Node => ({ kind: 'call', name: of, operands });
const text = (of: string): Node => ({ kind: 'text', text: of });

const SIGNS = ['+', '-', '*', '+', '-', '<', '<=', '>', '>=', '==', '!=', '&&', '||'];
/** Names that are properties of every object in the language this is written in. */
const NAMES = ['a', 'b', 'count', 'constructor', '__proto__', 'toString', 'valueOf', 'x1', 'hasOwnProperty'];

/** What can be used at one place. */
interface Place {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly callable: readonly RandomFunction[];
  readonly isInLoop: boolean;
  readonly isInFunction: boolean;
  readonly depth: number;
}

export function randomProgram(random: Random): RandomProgram {
  const maker = new Maker(random);
  return maker.program();
}

class Maker {
  readonly #random: Random;
  #names = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  program(): RandomProgram {
    const globals = NAMES.slice(0, 1 + integerBelow(this.#random, NAMES.length));
    const functions: RandomFunction[] = [];
    for (let left = integerBelow(this.#random, 4); left > 0; left--) functions.push(this.#function(globals, functions));
    const declared = globals.map((global): Line => ({ kind: 'declare', name: global, value: num(integerBelow(this.#random, 9)) }));
    const place: Place = { readable: globals, writable: globals, callable: functions, isInLoop: false, isInFunction: false, depth: 0 };
    return { lines: [...declared, ...this.#lines(place, 3 + integerBelow(this.#random, 6))], functions };
  }

  /** Only calls those before it, so that it ends; or itself, with one less each time. */
  #function(globals: readonly string[], callable: readonly RandomFunction[]): RandomFunction {
    const parameters = NAMES.filter(() => chance(this.#random, 0.25)).slice(0, 3);
    const seen = [...new Set([...parameters, ...globals])];
    const ownName = `f${++this.#names}`;
    const place: Place = { readable: seen, writable: seen, callable, isInLoop: false, isInFunction: true, depth: 1 };
    const body = this.#lines(place, 1 + integerBelow(this.#random, 3));
    const [first] = parameters;
    if (first === undefined || !chance(this.#random, 0.3)) return { name: ownName, parameters, body };
    const less = call(
      ownName,
      call('min', pair('-', name(first), num(1)), num(5)),
      ...parameters.slice(1).map(() => this.#value(place, 1)),
    );
    const stop: Line = {
      kind: 'if',
      condition: pair('<=', name(first), num(0)),
      body: [{ kind: 'return', value: num(1) }],
      otherwise: undefined,
    };
    const again: Line = { kind: 'return', value: pair('+', num(1), less) };
    // Whatever comes between may set the parameter: so it comes first.
    return { name: ownName, parameters, body: [stop, again] };
  }

  #lines(place: Place, count: number): Line[] {
    const lines: Line[] = [];
    let { readable, writable } = place;
    for (let left = count; left > 0; left--) {
      const made = this.#line({ ...place, readable, writable });
      lines.push(...made);
      for (const line of made) {
        if (line.kind !== 'declare') continue;
        readable = [...readable, line.name];
        if (!line.name.startsWith('w')) writable = [...writable, line.name];
      }
    }
    return lines;
  }

  #line(place: Place): Line[] {
    const random = this.#random;
    const kind = integerBelow(random, place.depth > 2 ? 9 : 14);
    if (kind < 2) return [{ kind: 'declare', name: `v${++this.#names}`, value: chance(random, 0.8) ? this.#value(place, 2) : undefined }];
    if (kind < 4) return [{ kind: 'set', name: pick(random, place.writable), value: this.#value(place, 3) }];
    if (kind < 8) return [{ kind: 'do', call: this.#deed(place) }];
    if (kind < 9) return this.#leaving(place);
    const inner = { ...place, depth: place.depth + 1 };
    if (kind < 12)
      return [
        {
          ...{ kind: 'if', condition: this.#value(place, 2), body: this.#lines(inner, 1 + integerBelow(random, 2)) },
          otherwise: chance(random, 0.5) ? this.#lines(inner, 1 + integerBelow(random, 2)) : undefined,
        },
      ];
    if (kind < 13) {
      const counter = `w${++this.#names}`;
      const limit = pair('<', name(counter), num(integerBelow(random, 4)));
      const within = { ...inner, isInLoop: true, readable: [...place.readable, counter] };
      const counted: Line = { kind: 'set', name: counter, value: pair('+', name(counter), num(1)) };
      return [
        { kind: 'declare', name: counter, value: undefined },
        {
          kind: 'while',
          condition: chance(random, 0.3) ? pair('&&', limit, this.#value(place, 1)) : limit,
          body: [counted, ...this.#lines(within, 1 + integerBelow(random, 2))],
        },
      ];
    }
    const counter = `w${++this.#names}`;
    const within = { ...inner, isInLoop: true, readable: [...place.readable, counter] };
    const body = this.#lines(within, integerBelow(random, 3));
    return [{ kind: 'for', counter, to: num(integerBelow(random, 4)), step: num(1 + integerBelow(random, 2)), body }];
  }

  #leaving(place: Place): Line[] {
    // Behind it nothing is reached: so it comes under a condition.
    const word: Line = place.isInLoop
      ? { kind: 'leave', word: pick(this.#random, ['break', 'continue'] as const) }
      : { kind: 'return', value: place.isInFunction && chance(this.#random, 0.8) ? this.#value(place, 2) : undefined };
    return [{ kind: 'if', condition: this.#value(place, 1), body: [word], otherwise: undefined }];
  }

  #deed(place: Place): Node {
    const random = this.#random;
    const value = () => this.#value(place, 1);
    const flag = () => (chance(random, 0.95) ? num(1 + integerBelow(random, 10)) : name(pick(random, place.readable)));
    const own = place.callable.length > 0 && chance(random, 0.3) ? pick(random, place.callable) : undefined;
    if (own) return this.#called(own, place);
    return pick<() => Node>(random, [
      () => call('move', pick(random, [name('p1'), name('home'), text('above the lathe'), call('position', value())])),
      () => call('move', pick(random, [num(1 + integerBelow(random, 6)), text('waist')]), value()),
      () => call('speed', num(1 + integerBelow(random, 100))),
      () => call('flag', value()),
      () => call('wcellflag', flag(), value()),
      () => call('rcellflag', flag(), name(pick(random, place.writable))),
      () => call('wait', num(integerBelow(random, 300))),
      () => call('print', text('so '), value(), text(pick(random, ['', ', ', ' // ', ' /* ']))),
      () => call('print', value()),
      () => call('drive', value(), ...(chance(random, 0.5) ? [value()] : [])),
      () => call('goto', ...(chance(random, 0.5) ? [text('room 2')] : [value(), value(), ...(chance(random, 0.5) ? [value()] : [])])),
      () => call(pick(random, ['grip', 'release'])),
    ])();
  }

  #called(own: RandomFunction, place: Place): Node {
    return call(own.name, ...own.parameters.map(() => this.#value(place, 1)));
  }

  #value(place: Place, depth: number): Node {
    const random = this.#random;
    if (depth === 0 || chance(random, 0.25)) return this.#leaf(place);
    const kind = integerBelow(random, 12);
    if (kind < 1) return { kind: 'sign', sign: pick(random, ['-', '!'] as const), of: this.#value(place, depth - 1) };
    if (kind < 2)
      return pair(
        pick(random, ['/', '%']),
        this.#value(place, depth - 1),
        chance(random, 0.6) ? num(1 + integerBelow(random, 7)) : name(pick(random, place.readable)),
      );
    if (kind < 9) return pair(pick(random, SIGNS), this.#value(place, depth - 1), this.#value(place, depth - 1));
    if (kind < 10) return this.#reading(place);
    if (kind < 11 && place.callable.length > 0) return this.#called(pick(random, place.callable), place);
    return call(pick(random, ['min', 'max']), this.#value(place, depth - 1), this.#value(place, depth - 1));
  }

  #leaf(place: Place): Node {
    const random = this.#random;
    if (chance(random, 0.6)) return name(pick(random, place.readable));
    if (chance(random, 0.02)) return num(pick(random, [2147483647, 2147483646, 46341, 65536]));
    return chance(random, 0.1) ? name(pick(random, ['true', 'false'])) : num(integerBelow(random, 12));
  }

  #reading(place: Place): Node {
    const random = this.#random;
    return pick<() => Node>(random, [
      () => call('cellflag', num(1 + integerBelow(random, 10))),
      () => call('flag'),
      () => call('flagof', text('jupiter')),
      () => call('sensor', text('sonar'), ...(chance(random, 0.5) ? [this.#leaf(place)] : [])),
      () => call('sensorof', text('puma'), text('laser')),
      () => call('dof', pick(random, [num(2), text('elbow')])),
      () => call('time'),
      () => call('abs', this.#leaf(place)),
      () => call(pick(random, ['grip', 'release'])),
      () => call('drive', this.#leaf(place)),
    ])();
  }
}
