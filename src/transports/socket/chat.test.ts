import { expect, it } from 'vitest';
import { textToBytes } from '../../core/base/bytes.ts';
import { delay } from '../../core/base/clock.ts';
import { systemClock } from '../../platform/system-clock.ts';
import { closeReasonOf } from './close-reason.ts';
import { type RawClient, TestHub } from './door-harness.contract.ts';

const say = (raw: RawClient, count: number) => {
  const line = { type: 'publish', subject: 'v1.w.chat', from: '', payload: textToBytes('hello') } as const;
  raw.send(...Array.from({ length: count }, () => line));
};

it('[S27] twenty lines of chat pass at once, then five a second; the sender is told of those that do not', async () => {
  await using hub = await TestHub.open();
  let lines = 0;
  hub.backbone.connect('listener').subscribe('v1.w.chat', () => lines++);
  const raw = await hub.rawJoined('ann');
  say(raw, 50);
  const { about, reason } = await raw.expect('notice');
  expect([about, reason]).toEqual(['publish on v1.w.chat', 'over 5 lines a second: this one was not said; write it again later']);
  await hub.settle();
  expect(lines).toBe(20);
  expect(hub.door.traffic.refusals).toBe(30);
  // Lines that were dropped cost nothing: it may go on as if they had not been written.
  await delay(systemClock, 450);
  say(raw, 10);
  raw.send({ type: 'get', request: 1, bucket: 'settling', key: 'nothing' });
  await raw.expect('got');
  expect(lines).toBeGreaterThanOrEqual(22);
});

it('[S27] other words of the same participant pass meanwhile', async () => {
  await using hub = await TestHub.open();
  const stops: string[] = [];
  hub.backbone.connect('listener').subscribe('v1.w.now.puma', ({ from }) => stops.push(from));
  const raw = await hub.rawJoined('ann');
  say(raw, 100);
  raw.send({ type: 'publish', subject: 'v1.w.now.puma', from: '', payload: textToBytes('stop') });
  raw.send({ type: 'get', request: 1, bucket: 'settling', key: 'nothing' });
  await raw.expect('got');
  expect(stops).toEqual(['ann']);
});

it('[S27] far more chat than that closes as flooding, also under a number', async () => {
  await using hub = await TestHub.open();
  const loud = await hub.rawJoined('ann');
  say(loud, 1500);
  const { code, text } = await loud.closed;
  expect([closeReasonOf(code), text]).toEqual(['flooding', expect.stringContaining('over 200 lines of chat a second')]);
  const sly = await hub.rawJoined('ben');
  const line = { type: 'aliased', number: 1, payload: textToBytes('hello') } as const;
  sly.send({ type: 'alias', number: 1, subject: 'v1.w.chat', from: '' }, ...Array.from({ length: 1500 }, () => line));
  expect(closeReasonOf((await sly.closed).code)).toBe('flooding');
});
