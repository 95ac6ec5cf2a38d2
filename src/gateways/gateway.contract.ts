import { describe, expect, it } from 'vitest';
import { until } from '../channels/channel.contract.ts';
import { HubStage } from '../hub/hub-stage.contract.ts';
import { joinWorld, planarPose, RefusedError, type World } from '../library/manyhands.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';
import type { Gateway, GatewayPorts, Newcomer, Seat } from './gateway.ts';

/** Somebody on the other side of a gateway, in whatever protocol. */
export interface GatewayClient {
  /** Comes in by a token; answers whether it was let in. */
  enter(token: string, name: string): Promise<'in' | 'refused'>;
  /** Drives a robot forward for a moment, as fresh as can be. */
  drive(robot: string): Promise<'done' | 'refused'>;
  stop(robot: string): Promise<'done' | 'refused'>;
  /** Says what no codec of this protocol ever would. */
  sendGarbage(): void;
  /** Asks for something harmless, very often, and reads the answers. */
  flood(): void;
  /** Reads something of the world; answers whether it was told. */
  look(robot: string): Promise<'told' | 'refused'>;
  leave(): Promise<void>;
  /** Without a word. */
  vanish(): void;
}

export interface ServedGateway {
  readonly gateway: Gateway;
  connect(): Promise<GatewayClient>;
}

/** How a gateway of this protocol is made, and reached once it was started. */
export type MakeServed = (ports: Omit<GatewayPorts, 'tell'>) => ServedGateway;

/** A real hub that asks for links, a robot in its world that `owner` owns, and a gateway to it. */
export class GatewayStage implements AsyncDisposable {
  readonly hub: HubStage;
  readonly owner: World;
  readonly token: string;
  readonly served: ServedGateway;

  private constructor(hub: HubStage, owner: World, token: string, served: ServedGateway) {
    this.hub = hub;
    this.owner = owner;
    this.token = token;
    this.served = served;
  }

  static async set(make: MakeServed): Promise<GatewayStage> {
    const hub = await HubStage.start();
    const { link } = await hub.invite({ role: 'operator' }, 'w');
    const token = tokenOf(link);
    const owner = await joinWorld(hub.hub.url, { name: 'Owner', world: 'w', link: token, motions: 'unguarded', onError: () => {} });
    await owner.insert(
      {
        ...{ name: 'Rover', model: 'rover', kind: 'dynamic' as const, dofs: [], initial: { pose: planarPose(0, 0, 0), values: [] } },
        driving: { accelerationMPerS2: 2, turnRadPerS2: 4 },
      },
      'rover',
    );
    const served = make({
      ...{ clock: systemClock, random: systemRandom },
      enter: (newcomer) => seatAt(hub.hub.url, newcomer),
      isRefusal: (error) => error instanceof RefusedError,
    });
    await served.gateway.start();
    return new GatewayStage(hub, owner, token, served);
  }

  get roverX(): number {
    return this.owner.entity('rover')?.pose.x ?? Number.NaN;
  }

  /** Who is in the world beside the owner and the hub's own. */
  get strangers(): string[] {
    return this.owner.participants.map(({ id }) => id).filter((id) => id !== this.owner.id && !id.startsWith('resident') && id !== 'hub');
  }

  async guest(name = 'Guest', token = this.token): Promise<GatewayClient> {
    const client = await this.served.connect();
    expect(await client.enter(token, name)).toBe('in');
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served.gateway.stop();
    await this.owner.leave();
    await this.hub[Symbol.asyncDispose]();
  }
}

export const tokenOf = (link: string): string => link.slice(link.indexOf('#') + 1);

/** As the command line does it. */
async function seatAt(url: string, { token, name, signal, onError }: Newcomer): Promise<Seat> {
  const seat = await joinWorld(url, { name, signal, onError, world: 'w', ...(token !== undefined && { link: token }) });
  await seat.board.ready;
  return seat;
}

/** Registers the tests of the rules that every gateway keeps. */
export function gatewayContract(name: string, make: MakeServed): void {
  describe(`the gateway contract: ${name}`, { timeout: 60_000 }, () => {
    it('[G1] [G5] serves until it is stopped: then nobody is left in the world by it', async () => {
      await using stage = await GatewayStage.set(make);
      const { gateway } = stage.served;
      const before = stage.strangers;
      await stage.guest('Ann');
      const ben = await stage.guest('Ben');
      const cut = await stage.guest('Cut');
      await until('three in the world', () => stage.strangers.length === before.length + 3);
      expect(gateway.guests).toHaveLength(3);
      await ben.leave();
      cut.vanish();
      await until('two to have gone', () => stage.strangers.length === before.length + 1);
      await gateway.stop();
      await gateway.stop();
      await until('nobody to be left', () => stage.strangers.length === before.length);
      expect(gateway.guests).toEqual([]);
      await expect(stage.served.connect()).rejects.toThrow();
    });

    it('[G2] lets in by a token of its own, and nobody else', async () => {
      await using stage = await GatewayStage.set(make);
      const client = await stage.served.connect();
      expect(await client.look('rover')).toBe('refused');
      expect(await client.drive('rover')).toBe('refused');
      expect(await client.enter('no-token', 'Eve')).toBe('refused');
      expect(await client.look('rover')).toBe('refused');
      expect(await client.enter(stage.token, 'Eve')).toBe('in');
      expect(await client.look('rover')).toBe('told');
      expect(stage.served.gateway.guests).toMatchObject([{ id: 'eve' }]);
    });

    it('[G3] survives garbage: who sent it may come again, and others notice nothing', async () => {
      await using stage = await GatewayStage.set(make);
      const good = await stage.guest('Good');
      const bad = await stage.served.connect();
      for (let i = 0; i < 20; i++) bad.sendGarbage();
      expect(await good.look('rover')).toBe('told');
      const again = await stage.guest('Again');
      again.sendGarbage();
      expect(await again.look('rover')).toBe('told');
    });

    it('[G4] holds up nobody while somebody floods it', async () => {
      await using stage = await GatewayStage.set(make);
      const good = await stage.guest('Good');
      const flooder = await stage.guest('Flooder');
      flooder.flood();
      for (let i = 0; i < 10; i++) expect(await good.look('rover')).toBe('told');
      flooder.vanish();
      await until('the flooder to have gone', () => !stage.strangers.includes('flooder'));
    });

    it('[G6] moves nothing that another has leased or somebody stopped, and lets anyone stop', async () => {
      await using stage = await GatewayStage.set(make);
      const { owner } = stage;
      const guest = await stage.guest();
      expect(await guest.drive('rover')).toBe('done');
      await until('it to move', () => stage.roverX > 0.01);
      await until('it to stand', () => (owner.entity('rover')?.endsAtMs ?? 0) < owner.time.worldMs);
      expect(await owner.command('rover', { kind: 'lease', request: { kind: 'ask' } })).toMatchObject({ kind: 'done' });
      const leasedX = stage.roverX;
      expect(await guest.drive('rover')).toBe('refused');
      expect(await guest.stop('rover')).toBe('done');
      await owner.command('rover', { kind: 'lease', request: { kind: 'release' } });
      expect(await guest.drive('rover')).toBe('refused');
      expect(stage.roverX).toBeCloseTo(leasedX, 6);
      expect(owner.entity('rover')?.control.stop).toBeDefined();
    });
  });
}
