/**
 * Progress goes to stderr: stdout belongs to the program that is started.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @template T
 * @param {string} title what is being done
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function step(title, action) {
  say(`${title} ...`);
  const startMs = Date.now();
  const result = await action();
  say(`${title}: done in ${secondsSince(startMs)}`);
  return result;
}

/** @param {number} startMs */
export const secondsSince = (startMs) => `${((Date.now() - startMs) / 1000).toFixed(1)} s`;
