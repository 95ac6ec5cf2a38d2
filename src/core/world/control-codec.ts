import type { ByteReader, ByteWriter } from '../base/bytes.ts';
import { MalformedError } from '../base/errors.ts';
import type { Control } from './control.ts';

const FLAG = { stop: 1, recorded: 2, lease: 4, driver: 8 } as const;
const MOST_ASKING = 64;

/** Nothing to say: such a control takes no bytes in a state. */
export const isIdle = (control: Control): boolean =>
  !control.stop && !control.lease && control.leaseEpoch === 0 && control.asking.length === 0 && control.driver === undefined;

export function encodeControl(out: ByteWriter, control: Control): void {
  let flags = 0;
  if (control.stop) flags |= FLAG.stop;
  if (control.stop?.recorded) flags |= FLAG.recorded;
  if (control.lease) flags |= FLAG.lease;
  if (control.driver !== undefined) flags |= FLAG.driver;
  out.byte(flags);
  if (control.stop) out.text(control.stop.id).text(control.stop.by).text(control.stop.reason);
  if (control.lease) out.text(control.lease.holder).text(control.lease.reason);
  out.count(control.leaseEpoch);
  if (control.driver !== undefined) out.text(control.driver);
  out.count(control.asking.length);
  for (const asker of control.asking) out.text(asker);
}

export function decodeControl(input: ByteReader): Control {
  const flags = input.byte();
  const stop =
    flags & FLAG.stop ? { id: input.text(), by: input.text(), reason: input.text(), recorded: (flags & FLAG.recorded) !== 0 } : undefined;
  const lease = flags & FLAG.lease ? { holder: input.text(), reason: input.text() } : undefined;
  const leaseEpoch = input.count();
  const driver = flags & FLAG.driver ? input.text() : undefined;
  const length = input.count();
  if (length > MOST_ASKING) throw new MalformedError(`${length} participants ask for a lease, at most ${MOST_ASKING} are allowed`);
  const asking = Array.from({ length }, () => input.text());
  return { stop, lease, leaseEpoch, asking, driver };
}
