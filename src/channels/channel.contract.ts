import { describe, expect, it } from 'vitest';
import { MisuseError } from '../core/base/errors.ts';
import { type Channel, ChannelError } from './channel.ts';

/** The other side of a channel, as far from our code as can be. */
export interface OtherSide {
  send(bytes: Uint8Array): void;
  /** All that has come to it so far. */
  readonly received: Uint8Array;
  stopReading(): void;
  goOnReading(): void;
  /** It goes, without a word to spare. */
  vanish(): void;
  /** It sends no more, but reads on. Undefined: channels of this kind know no such thing. */
  readonly endSending?: () => void;
}

export interface ChannelStage extends AsyncDisposable {
  /** A channel that nobody has opened. */
  unopened(): Channel;
  /** A channel that is open, and its other side. */
  meet(): Promise<{ readonly channel: Channel; readonly other: OtherSide }>;
  /** A channel that leads nowhere. */
  nowhere(): Channel;
  /** What is open in the process on behalf of such channels, by name. */
  open(): string[];
}

/** More than all the buffers between two sides hold. */
const FLOOD_BYTES = 16 * 1024 * 1024;
const PATIENCE_MS = 20_000;

export async function until<T>(what: string, look: () => T | undefined | false): Promise<T> {
  const giveUpMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > giveUpMs) throw new Error(`it did not come to be within ${PATIENCE_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Bytes of every value, no two neighbourhoods alike. */
export const pattern = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8) * 7) & 0xff);

async function readBytes(channel: Channel, count: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let length = 0; length < count; ) {
    const piece = await channel.read();
    if (piece === undefined) throw new Error(`it ended after ${length} bytes of ${count}`);
    pieces.push(piece);
    length += piece.length;
  }
  return Buffer.concat(pieces);
}

/** Registers the tests of the rules of SPEC.md that every channel keeps. */
export function channelContract(name: string, makeStage: () => Promise<ChannelStage>): void {
  describe(`the channel contract: ${name}`, { timeout: 60_000 }, () => {
    it('[C1] opens, or says why not; nothing passes before', async () => {
      await using stage = await makeStage();
      const unopened = stage.unopened();
      await expect(unopened.read()).rejects.toThrow(MisuseError);
      await expect(unopened.write(pattern(1))).rejects.toThrow(MisuseError);
      await unopened.close();
      await expect(unopened.open()).rejects.toThrow(ChannelError);
      const { channel } = await stage.meet();
      await channel.open();
      const nowhere = stage.nowhere();
      await expect(nowhere.open()).rejects.toThrow(ChannelError);
      await expect(nowhere.read()).rejects.toThrow(ChannelError);
      expect(await nowhere.ended).toMatchObject({ kind: 'broken' });
    });

    it('[C2] carries all bytes both ways, in order', async () => {
      await using stage = await makeStage();
      const { channel, other } = await stage.meet();
      const sent = pattern(100_000);
      for (let start = 0; start < sent.length; start += 7000) other.send(sent.subarray(start, start + 7000));
      expect(Buffer.compare(await readBytes(channel, sent.length), sent)).toBe(0);
      await Promise.all([channel.write(sent.subarray(0, 60_000)), channel.write(sent.subarray(60_000))]);
      await until('all that was written', () => other.received.length >= sent.length);
      expect(Buffer.compare(other.received, sent)).toBe(0);
    });

    it('[C3] has one reader at a time; a subscriber is told of what came before, and of nothing once it is disposed', async () => {
      await using stage = await makeStage();
      const { channel, other } = await stage.meet();
      other.send(pattern(3));
      const heard: number[] = [];
      const subscription = channel.subscribe((bytes) => heard.push(...bytes));
      expect(heard).toEqual([]);
      await expect(channel.read()).rejects.toThrow(MisuseError);
      expect(() => channel.subscribe(() => {})).toThrow(MisuseError);
      await until('what was sent', () => heard.length === 3);
      subscription[Symbol.dispose]();
      other.send(Uint8Array.of(9));
      expect(await channel.read()).toHaveLength(1);
      expect(heard).toEqual([...pattern(3)]);
      const reading = channel.read();
      await expect(channel.read()).rejects.toThrow(MisuseError);
      other.send(Uint8Array.of(7));
      expect([...((await reading) ?? [])]).toEqual([7]);
    });

    it('[C4] makes whoever writes wait for whoever does not read, and loses nothing by it', async () => {
      await using stage = await makeStage();
      const { channel, other } = await stage.meet();
      other.stopReading();
      const piece = pattern(FLOOD_BYTES / 64);
      let taken = 0;
      const writing = (async () => {
        for (let i = 0; i < 64; i++) {
          await channel.write(piece);
          taken++;
        }
      })();
      let before = -1;
      // It moves no more: all there is to fill is full.
      while (before !== taken) {
        before = taken;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      expect(taken).toBeLessThan(64);
      other.goOnReading();
      await until('some more to be taken', () => taken > before);
      const told = expect(writing).rejects.toThrow(ChannelError);
      await channel.close();
      await told;
      expect(Buffer.compare(other.received.subarray(0, piece.length), piece)).toBe(0);
    });

    it('[C5] is closed while it is read and written: whoever waits is told, and nothing comes any more', async () => {
      await using stage = await makeStage();
      const { channel, other } = await stage.meet();
      await channel.write(pattern(5000));
      const reading = expect(channel.read()).rejects.toThrow(ChannelError);
      const closing = channel.close();
      await reading;
      other.send(pattern(10));
      await expect(channel.write(pattern(1))).rejects.toThrow(ChannelError);
      await expect(channel.read()).rejects.toThrow(ChannelError);
      await closing;
      await channel.close();
      expect(await channel.ended).toEqual({ kind: 'closed' });
      await until('what was written before', () => other.received.length === 5000);
    });

    it('[C5] tells a subscriber of nothing once it is closed', async () => {
      await using stage = await makeStage();
      const { channel, other } = await stage.meet();
      let heard = 0;
      channel.subscribe((bytes) => {
        heard += bytes.length;
      });
      other.send(pattern(4));
      await until('what was sent', () => heard === 4);
      const closing = channel.close();
      other.send(pattern(4));
      await closing;
      expect(heard).toBe(4);
    });

    it('[C6] says when the other side has gone: what it sent is still there', async () => {
      await using stage = await makeStage();
      const { channel, other } = await stage.meet();
      other.send(pattern(8));
      expect(await readBytes(channel, 8)).toHaveLength(8);
      other.vanish();
      expect((await channel.ended).kind).toMatch(/^(gone|broken)$/);
      await expect(channel.write(pattern(1))).rejects.toThrow(ChannelError);
      const last = await channel.read().catch((error: unknown) => error);
      expect(last === undefined || last instanceof ChannelError).toBe(true);
    });

    it('[C7] writes to a side that sends no more, where there is such a thing', async () => {
      await using stage = await makeStage();
      const { channel, other } = await stage.meet();
      other.send(pattern(2));
      other.endSending?.();
      expect(await readBytes(channel, 2)).toHaveLength(2);
      if (other.endSending) expect(await channel.read()).toBeUndefined();
      await channel.write(pattern(30));
      await until('what was written to it', () => other.received.length === 30);
    });

    it('[C8] leaves nothing open, however it ended', async () => {
      await using stage = await makeStage();
      const before = stage.open();
      const { channel, other } = await stage.meet();
      other.send(pattern(5));
      await channel.close();
      const nowhere = stage.nowhere();
      const opening = nowhere.open().catch((error: unknown) => error);
      await nowhere.close();
      expect(await opening).toBeInstanceOf(ChannelError);
      await stage[Symbol.asyncDispose]();
      await until(`nothing but ${before}`, () => stage.open().length <= before.length);
    });
  });
}
