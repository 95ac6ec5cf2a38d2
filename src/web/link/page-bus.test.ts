import { describe, expect, it } from 'vitest';
import { bytesToText, textToBytes } from '../../core/base/bytes.ts';
import { seededRandom } from '../../core/base/random.ts';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { DisconnectedError, NoRespondersError, RefusedError, TimeoutError } from '../../core/bus/bus.ts';
import { SimulatedNetwork } from '../../core/bus/simulated.ts';
import { BusRelay } from './bus-relay.ts';
import { PageBus } from './page-bus.ts';
import type { ToPage, ToWorker } from './page-messages.ts';

/** A page and its worker, with a simulated network behind. */
function stage() {
  const time = new VirtualTime();
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report });
  const told: ToPage[] = [];
  const relay = new BusRelay((message) => {
    if (message.kind === 'message') page.deliver(message);
    else told.push(message);
  });
  const post = (message: ToWorker) => {
    if (message.kind === 'publish') relay.publish(message.subject, message.payload);
    if (message.kind === 'subscribe') relay.subscribe(message.subscription, message.pattern);
    if (message.kind === 'unsubscribe') relay.unsubscribe(message.subscription);
  };
  const page: PageBus = new PageBus({
    post,
    report,
    call: async (call) => {
      if (call.kind !== 'request') throw new Error(`no ${call.kind} here`);
      return { kind: 'requested', outcome: await relay.request(call.subject, call.payload, call.timeoutMs) };
    },
  });
  return { time, network, relay, page, reported, told, other: network.node('other').connect() };
}

describe('the bus of the page', () => {
  it('carries messages both ways, for as long as they are wanted', async () => {
    const { time, network, relay, page, other } = stage();
    relay.attach(network.node('me').connect());
    const heard: string[] = [];
    const subscription = page.subscribe('a.*', ({ subject, payload, from }) => heard.push(`${from} ${subject} ${bytesToText(payload)}`));
    other.subscribe('b', ({ payload }) => heard.push(`back ${bytesToText(payload)}`));
    await time.run(100);
    other.publish('a.x', textToBytes('one'));
    page.publish('b', textToBytes('two'));
    await time.run(200);
    expect(heard.toSorted()).toEqual(['back two', 'other a.x one']);
    subscription[Symbol.dispose]();
    await time.run(300);
    other.publish('a.x', textToBytes('three'));
    await time.run(400);
    expect(heard).toHaveLength(2);
  });

  it('hears again on the bus of the next session', async () => {
    const { time, network, relay, page, other } = stage();
    relay.attach(network.node('me').connect());
    const heard: string[] = [];
    page.subscribe('a', ({ payload }) => heard.push(bytesToText(payload)));
    relay.detach();
    page.publish('b', textToBytes('lost'));
    relay.attach(network.node('me').connect());
    await time.run(100);
    other.publish('a', textToBytes('again'));
    await time.run(200);
    expect(heard).toEqual(['again']);
  });

  it('tells by the kind of the error whether a request may have been handled', async () => {
    const { time, network, relay, page, other } = stage();
    await expect(page.request('q', new Uint8Array(), { timeoutMs: 100 })).rejects.toThrow(DisconnectedError);
    page.linkChanged({ kind: 'open' });
    await expect(page.request('q', new Uint8Array(), { timeoutMs: 100 })).rejects.toThrow('not been joined');
    relay.attach(network.node('me').connect());
    await expect(time.until(page.request('q', new Uint8Array(), { timeoutMs: 100 }))).rejects.toThrow(NoRespondersError);
    other.subscribe('silent', () => {});
    other.subscribe('q', (message) => message.reply(textToBytes('yes')));
    await time.run(time.now + 50);
    expect(bytesToText(await time.until(page.request('q', new Uint8Array(), { timeoutMs: 100 })))).toBe('yes');
    await expect(time.until(page.request('silent', new Uint8Array(), { timeoutMs: 100 }))).rejects.toThrow(TimeoutError);
  });

  it('tells of a pattern that is none instead of ending with it, and of what the hub refused by its cause', async () => {
    const { time, network, relay, page, other, told } = stage();
    const bus = network.node('me').connect();
    relay.attach(bus);
    page.linkChanged({ kind: 'open' });
    const seen: string[] = [];
    page.subscribe('not a subject..', () => {});
    page.subscribe('a', ({ payload }) => seen.push(bytesToText(payload)));
    expect(told).toMatchObject([{ kind: 'trouble', text: expect.stringContaining('not a subject..') }]);
    await time.run(time.now + 100);
    other.publish('a', textToBytes('heard'));
    await time.run(time.now + 100);
    expect(seen).toEqual(['heard']);
    bus.request = () => Promise.reject(new RefusedError('drop', 'viewers do not write'));
    await expect(page.request('q', new Uint8Array(), { timeoutMs: 100 })).rejects.toThrow(RefusedError);
  });

  it('says that it is connected while the link is open, and reports what a handler throws', async () => {
    const { time, network, relay, page, other, reported } = stage();
    const seen: string[] = [];
    page.onStatus(({ kind }) => seen.push(kind));
    page.linkChanged({ kind: 'open' });
    page.linkChanged({ kind: 'open' });
    page.linkChanged({ kind: 'lost', sinceMs: 0 });
    expect(seen).toEqual(['connected', 'reconnecting']);
    relay.attach(network.node('me').connect());
    page.subscribe('a', () => {
      throw new Error('no');
    });
    await time.run(100);
    other.publish('a', new Uint8Array());
    await time.run(200);
    expect(reported).toHaveLength(1);
  });
});
