/** Colyseus as a server: one room with all robots, patched at each tick, with StateViews when clients do not see everything. */
import { type Client, matchMaker, Room, Server } from '@colyseus/core';
import { Encoder, StateView } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { ORIGIN } from '../../src/core/base/pose.ts';
import { regionOf, regionsAround } from '../../src/core/world/region.ts';
import { meter } from '../harness/meter.ts';
import { viewpointAt } from '../harness/motion.ts';
import { everyTickAfterRunIn, serveRole } from '../harness/role.ts';
import { LOOK_EVERY_MS, type Scenario, tracks } from '../harness/scenario.ts';
import { newRobot, newWorld, type Precision, type Robot, type WorldState } from './colyseus-state.ts';

const FLOOR = 'f0';
const RUN_IN_TICKS = 20;

interface Watcher {
  readonly client: number;
  readonly view: StateView;
  cells: ReadonlySet<string>;
}

let scenario: Scenario;
let precision: Precision;
let track: Float32Array;
let room: WorldRoom;

class WorldRoom extends Room<{ state: WorldState }> {
  override state = newWorld(precision, scenario.sight ? 'views' : 'all');
  override autoDispose = false;
  /** Sent by hand after each tick's changes: a timer of its own would only add age to them. */
  override patchRate = null;
  readonly #robots: Robot[] = [];
  readonly #cellOf: string[] = [];
  readonly #inCell = new Map<string, Set<Robot>>();
  readonly #watchers = new Map<Client, Watcher>();

  override onCreate(): void {
    room = this;
    for (let i = 0; i < scenario.fleet.robots; i++) {
      const robot = newRobot(precision);
      this.#robots.push(robot);
      this.#place(robot, i, 0);
      this.state.robots.set(`r${i}`, robot);
      if (scenario.sight) this.#enter(i, this.#cell(i, 0));
    }
  }

  override onJoin(client: Client, { client: number }: { client: number }): void {
    if (!scenario.sight) return;
    const view = new StateView();
    client.view = view;
    const watcher: Watcher = { client: number, view, cells: new Set() };
    this.#watchers.set(client, watcher);
    this.#look(watcher, 0);
  }

  override onLeave(client: Client): void {
    this.#watchers.delete(client);
  }

  tick(tick: number): void {
    this.state.tick = tick;
    for (let i = 0; i < this.#robots.length; i++) this.#place(this.#robots[i] as Robot, i, tick);
    if (scenario.sight) {
      this.#followCells(tick);
      if ((tick * scenario.tickMs) % LOOK_EVERY_MS === 0) for (const watcher of this.#watchers.values()) this.#look(watcher, tick);
    }
    this.broadcastPatch();
  }

  #place(robot: Robot, index: number, tick: number): void {
    const at = (tick * scenario.fleet.robots + index) * 3;
    robot.x = track[at] as number;
    robot.y = track[at + 1] as number;
    robot.yawRad = track[at + 2] as number;
  }

  #cell(index: number, tick: number): string {
    const at = (tick * scenario.fleet.robots + index) * 3;
    return regionOf(setup(), { ...ORIGIN, x: track[at] as number, y: track[at + 1] as number });
  }

  #enter(index: number, cell: string): void {
    this.#cellOf[index] = cell;
    const inside = this.#inCell.get(cell) ?? new Set();
    this.#inCell.set(cell, inside.add(this.#robots[index] as Robot));
  }

  #followCells(tick: number): void {
    for (let i = 0; i < this.#robots.length; i++) {
      const robot = this.#robots[i] as Robot;
      const before = this.#cellOf[i] as string;
      const now = this.#cell(i, tick);
      if (now === before) continue;
      this.#inCell.get(before)?.delete(robot);
      this.#enter(i, now);
      for (const { view, cells } of this.#watchers.values()) {
        if (cells.has(now) && !cells.has(before)) view.add(robot);
        else if (!cells.has(now) && cells.has(before)) view.remove(robot);
      }
    }
  }

  #look(watcher: Watcher, tick: number): void {
    if (!scenario.sight) return;
    const viewpoint = viewpointAt(watcher.client, scenario.fleet.arenaM, tick * scenario.tickMs);
    const cells = new Set(regionsAround(setup(), FLOOR, { ...viewpoint, radiusM: scenario.sight.radiusM }));
    for (const cell of cells) if (!watcher.cells.has(cell)) for (const robot of this.#inCell.get(cell) ?? []) watcher.view.add(robot);
    for (const cell of watcher.cells) if (!cells.has(cell)) for (const robot of this.#inCell.get(cell) ?? []) watcher.view.remove(robot);
    watcher.cells = cells;
  }
}

const setup = () => ({ incarnation: 1, cellM: scenario.sight?.cellM ?? 0 });

const handlers = {
  async listen(options: { scenario: Scenario; precision: Precision; ticks: number }): Promise<{ url: string }> {
    ({ scenario, precision } = options);
    track = tracks(scenario.fleet, options.ticks, scenario.tickMs);
    Encoder.BUFFER_SIZE = 1024 * 1024;
    const transport = new WebSocketTransport();
    const server = new Server({ transport, greet: false, gracefullyShutdown: false });
    server.define('world', WorldRoom);
    await server.listen(0, '127.0.0.1');
    await matchMaker.createRoom('world', {});
    const address = transport.server?.address();
    if (address === null || typeof address !== 'object') throw new Error('Colyseus listens on no port');
    return { url: `ws://127.0.0.1:${address.port}` };
  },
  begin({ startMs }: { startMs: number }): void {
    const runIn = (number: number) => room.tick(number % RUN_IN_TICKS);
    everyTickAfterRunIn(startMs, scenario.tickMs, runIn, (tick) => room.tick(tick));
  },
  meter,
};
export type ColyseusServer = typeof handlers;

serveRole(handlers);
