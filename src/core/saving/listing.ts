import type { Bucket, Entry } from '../bus/bus.ts';

/** All records of a bucket, as a watch lists them: a read may answer an old one. */
export function listed(bucket: Bucket): Promise<Entry[]> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve) => {
    const watching = bucket.watch((event) => {
      if (event.kind === 'value') entries.set(event.entry.key, event.entry);
      else if (event.kind === 'deleted') entries.delete(event.key);
      else {
        resolve([...entries.values()]);
        watching[Symbol.dispose]();
      }
    });
  });
}
