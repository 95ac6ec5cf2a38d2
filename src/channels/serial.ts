import { stat } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import type { SerialPort } from 'serialport';
import { type Channel, ChannelError } from './channel.ts';
import { StreamChannel } from './stream-channel.ts';

export interface SerialAddress {
  /** The device's file, `/dev/ttyUSB0`, or `COM3`. */
  readonly path: string;
  readonly baudRate: number;
}

const LOOK_MS = 500;

/** A serial line: eight bits, no parity, one stop bit. */
export function serialChannel({ path, baudRate }: SerialAddress): Channel {
  return new StreamChannel({
    title: path,
    letGo: (stream) => {
      const port = stream as SerialPort;
      // Not before the last bit is out: some drivers drop what is left.
      port.drain(() => port.close());
    },
    open: async () => {
      const { SerialPort } = await loadSerialPort();
      const port = new SerialPort({ path, baudRate, autoOpen: false });
      await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
      closeWhenUnplugged(port);
      return port satisfies Duplex;
    },
  });
}

/**
 * What was unplugged has no file any more. Looked for, since serialport 13 may not notice: reading a line that hung up gives nothing, and it reads again, for ever.
 * Where lines are no files (Windows) it does notice.
 */
function closeWhenUnplugged(port: SerialPort): void {
  if (!port.path.startsWith('/')) return;
  const looking = setInterval(() => {
    stat(port.path).catch(() => {
      if (port.isOpen) port.close();
    });
  }, LOOK_MS);
  port.once('close', () => clearInterval(looking));
}

/** Only when a line is asked for: what it needs is built for each kind of machine, and not there for all. */
async function loadSerialPort(): Promise<typeof import('serialport')> {
  try {
    return await import('serialport');
  } catch (cause) {
    throw new ChannelError(`serial lines do not work here: the package serialport has nothing for ${process.platform} on ${process.arch}`, {
      cause,
    });
  }
}
