/** What a bench of buses needs of one: a party that says something to all the others. */
import { monotonicMs } from './role.ts';

export interface BusLine extends AsyncDisposable {
  publish(payload: Uint8Array): void;
  /** The handler gets what came and how old it is: by the bus where it says so, else by the stamp at the beginning of the payload. */
  subscribe(handler: LineHandler): void;
  /** A round trip to the server: what was published before has reached it. */
  reachServer(): Promise<void>;
}

export type LineHandler = (payload: Uint8Array, ageMs: number) => void;

export type OpenBusLine = (servers: readonly string[], label: string) => Promise<BusLine>;

/** As a state's would be. */
export const LINE_SUBJECT = 'v1.bench.f0.st.puma';

export const PAYLOAD_BYTES = 128;

/** A payload that begins with the time at which it was made. */
export function stamped(): Uint8Array {
  const payload = new Uint8Array(PAYLOAD_BYTES);
  new DataView(payload.buffer).setFloat64(0, monotonicMs());
  return payload;
}

const stamp = new DataView(new ArrayBuffer(8));

/** How long ago a payload was made. */
export function ageOf(payload: Uint8Array): number {
  for (let i = 0; i < 8; i++) stamp.setUint8(i, payload[i] as number);
  return monotonicMs() - stamp.getFloat64(0);
}
