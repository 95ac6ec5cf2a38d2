/** What a bench of buses needs of one: a party that says something to all the others. */
export interface BusLine extends AsyncDisposable {
  publish(payload: Uint8Array): void;
  subscribe(handler: (payload: Uint8Array) => void): void;
  /** A round trip to the server: what was published before has reached it. */
  reachServer(): Promise<void>;
}

export type OpenBusLine = (servers: readonly string[], label: string) => Promise<BusLine>;

/** As a state's would be. */
export const LINE_SUBJECT = 'v1.bench.f0.st.puma';
