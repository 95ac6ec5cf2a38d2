import { killServers } from '../../src/transports/nats/killed-servers.contract.ts';

/** States may stop for so long when a server dies, and records may not be written for so long. */
const LONGEST_GAP_MS = 250;
const LONGEST_STALL_MS = 10_000;

/** Kills one server of a cluster after the other, under two hubs. */
export async function soakNats(times: number, say: (line: string) => void): Promise<readonly string[]> {
  const { kills, applied, unknown, problems } = await killServers(times, say);
  const worst = (of: (kill: (typeof kills)[number]) => number): number => Math.max(...kills.map(of));
  const [gapMs, seenMs] = [worst((kill) => kill.gapMs), worst((kill) => kill.seenMs)];
  const found = [...problems];
  if (gapMs > LONGEST_GAP_MS) found.push(`states were ${gapMs.toFixed(0)} ms apart, over ${LONGEST_GAP_MS} ms`);
  if (seenMs > LONGEST_STALL_MS) found.push(`a record was seen only after ${seenMs.toFixed(0)} ms, over ${LONGEST_STALL_MS} ms`);
  for (const problem of found) say(problem);
  say(
    `${times} kills: states at most ${gapMs.toFixed(0)} ms apart, records written after at most ${worst((kill) => kill.swappedMs).toFixed(0)} ms and seen after ` +
      `${seenMs.toFixed(0)} ms; ${applied} acknowledged, ${unknown} unknown, ${found.length} problems`,
  );
  return found;
}
