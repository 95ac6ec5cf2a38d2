import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Sources that take the place of others: an object from the path of a file to the path of what is loaded instead. Node's own loader reads it here, in
 * every process and thread that a test starts; Vitest's loader reads it in vitest.config.ts.
 * @type {Readonly<Record<string, string>>}
 */
export const replacements = JSON.parse(process.env.MANYHANDS_REPLACED_MODULES ?? '{}');

const byUrl = new Map(Object.entries(replacements).map(([file, replacement]) => [pathToFileURL(file).href, replacement]));

if (byUrl.size > 0)
  registerHooks({
    load(url, context, nextLoad) {
      const replacement = byUrl.get(url.replace(/\?.*$/, ''));
      if (replacement === undefined) return nextLoad(url, context);
      return { format: 'module-typescript', source: readFileSync(replacement, 'utf8'), shortCircuit: true };
    },
  });
