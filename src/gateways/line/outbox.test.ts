import { describe, expect, it } from 'vitest';
import { BusChannel } from '../../channels/bus-channel.ts';
import { until } from '../../channels/channel.contract.ts';
import { EmbeddedBackbone } from '../../core/bus/embedded.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { lineLimits } from './limits.ts';
import { Outbox } from './outbox.ts';

const VALUES = 1000;
const FILLER = 'x'.repeat(1000);

describe('Outbox', { timeout: 60_000 }, () => {
  it('[G11] sends answers in their order and of each value the newest, written when it goes, once its reader reads again', async () => {
    const backbone = new EmbeddedBackbone({ defer: setImmediate, report: () => {}, clock: systemClock });
    const ports = { clock: systemClock, random: systemRandom };
    await using channel = new BusChannel({ ...ports, bus: backbone.connect('near'), here: 'line.a', there: 'line.b' });
    await using far = new BusChannel({ ...ports, bus: backbone.connect('far'), here: 'line.b', there: 'line.a' });
    await Promise.all([channel.open(), far.open()]);
    const stalls: string[] = [];
    const limits = { ...lineLimits, answerBytes: 2000, stalledMs: 60_000, values: 2 };
    const outbox = new Outbox({ channel, clock: systemClock, limits, onStalled: (reason) => void stalls.push(reason) });
    let written = 0;
    for (let i = 0; i < VALUES; i++) {
      outbox.offer('1 a', () => {
        written++;
        return `val 1 a ${i} ${FILLER}\n`;
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Nobody has read: what the way there holds is full, and one value waits, not a thousand.
    expect(written).toBeLessThan(VALUES / 2);
    for (let i = 0; i < 4; i++) outbox.push(`ok ${i} ${FILLER}\n`);
    expect(outbox.hasRoom).toBe(false);
    let hasRoom = false;
    const room = outbox.room().then(() => {
      hasRoom = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(hasRoom).toBe(false);

    let text = '';
    far.subscribe((bytes) => {
      text += new TextDecoder().decode(bytes);
    });
    await room;
    await until('the newest value', () => text.includes(`val 1 a ${VALUES - 1} `));
    await outbox.close();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => line.replace(` ${FILLER}`, ''));
    expect(lines.filter((line) => line.startsWith('ok'))).toEqual(['ok 0', 'ok 1', 'ok 2', 'ok 3']);
    const numbers = lines.filter((line) => line.startsWith('val')).map((line) => Number(line.split(' ')[3]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.at(-1)).toBe(VALUES - 1);
    expect(numbers.length).toBe(written);
    expect(stalls).toEqual([]);
  });

  it('[G11] says so when nothing is taken for too long, or too many values wait', async () => {
    const backbone = new EmbeddedBackbone({ defer: setImmediate, report: () => {}, clock: systemClock });
    const ports = { clock: systemClock, random: systemRandom };
    await using channel = new BusChannel({ ...ports, bus: backbone.connect('near'), here: 'line.a', there: 'line.b' });
    await using far = new BusChannel({ ...ports, bus: backbone.connect('far'), here: 'line.b', there: 'line.a' });
    await Promise.all([channel.open(), far.open()]);
    const stalls: string[] = [];
    const limits = { ...lineLimits, stalledMs: 200, values: 3 };
    const outbox = new Outbox({ channel, clock: systemClock, limits, onStalled: (reason) => void stalls.push(reason) });
    for (let i = 0; i < 100; i++) outbox.push(`ok ${i} ${FILLER}\n`);
    await until('it to be said', () => stalls.includes('nothing was read for 200 ms'));
    for (const name of ['a', 'b', 'c', 'd']) outbox.offer(`1 ${name}`, () => `val 1 ${name}\n`);
    expect(stalls).toContain('more than 3 values wait to be read');
  });
});
