import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Signal } from '../core/base/signal.ts';
import { VirtualTime } from '../core/base/virtual-time.ts';
import type { ModelShelf } from '../core/robots/known-models.ts';
import { hubModels } from './hub-models.ts';

let server: Server;
let time: VirtualTime;
let abandoned: Signal<void>;
let shelf: ModelShelf;

/** A hub that takes requests and does not answer. */
beforeEach(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  time = new VirtualTime();
  abandoned = new Signal();
  const report = (error: unknown) => expect.fail(String(error));
  shelf = hubModels(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, undefined, { clock: time.clock(), report });
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Begins a load; resolves when the hub has its request, which it does not answer. */
async function loadThatWaits(): Promise<{ loading: Promise<unknown>; closed: Promise<unknown> }> {
  const asked = once(server, 'request');
  const loading = shelf.all(abandoned).then(
    () => 'loaded',
    (error: unknown) => String(error),
  );
  const [request] = (await asked) as [IncomingMessage];
  return { loading, closed: once(request.socket, 'close') };
}

it('gives up after five seconds, and closes its socket', async () => {
  const { loading, closed } = await loadThatWaits();
  await time.run(5000);
  expect(await loading).toContain('did not tell its models within 5000 ms');
  await expect(closed).resolves.toBeDefined();
});

it('gives up at once when nobody waits any more, and closes its socket', async () => {
  const { loading, closed } = await loadThatWaits();
  abandoned.emit();
  expect(await loading).toContain('nobody waits for the models any more');
  await expect(closed).resolves.toBeDefined();
});
