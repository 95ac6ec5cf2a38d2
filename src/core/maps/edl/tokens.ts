import { ExternalTokenizer, type InputStream } from '@lezer/lr';
import * as terms from './edl-terms.generated.ts';

const COLON = 0x3a;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const HASH = 0x23;
const SLASH = 0x2f;
/** Signs and digits come up to here. */
const NINE = 0x39;
const END = -1;

const isLineEnd = (code: number): boolean => code === 0x0a || code === 0x0d;
/** The same as `space` in the grammar. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0xfeff;

export const NUMBER = /^[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?$/;
const FIELD_NAME = /^(length|width)$/i;
const LONGEST_FIELD_NAME = 6;

/**
 * Tells words apart by what stands behind them: `=` makes one an attribute, `:` a keyword; a number before a keyword is its label;
 * LENGTH and WIDTH with a number behind are the field, even after an attribute whose value was forgotten.
 */
export const word = new ExternalTokenizer(
  (input, stack) => {
    const length = wordLength(input, 0);
    if (length === 0) return;
    const token = tokenAt(input, length);
    // Behind LENGTH and WIDTH a number is what they say, whatever follows it.
    input.acceptToken(token === terms.MemberNumber && !stack.canShift(token) ? terms.Number : token, length);
  },
  { contextual: true },
);

function tokenAt(input: InputStream, length: number): number {
  const next = afterBlanks(input, length);
  if (isNumber(input, 0, length)) return isLabel(input, next) && !isBehindEquals(input) ? terms.MemberNumber : terms.Number;
  if (input.peek(next) === EQUALS) return terms.AttributeName;
  if (input.peek(next) === COLON) return terms.Keyword;
  return isField(input, length, next) ? terms.FieldName : terms.Word;
}

const isLabel = (input: InputStream, at: number): boolean => {
  const length = wordLength(input, at);
  return length > 0 && input.peek(afterBlanks(input, at + length)) === COLON && !isNumber(input, at, length);
};

/** On its line: a number on the next one labels a member, and the value was forgotten. */
function isBehindEquals(input: InputStream): boolean {
  let at = -1;
  while (isBlank(input.peek(at)) && !isLineEnd(input.peek(at))) at--;
  return input.peek(at) === EQUALS;
}

function isField(input: InputStream, length: number, next: number): boolean {
  if (length > LONGEST_FIELD_NAME || !FIELD_NAME.test(textOf(input, 0, length))) return false;
  const figures = wordLength(input, next);
  if (!isNumber(input, next, figures)) return false;
  for (let at = length; at < next; at++) if (isLineEnd(input.peek(at))) return !isLabel(input, afterBlanks(input, next + figures));
  return true;
}

/** No number that means anything is longer than this: what is longer is a word. */
const LONGEST_NUMBER = 64;
const isNumber = (input: InputStream, at: number, length: number): boolean =>
  length <= LONGEST_NUMBER && input.peek(at) <= NINE && NUMBER.test(textOf(input, at, length));

function wordLength(input: InputStream, from: number): number {
  let at = from;
  for (let code = input.peek(at); !endsWord(code) && !(code === SLASH && input.peek(at + 1) === SLASH); code = input.peek(at)) at++;
  return at - from;
}

const endsWord = (code: number): boolean =>
  code === END || isBlank(code) || code === COLON || code === EQUALS || code === QUOTE || code === HASH;

function afterBlanks(input: InputStream, from: number): number {
  let at = from;
  while (isBlank(input.peek(at))) at++;
  return at;
}

function textOf(input: InputStream, at: number, length: number): string {
  let text = '';
  for (let i = at; i < at + Math.min(length, LONGEST_NUMBER); i++) text += String.fromCharCode(input.peek(i));
  return text;
}
