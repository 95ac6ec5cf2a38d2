/** The line protocol: what devices and people say to a gateway in lines of text, and what it answers. SPEC.md has the rules. */
export { type Age, ERROR_CODES, type ErrorCode, type LineAnswer, type WrittenHop, writtenAnswer } from './answer.ts';
export { type Cut, LineCutter } from './line-cutter.ts';
export { type Errand, type Greeting, type Parsed, parseRequest, type Request, USAGE } from './request.ts';
export type { Diagnostic, Word } from './words.ts';
export { LINE_TYPES, type LineType, type LineValue, quoted, type ReadValue, readValue } from './written-value.ts';
