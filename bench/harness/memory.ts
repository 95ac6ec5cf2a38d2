import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export interface Memory {
  /** As the system sees it. */
  readonly residentBytes: number;
  /** Of what is needed: what is no more needed was taken away first. */
  readonly heapBytes: number;
}

export function memory(): Memory {
  const residentBytes = process.memoryUsage.rss();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return { residentBytes, heapBytes: heapUsed + external };
}
