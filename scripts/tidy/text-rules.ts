import type { Complaint, Source } from './source.ts';

const longestFile = 400;

interface ForbiddenText {
  readonly pattern: RegExp;
  readonly message: string;
  readonly applies: (source: Source) => boolean;
}

const inCode = (source: Source) => source.isCode;
const inProduct = (source: Source) => source.isCode && !source.isTest;
const anywhere = () => true;

// Brackets around a letter keep a pattern from finding itself here.
const forbiddenTexts: readonly ForbiddenText[] = [
  { pattern: /\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b/, message: 'a note to self: do it, or open an issue', applies: inCode },
  { pattern: /@ts-(i[g]nore|no[c]heck)|biome-i[g]nore/, message: 'silences a check: mend what it found', applies: inCode },
  { pattern: /@ts-ex[p]ect-error/, message: 'silences the compiler: only a test of types may', applies: inProduct },
  {
    pattern: /(?<![\w.}])\/(root|home|work|Users|tmp)\/\w|\b[A-Z]:\\Users\\/,
    message: 'a path of one machine: nobody else has it',
    applies: anywhere,
  },
  {
    pattern: /\bregis[t]ry\.[a-z]+\.\w+|\bdeb\.deb[i]an\.org/,
    message: 'the host of a package registry: name the package only',
    applies: anywhere,
  },
];

export function checkText(source: Source): Complaint[] {
  const complaints: Complaint[] = [];
  if (source.isCode && source.lines.length > longestFile) {
    complaints.push(source.complain(longestFile + 1, `${source.lines.length} lines, over ${longestFile}: split it by meaning`));
  }
  for (const { pattern, message, applies } of forbiddenTexts) {
    if (!applies(source)) continue;
    source.lines.forEach((line, index) => {
      const found = pattern.exec(line);
      if (found) complaints.push(source.complain(index + 1, `"${found[0]}" is ${message}`));
    });
  }
  return complaints;
}
