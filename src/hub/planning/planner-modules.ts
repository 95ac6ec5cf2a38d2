import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { check } from '../../core/api/messages.ts';
import { isId } from '../../core/base/ids.ts';
import type { PlanAnswer, Planner, PlanQuery } from '../../core/planners/planners.ts';

/** The first that is there counts. */
const ENDINGS = ['.ts', '.mjs'];
const MOST_BYTES = 1_000_000;
const MOST_MODULES = 50;

/** There is no such planner, or its module cannot be used: the message names the file, the cause says why. */
export class PlannerModuleError extends Error {
  override readonly name = 'PlannerModuleError';
}

/** Names of the planners in a folder, in order; a folder that is not there has none. */
export function plannersIn(folder: string): string[] {
  const files = isFolder(folder) ? readdirSync(folder) : [];
  const names = files.flatMap((file) => ENDINGS.filter((ending) => file.endsWith(ending)).map((ending) => file.slice(0, -ending.length)));
  return [...new Set(names)].filter(isId).sort().slice(0, MOST_MODULES);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Planners that somebody else wrote, loaded by name when they are asked for, and anew when their file has changed. */
export class PlannerModules {
  readonly #folder: string;
  readonly #loaded = new Map<string, { readonly hash: string; readonly planner: Planner }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get names(): string[] {
    return plannersIn(this.#folder);
  }

  /** Undefined when there is none of that name. Rejects with PlannerModuleError. */
  async load(name: string): Promise<Planner | undefined> {
    const file = isId(name) ? this.#fileOf(name) : undefined;
    if (file === undefined) return undefined;
    try {
      const hash = hashOf(file);
      const known = this.#loaded.get(name);
      if (known?.hash === hash) return known.planner;
      makeKnown();
      // Whoever imports the same address gets the same module: with its hash it is another one.
      const loaded: unknown = await import(`${pathToFileURL(file).href}?${hash}`);
      const planner = checkedPlanner(check(moduleSchema, loaded).planner as unknown as Planner, name);
      this.#loaded.set(name, { hash, planner });
      return planner;
    } catch (cause) {
      throw new PlannerModuleError(`${file} cannot be used`, { cause });
    }
  }

  #fileOf(name: string): string | undefined {
    return ENDINGS.map((ending) => join(this.#folder, `${name}${ending}`)).find((file) =>
      statSync(file, { throwIfNoEntry: false })?.isFile(),
    );
  }
}

function hashOf(file: string): string {
  const bytes = readFileSync(file);
  if (bytes.length > MOST_BYTES) throw new RangeError(`${bytes.length} bytes are too many for a planner: at most ${MOST_BYTES}`);
  return createHash('sha256').update(bytes).digest('hex');
}

let isKnown = false;

/** What `manyhands/planners` is: this very program's, wherever the module lies that asks for it. */
function makeKnown(): void {
  if (isKnown) return;
  isKnown = true;
  const url = import.meta.resolve(`../../core/planners/planners${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`);
  registerHooks({
    resolve: (specifier, context, next) => (specifier === 'manyhands/planners' ? { url, shortCircuit: true } : next(specifier, context)),
  });
}

const moduleSchema = z.object({
  planner: z.looseObject({
    summary: z.string().max(300),
    plan: z.custom<Planner['plan']>((value) => typeof value === 'function', 'must be a function'),
  }),
});

const place = z.tuple([z.number(), z.number()]).readonly();
const MOST_POINTS = 5000;
const MOST_NODES = 1_000_000;
const roadmap = z.object({
  nodes: z.array(place).max(MOST_NODES),
  edges: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]).readonly()),
});
const NO_ROADMAP = { nodes: [], edges: [] };
const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), points: z.array(place).min(1).max(MOST_POINTS), roadmap: roadmap.default(NO_ROADMAP) }),
  z.object({ kind: z.enum(['no path', 'not found']), reason: z.string(), roadmap: roadmap.default(NO_ROADMAP) }),
]);

/** The same under the name of its file; what it answers is looked at before anybody relies on it. */
function checkedPlanner(planner: Planner, name: string): Planner {
  return {
    name,
    summary: planner.summary,
    plan(query: PlanQuery): PlanAnswer {
      const answer = check(answerSchema, planner.plan(query));
      if (answer.kind !== 'path') return answer;
      const [first, last] = [answer.points[0], answer.points.at(-1)];
      if (!first || !last || !isAt(first, query.from) || !isAt(last, query.to))
        throw new RangeError(`${name} answered a way from ${first} to ${last}; it was asked for one from ${query.from} to ${query.to}`);
      return { ...answer, lengthM: lengthOf(answer.points) };
    },
  };
}

/** Nobody sees a millimetre. */
const NEAR_M = 1e-3;
const isAt = (a: readonly [number, number], b: readonly [number, number]): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) <= NEAR_M;

const lengthOf = (points: readonly (readonly [number, number])[]): number =>
  points.reduce((sum, [x, y], index) => {
    const before = points[index - 1] ?? [x, y];
    return sum + Math.hypot(x - before[0], y - before[1]);
  }, 0);
