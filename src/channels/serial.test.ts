import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { channelContract, type OtherSide } from './channel.contract.ts';
import { serialChannel } from './serial.ts';
import { SerialLine } from './serial-line.contract.ts';

channelContract('serial', async () => {
  const line = await SerialLine.lay();
  const channel = serialChannel({ path: line.path, baudRate: 115_200 });
  const pieces: Buffer[] = [];
  line.far.stdout.on('data', (bytes: Buffer) => pieces.push(bytes));
  return {
    unopened: () => serialChannel({ path: line.path, baudRate: 115_200 }),
    async meet() {
      await channel.open();
      const other: OtherSide = {
        get received() {
          return Buffer.concat(pieces);
        },
        send: (bytes) => void line.far.stdin.write(bytes),
        stopReading: () => void line.far.stdout.pause(),
        goOnReading: () => void line.far.stdout.resume(),
        vanish: () => line.unplug(),
      };
      return { channel, other };
    },
    nowhere: () => serialChannel({ path: `${line.path}-nowhere`, baudRate: 115_200 }),
    // The poller of a port that is closed is not listed; what is left open is.
    open: () => process.getActiveResourcesInfo().filter((kind) => /Poll|Serial|FSReq/.test(kind)),
    async [Symbol.asyncDispose]() {
      await channel.close();
      await line[Symbol.asyncDispose]();
    },
  };
});

describe('serialChannel', () => {
  it('[C9] says what is missing where serialport has nothing for the machine, and costs nothing until it is opened', async () => {
    const script = `
      import { registerHooks } from 'node:module';
      let asked = 0;
      registerHooks({ resolve(name, context, next) {
        if (name !== 'serialport') return next(name, context);
        asked++;
        throw new Error('no native build was found');
      } });
      const { serialChannel } = await import('./src/channels/serial.ts');
      const channel = serialChannel({ path: '/dev/nothing', baudRate: 9600 });
      const before = asked;
      await channel.open().catch((error) => console.log(JSON.stringify([before, asked, error.name, error.cause.message])));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const [before, after, kind, reason] = JSON.parse(stdout) as [number, number, string, string];
    expect({ before, after, kind }).toEqual({ before: 0, after: 1, kind: 'ChannelError' });
    expect(reason).toBe(`serial lines do not work here: the package serialport has nothing for ${process.platform} on ${process.arch}`);
  });
});
