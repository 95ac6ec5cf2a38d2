/** A message that some client got, or that a producer sent, in some tick. */
export interface Batch {
  readonly tick: number;
  readonly client: number;
  readonly bytes: number;
}

/** Every raw message begins with the time it was sent at, on the machine's clock. */
export const STAMP_BYTES = 8;
/** A producer's message goes on with its tick. */
export const HEAD_BYTES = STAMP_BYTES + 4;
