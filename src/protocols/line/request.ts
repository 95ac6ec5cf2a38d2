import { OptionReader } from './options.ts';
import { type Diagnostic, type Fault, type Word, wordsOf } from './words.ts';
import { LINE_TYPES, type LineType } from './written-value.ts';

/** What a line asks for. */
export type Request = Greeting | Errand;

/** Who comes, and goes. `token` undefined: as whoever the gateway lets in without one. */
export type Greeting = { readonly kind: 'hello'; readonly token: string | undefined; readonly name: string } | { readonly kind: 'bye' };

/** What one asks for who is there. */
export type Errand =
  | { readonly kind: 'get'; readonly name: string; readonly maxAgeMs: number | undefined }
  | {
      readonly kind: 'set';
      readonly name: string;
      /** What it is depends on the variable. */
      readonly value: Word;
      /** How long ago it was measured, by the device. */
      readonly ageMs: number;
      readonly nonce: string | undefined;
    }
  | {
      readonly kind: 'declare';
      readonly name: string;
      readonly type: LineType;
      readonly unit: string;
      readonly goodForMs: number | undefined;
      /** Nobody else may write it. */
      readonly isOwn: boolean;
    }
  | {
      readonly kind: 'bind';
      readonly pattern: string;
      readonly onChange: boolean;
      readonly minIntervalMs: number | undefined;
      readonly deadband: number | undefined;
    }
  /** By the number of the line that bound it. */
  | { readonly kind: 'unbind'; readonly binding: number }
  | { readonly kind: 'age'; readonly name: string }
  | { readonly kind: 'list'; readonly pattern: string }
  | { readonly kind: 'nonce' }
  | { readonly kind: 'help' };

export type Parsed =
  | { readonly kind: 'request'; readonly request: Request }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] };

/** How each is written: what stands in brackets may be left out. */
export const USAGE = {
  hello: 'hello TOKEN|- [NAME]',
  get: 'get NAME [max-age=MS]',
  set: 'set NAME VALUE [age=MS] [nonce=NONCE]',
  declare: 'declare NAME TYPE [unit=UNIT] [good-for=MS] [own]',
  bind: 'bind PATTERN [on-change] [min-interval=MS] [deadband=DIFFERENCE]',
  unbind: 'unbind LINE',
  age: 'age NAME',
  list: 'list [PATTERN]',
  nonce: 'nonce',
  help: 'help',
  bye: 'bye',
} as const satisfies Record<Request['kind'], string>;

/** With these the gateway begins its own lines. */
const OWN_WORDS = new Set(['ok', 'err', 'val', 'item', 'note', 'bye!']);
const UNNAMED = 'Device';

/** Reads one line, without its newline. `line` is its number, for diagnostics. Never throws. */
export function parseRequest(text: string, line: number): Parsed {
  const read = wordsOf(text);
  if ('fault' in read) return wrong(line, [read.fault]);
  const [first, ...rest] = read.words;
  if (!first || first.text.startsWith('#') || OWN_WORDS.has(first.text)) return { kind: 'nothing' };
  if (!isKind(first.text)) {
    const known = Object.keys(USAGE).join(', ');
    return wrong(line, [{ column: first.column, message: `"${first.text}" is no word of this protocol: there are ${known}` }]);
  }
  const words = new OptionReader(rest, text.length + 1, USAGE[first.text]);
  const request = requestOf(first.text, words);
  const faults = words.end();
  return faults.length > 0 ? wrong(line, faults) : { kind: 'request', request };
}

const wrong = (line: number, faults: readonly Fault[]): Parsed => ({
  kind: 'wrong',
  diagnostics: faults.map((fault) => ({ line, ...fault })),
});

const isKind = (text: string): text is Request['kind'] => Object.hasOwn(USAGE, text);

function requestOf(kind: Request['kind'], words: OptionReader): Request {
  switch (kind) {
    case 'hello': {
      const token = words.word('a token').text;
      return { kind, token: token === '-' ? undefined : token, name: words.optionalWord() ?? UNNAMED };
    }
    case 'get':
      return { kind, name: words.word('a name').text, maxAgeMs: words.amount('max-age') };
    case 'set': {
      const [name, value] = [words.word('a name').text, words.word('a value')];
      return { kind, name, value, ageMs: words.amount('age') ?? 0, nonce: words.option('nonce')?.text };
    }
    case 'declare': {
      const [name, type] = [words.word('a name').text, words.oneOf('a type', LINE_TYPES)];
      const unit = words.option('unit')?.text ?? '';
      return { kind, name, type, unit, goodForMs: words.amount('good-for'), isOwn: words.flag('own') };
    }
    case 'bind': {
      const pattern = words.word('a pattern').text;
      const onChange = words.flag('on-change');
      return { kind, pattern, onChange, minIntervalMs: words.amount('min-interval'), deadband: words.amount('deadband') };
    }
    case 'unbind':
      return { kind, binding: words.count('the number of the line that bound it') };
    case 'age':
      return { kind, name: words.word('a name').text };
    case 'list':
      return { kind, pattern: words.optionalWord() ?? '**' };
    case 'nonce':
    case 'help':
    case 'bye':
      return { kind };
  }
}
