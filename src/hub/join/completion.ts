import { commandNames, grammar } from './grammar.ts';
import { commandNamed } from './parse-command.ts';

/** What Tab can fill in. */
export interface Vocabulary {
  readonly entities: readonly string[];
  readonly participants: readonly string[];
}

/** The ways to finish the last word of a line, and that word: as readline wants it. What fits where, the command's usage says. */
export function complete(line: string, vocabulary: Vocabulary): [string[], string] {
  const words = line.replace(/^\s*-?\s*/, '').split(/\s+/);
  const last = words.at(-1) ?? '';
  return [
    candidates(words, vocabulary)
      .filter((candidate) => candidate.startsWith(last))
      .map((candidate) => `${candidate} `),
    last,
  ];
}

function candidates(words: readonly string[], { entities, participants }: Vocabulary): readonly string[] {
  const [first = '', ...rest] = words;
  if (rest.length === 0) return commandNames;
  const name = commandNamed(first);
  if (!name) return [];
  const usage = grammar[name].usage.replace(/[[\]]/g, '').split(' ').slice(1);
  if (rest.at(-1)?.startsWith('-')) return usage.filter((word) => word.startsWith('--'));
  // grant, refuse and owner are followed by somebody.
  const previous = rest.at(-2);
  if (previous !== undefined && usage.some((word, i) => word.split('|').includes(previous) && usage[i + 1]?.startsWith('WHO')))
    return participants;
  return (usage[rest.length - 1] ?? '').split('|').flatMap((word) => {
    if (word === 'ID') return entities;
    if (word === 'COMMAND') return commandNames;
    return /^[a-z]/.test(word) ? [word] : [];
  });
}
