import { nearest } from '../../base/nearest.ts';
import type { Finding, Fix, Stretch } from './diagnostic.ts';
import {
  ATTRIBUTES,
  type AttributeName,
  type EdlDocument,
  type EdlMember,
  FIELD_OF,
  isText,
  KINDS,
  type MemberKind,
  mayHave,
  REQUIRED,
} from './document.ts';
import { FARTHEST_CM, HIGHEST_NUMBER, MOST_MEMBERS } from './limits.ts';
import { shortened } from './read-edl.ts';
import { NUMBER } from './tokens.ts';
import { ShiftedMember, type Written, type WrittenAttribute, type WrittenField, type WrittenMember, type WrittenWord } from './written.ts';

export interface Understanding {
  /** All members that are whole; undefined when the field is not. */
  readonly document: EdlDocument | undefined;
  /** Where each of them stands, by its index. */
  readonly places: readonly WrittenMember[];
  readonly findings: readonly Finding[];
}

/** Members that are whole, by how they were first written: those are understood once. */
export type UnderstoodMembers = WeakMap<WrittenMember, EdlMember>;

/** What was written, as a document: every member whole and every number one that means something. */
export function understand(written: Written, known: UnderstoodMembers = new WeakMap()): Understanding {
  return new Understander(written, known).understanding();
}

const originalOf = (written: WrittenMember): WrittenMember => (written instanceof ShiftedMember ? written.original : written);

const KINDS_BY_NAME: ReadonlyMap<string, MemberKind> = new Map(KINDS.map((kind) => [kind, kind]));
const ATTRIBUTES_BY_NAME: ReadonlyMap<string, AttributeName> = new Map(ATTRIBUTES.map((name) => [name, name]));

class Understander {
  readonly #written: Written;
  readonly #findings: Finding[] = [];
  readonly #numbers = new Set<number>();
  readonly #known: UnderstoodMembers;
  #highest: number;

  constructor(written: Written, known: UnderstoodMembers) {
    this.#written = written;
    this.#known = known;
    this.#highest = written.members.reduce((most, member) => Math.max(most, Number(originalOf(member).number?.text ?? 0) || 0), 0);
  }

  understanding(): Understanding {
    const lengthCm = this.#field('LENGTH');
    const widthCm = this.#field('WIDTH');
    const places: WrittenMember[] = [];
    const members: EdlMember[] = [];
    for (const written of this.#written.members.slice(0, MOST_MEMBERS)) {
      const member = this.#member(written);
      if (!member) continue;
      members.push(member);
      places.push(written);
    }
    const tooMany = this.#written.members[MOST_MEMBERS];
    if (tooMany) this.#error('too-large', tooMany.keyword, `more than ${MOST_MEMBERS} members`, 'make floors of it');
    const document = lengthCm === undefined || widthCm === undefined ? undefined : { lengthCm, widthCm, members };
    return { document, places, findings: this.#findings };
  }

  #field(name: WrittenField['name']): number | undefined {
    const [first, ...others] = this.#written.fields.filter((field) => field.name === name);
    if (!first) {
      const axis = name === 'LENGTH' ? 'x' : 'y';
      this.#error(
        'field-missing',
        { from: 0, to: 0 },
        `${name} is missing: how far the field goes along ${axis}`,
        `begin the file with "${name} 900.0": centimetres`,
      );
      return undefined;
    }
    for (const other of others) {
      const fix = { title: `Remove the second ${name}`, edits: [{ from: other.from, to: other.to, insert: '' }] };
      this.#error('field-duplicate', other, `${name} is there already`, 'leave one of them', fix);
    }
    const cm = this.#number(first.value, name);
    if (cm === undefined) return undefined;
    if (cm > 0) return cm;
    this.#error('field-size', first.value, `${name} is ${cm}`, 'a field is larger than 0 cm');
    return undefined;
  }

  #member(written: WrittenMember): EdlMember | undefined {
    const original = originalOf(written);
    const known = this.#known.get(original);
    // Whole by itself, and the only one of its number.
    if (known && (known.number === undefined || !this.#numbers.has(known.number))) {
      if (known.number !== undefined) this.#numbers.add(known.number);
      return known;
    }
    const member = this.#read(written);
    if (member) this.#known.set(original, member);
    return member;
  }

  #read(written: WrittenMember): EdlMember | undefined {
    const kind = this.#kind(written.keyword);
    const number = this.#label(written);
    if (kind === undefined || number === 'wrong') return undefined;
    const values = this.#values(kind, written);
    if (!values) return undefined;
    return { kind, ...(number !== undefined && { number }), thetaDeg: 0, ...values } as unknown as EdlMember;
  }

  #kind(keyword: WrittenWord): MemberKind | undefined {
    const upper = keyword.text.toUpperCase();
    const kind = KINDS_BY_NAME.get(upper);
    if (kind === undefined) {
      const meant = nearest(upper, KINDS);
      const remedy = meant === undefined ? `there are ${KINDS.join(', ')}` : `did you mean ${meant}?`;
      const fix =
        meant === undefined ? undefined : { title: `Write ${meant}`, edits: [{ from: keyword.from, to: keyword.to, insert: meant }] };
      this.#error('unknown-keyword', keyword, `there is no member "${shortened(keyword.text)}"`, remedy, fix);
    }
    return kind;
  }

  #label({ number: written }: WrittenMember): number | undefined | 'wrong' {
    if (!written) return undefined;
    const number = Number(written.text);
    if (!Number.isInteger(number) || number < 0 || number > HIGHEST_NUMBER) {
      this.#error(
        'bad-number',
        written,
        `"${shortened(written.text)}" cannot label a member`,
        `a label is a whole number from 0 to ${HIGHEST_NUMBER}`,
      );
      return 'wrong';
    }
    return number;
  }

  /** Undefined when something is missing or wrong: what is said of the rest would only confuse. */
  #values(kind: MemberKind, written: WrittenMember): Record<string, number | string> | undefined {
    const before = this.#findings.length;
    this.#uniqueNumber(written);
    const found = new Set<AttributeName>();
    const values: Record<string, number | string> = {};
    for (const attribute of written.attributes) {
      const name = this.#attributeName(kind, attribute);
      if (name === undefined) continue;
      if (found.has(name)) {
        const fix = { title: `Remove the second ${name}`, edits: [{ from: attribute.from, to: attribute.to, insert: '' }] };
        this.#error('duplicate-attribute', attribute, `this ${kind} has ${name} already`, 'leave one of them', fix);
        continue;
      }
      found.add(name);
      const value = this.#value(name, attribute);
      if (value !== undefined) values[FIELD_OF[name]] = value;
    }
    const missing = REQUIRED[kind].filter((name) => !found.has(name));
    if (missing.length > 0)
      this.#error(
        'missing-attribute',
        written.keyword,
        `this ${kind} has no ${missing.join(', ')}`,
        `add ${missing.map((name) => `"${name}= ${isText(name) ? '"picture.png"' : '0.0'}"`).join(', ')}`,
      );
    return this.#findings.length === before ? values : undefined;
  }

  #uniqueNumber(written: WrittenMember): void {
    if (!written.number) return;
    const number = Number(written.number.text);
    if (!this.#numbers.has(number)) {
      this.#numbers.add(number);
      return;
    }
    const free = String(++this.#highest);
    const fix = { title: `Make it number ${free}`, edits: [{ from: written.number.from, to: written.number.to, insert: free }] };
    this.#error('duplicate-number', written.number, `there is a member ${number} already`, `give it another number: ${free} is free`, fix);
  }

  #attributeName(kind: MemberKind, attribute: WrittenAttribute): AttributeName | undefined {
    const lower = attribute.name.toLowerCase();
    const name = ATTRIBUTES_BY_NAME.get(lower);
    if (name !== undefined && mayHave(kind, name)) return name;
    const possible = ATTRIBUTES.filter((each) => mayHave(kind, each));
    const at = { from: attribute.from, to: attribute.from + attribute.name.length };
    const meant = name === undefined ? nearest(lower, possible) : undefined;
    const remedy = meant === undefined ? `it may have ${possible.join(', ')}` : `did you mean ${meant}?`;
    const fix = meant === undefined ? undefined : { title: `Write ${meant}`, edits: [{ ...at, insert: meant }] };
    this.#error('unknown-attribute', at, `a ${kind} has no "${shortened(attribute.name)}"`, remedy, fix);
    return undefined;
  }

  #value(name: AttributeName, attribute: WrittenAttribute): number | string | undefined {
    const { value } = attribute;
    if (!value || (isText(name) && value.text.trim() === '')) {
      this.#error('missing-value', attribute, `${name} has no value`, isText(name) ? `write ${name}= "..."` : `write "${name}= 0.0"`);
      return undefined;
    }
    if (isText(name)) return value.text;
    const number = this.#number(value, name);
    if (number === undefined || !(name === 'long' || name === 'wide') || number > 0) return number;
    this.#error('not-positive', value, `${name} is ${number}`, 'it must be larger than 0 cm');
    return undefined;
  }

  #number(value: WrittenWord, what: string): number | undefined {
    const number = NUMBER.test(value.text) ? Number(value.text) : Number.NaN;
    if (Number.isNaN(number)) {
      const figures = /^[+-]?\d+([.,]\d+)?(?=[a-z°,]*$)/i.exec(value.text)?.[0]?.replace(',', '.');
      const fix =
        figures === undefined ? undefined : { title: `Write ${figures}`, edits: [{ from: value.from, to: value.to, insert: figures }] };
      const unit = what === 'theta' ? 'degrees' : 'centimetres';
      this.#error(
        'not-a-number',
        value,
        `${what} is "${shortened(value.text)}", which is no number`,
        `write ${unit}, as in ${figures ?? (what === 'theta' ? '90.0' : '450.0')}, without a unit`,
        fix,
      );
      return undefined;
    }
    // Minus zero would be another number than the zero it is written as.
    if (Math.abs(number) <= FARTHEST_CM) return number + 0;
    this.#error('too-large', value, `${what} is ${shortened(value.text)}`, `no number may be beyond ${FARTHEST_CM}`);
    return undefined;
  }

  #error(code: string, { from, to }: Stretch, message: string, remedy: string, fix?: Fix): void {
    this.#findings.push({ severity: 'error', code, from, to, message, remedy, fix });
  }
}
