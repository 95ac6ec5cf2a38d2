/** Bytes or text that do not have the form they should: the message says where and what was expected. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError';
}

/** Something was used in a way its contract forbids: the message says what to do instead. */
export class MisuseError extends Error {
  override readonly name = 'MisuseError';
}

/** The message of whatever was thrown, with the messages of its causes. */
export function explain(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause === undefined ? thrown.message : `${thrown.message}: ${explain(thrown.cause)}`;
}
