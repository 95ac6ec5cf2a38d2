import { busContract, type LosableBusHarness, reconnectContract } from '../../core/bus/bus.contract.ts';
import type { Bus } from '../../core/bus/bus.ts';
import { Relay } from '../relay.contract.ts';
import { TestHub } from './door-harness.contract.ts';

busContract('socket', () => socketHarness(1000));
/** Quicker, so that a cut is noticed after one second instead of three. */
reconnectContract('socket', () => socketHarness(300));

/** Each participant through a relay of its own, which can be cut. */
async function socketHarness(pingPeriodMs: number): Promise<LosableBusHarness> {
  const hub = await TestHub.open();
  const relays = new Map<Bus, Relay>();
  return {
    async connect(self) {
      const relay = await Relay.open(hub.port);
      const bus = await hub.join(self, { url: `ws://127.0.0.1:${relay.port}/bus`, pingPeriodMs });
      relays.set(bus, relay);
      return bus;
    },
    settle: () => hub.settle(),
    async cut(bus) {
      const relay = relays.get(bus);
      relay?.cut();
      return { restore: async () => relay?.restore() };
    },
    get reported() {
      return hub.reported;
    },
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      for (const relay of relays.values()) await relay[Symbol.asyncDispose]();
    },
  };
}
