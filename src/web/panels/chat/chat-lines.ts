import type { ChatLine } from '../../link/world-link.ts';
import { type Happening, type HappeningKind, sentence } from '../../world/journal/journal.ts';

/** What stands in the chat: words of people, and asides of what happened between them. */
export type Entry =
  | {
      readonly kind: 'words';
      readonly key: string;
      readonly from: string;
      readonly name: string;
      readonly texts: readonly string[];
      readonly atMs: number;
    }
  | { readonly kind: 'aside'; readonly key: string; readonly about: HappeningKind; readonly text: string; readonly atMs: number };

/** Lines that one person says within this time stand together. */
const TOGETHER_MS = 120_000;
/** The same line, from the hub's memory and from the link: their clocks differ a little. */
const SAME_MS = 15_000;

/** Who lets go and takes again at once has taken it once. */
const AGAIN_MS = 60_000;

/** Oldest first. What the hub remembers and what the link brought overlap; each line stands once. */
export function chatEntries(remembered: readonly ChatLine[], live: readonly ChatLine[], happenings: readonly Happening[]): Entry[] {
  const isKnown = (line: ChatLine) =>
    live.some((other) => other.from === line.from && other.text === line.text && Math.abs(other.atMs - line.atMs) < SAME_MS);
  const lines = [...remembered.filter((line) => !isKnown(line)), ...live];
  const asides = happenings.filter(({ kind }) => kind === 'took' || kind === 'stopped' || kind === 'joined');
  const entries: Entry[] = [
    ...lines.map(
      (line, index): Entry => ({ kind: 'words', key: `w${index}`, from: line.from, name: line.name, texts: [line.text], atMs: line.atMs }),
    ),
    ...asides.map(
      (happening): Entry => ({
        kind: 'aside',
        key: `h${happening.id}`,
        about: happening.kind,
        text: sentence(happening),
        atMs: happening.atMs,
      }),
    ),
  ];
  return together(entries.sort((a, b) => a.atMs - b.atMs));
}

function together(entries: readonly Entry[]): Entry[] {
  const result: Entry[] = [];
  for (const entry of entries) {
    const last = result.at(-1);
    const isSame = last?.kind === 'words' && entry.kind === 'words' && last.from === entry.from && entry.atMs - last.atMs < TOGETHER_MS;
    if (isSame) result[result.length - 1] = { ...last, texts: [...last.texts, ...entry.texts] };
    else if (!isAgain(last, entry)) result.push(entry);
  }
  return result;
}

const isAgain = (last: Entry | undefined, entry: Entry): boolean =>
  last?.kind === 'aside' && entry.kind === 'aside' && last.text === entry.text && entry.atMs - last.atMs < AGAIN_MS;
