import type { Clock } from '../core/base/clock.ts';
import type { Bus } from '../core/bus/bus.ts';
import type { Door } from '../transports/socket/door.ts';

/** A server of the bus that died is replaced by another one sooner. */
const GRACE_MS = 1500;

interface IsolationPorts {
  readonly clock: Clock;
  readonly onCutOff: (reason: string) => void;
  readonly onReached: () => void;
}

/** Closes the door while the hub is cut off from its bus: those at it would live in a world of their own. */
export function watchOverBus(
  bus: Bus,
  door: Pick<Door, 'closeForNow' | 'reopen'>,
  { clock, onCutOff, onReached }: IsolationPorts,
): Disposable {
  let state: 'reached' | 'waiting' | 'cut off' = 'reached';
  let timer: Disposable | undefined;
  const cutOff = (reason: string) => {
    state = 'cut off';
    onCutOff(reason);
    door.closeForNow('this hub has lost its bus');
  };
  const watching = bus.onStatus((status) => {
    if (status.kind === 'reconnecting' && state === 'reached') {
      state = 'waiting';
      timer = clock.after(GRACE_MS, () => cutOff(status.reason));
    } else if (status.kind === 'connected') {
      timer?.[Symbol.dispose]();
      if (state === 'cut off') onReached();
      state = 'reached';
      door.reopen();
    }
  });
  return {
    [Symbol.dispose]: () => {
      watching[Symbol.dispose]();
      timer?.[Symbol.dispose]();
    },
  };
}
