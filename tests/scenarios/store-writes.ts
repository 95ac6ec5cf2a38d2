/** What a writer that is killed had been told to be safe, and whether a store still has it. */
import { createHash } from 'node:crypto';
import type { SavedEntity, Store } from '../../src/core/store/store.ts';

/** What a writer prints of a write once it is acknowledged. */
export type Acknowledged =
  | { readonly kind: 'chat'; readonly seq: number; readonly text: string }
  | { readonly kind: 'audit'; readonly seq: number; readonly detail: string }
  | { readonly kind: 'entity'; readonly id: string; readonly revision: number }
  /** So many entities, all at the same x, replace those of the generation before. */
  | { readonly kind: 'generation'; readonly generation: number; readonly revision: number }
  | { readonly kind: 'file'; readonly i: number; readonly hash: string }
  | { readonly kind: 'model'; readonly i: number }
  | { readonly kind: 'incarnation'; readonly value: number };

export const GENERATION_SIZE = 20;

/** Where the writer of a round writes: others never do. */
export const placesOf = (round: number) => ({ world: `world-${round}`, generations: `generations-${round}`, model: `model-${round}` });

export function fileBytes(round: number, i: number): Uint8Array {
  const bytes = new Uint8Array(1000 + (i % 50) * 100).fill(i);
  bytes.set([round, round >> 8, i, i >> 8]);
  return bytes;
}

const MOST_ROWS = 1000;

/** What is missing of what was acknowledged in a round, or only half there. */
export async function findLosses(store: Store, round: number, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const of = <K extends Acknowledged['kind']>(kind: K) =>
    acknowledged.filter((each): each is Extract<Acknowledged, { kind: K }> => each.kind === kind);
  const { world, generations, model } = placesOf(round);
  // Killed before anything was acknowledged, it need not have made its worlds.
  if (acknowledged.length === 0) return [];
  const lines = new Map((await allLines(store, world)).map(({ seq, text }) => [seq, text]));
  const entries = new Map((await allEntries(store, world)).map(({ seq, detail }) => [seq, detail]));
  const entities = new Set((await store.worlds.entities(world)).map(({ id }) => id));
  const losses = [
    ...of('chat').filter(({ seq, text }) => lines.get(seq) !== text),
    ...of('audit').filter(({ seq, detail }) => entries.get(seq) !== detail),
    ...of('entity').filter(({ id }) => !entities.has(id)),
  ].map((lost) => `lost ${JSON.stringify(lost)}`);
  for (const file of of('file')) if (!(await hasFile(store, round, file))) losses.push(`lost ${JSON.stringify(file)}`);
  losses.push(...generationLosses(await store.worlds.entities(generations), of('generation').at(-1)?.generation ?? 0));
  losses.push(...(await modelLosses(store, model, of('model').at(-1)?.i ?? 0)));
  const before = Math.max(0, ...of('incarnation').map(({ value }) => value));
  const incarnation = await store.worlds.start(world, 1);
  if (incarnation <= before) losses.push(`incarnation ${incarnation} was given before: ${before}`);
  return losses.map((loss) => `round ${round}: ${loss}`);
}

async function hasFile(store: Store, round: number, { i, hash }: Extract<Acknowledged, { kind: 'file' }>): Promise<boolean> {
  const bytes = await store.files.content(placesOf(round).world, hash);
  return (
    bytes !== undefined && Buffer.compare(bytes, fileBytes(round, i)) === 0 && createHash('sha256').update(bytes).digest('hex') === hash
  );
}

/** One write may have been under way: it is wholly there or not at all. */
function generationLosses(entities: readonly SavedEntity[], acknowledged: number): string[] {
  const seen = new Set(entities.map(({ posture }) => posture.pose.x));
  const [generation = 0] = seen;
  if (seen.size > 1) return [`generations ${[...seen].join(' and ')} are mixed`];
  if (generation > 0 && entities.length !== GENERATION_SIZE) return [`${entities.length} of ${GENERATION_SIZE} entities of a generation`];
  return generation === acknowledged || generation === acknowledged + 1
    ? []
    : [`generation ${generation}, when ${acknowledged} was acknowledged`];
}

async function modelLosses(store: Store, id: string, acknowledged: number): Promise<string[]> {
  const { models, problems } = await store.models.all();
  const model = models.find((each) => each.id === id);
  const i = Number(model?.name ?? 0);
  const isWhole = !model || (model.links.length === 6 && model.links.slice(1).every(({ name }) => name === model.name));
  if (problems.length > 0 || !isWhole) return [`half a model: ${JSON.stringify(model ?? problems)}`];
  return i === acknowledged || i === acknowledged + 1 ? [] : [`model ${i}, when ${acknowledged} was acknowledged`];
}

async function allLines(store: Store, world: string) {
  const lines = [];
  for (let before: number | undefined; ; before = lines[0]?.seq) {
    const page = await store.chat.recent(world, { limit: MOST_ROWS, before });
    lines.unshift(...page);
    if (page.length < MOST_ROWS) return lines;
  }
}

async function allEntries(store: Store, world: string) {
  const entries = [];
  for (let beyond = 0; ; beyond = entries.at(-1)?.seq ?? 0) {
    const page = await store.audit.read({ world, order: 'oldest first', beyond, limit: MOST_ROWS });
    entries.push(...page);
    if (page.length < MOST_ROWS) return entries;
  }
}
