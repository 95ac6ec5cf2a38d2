import { expect, onTestFinished } from 'vitest';
import { type Pose, planarPose } from '../base/pose.ts';
import { seededRandom } from '../base/random.ts';
import { buildingOf } from '../buildings/building.ts';
import { worldFloorsOf } from '../buildings/world-floors.ts';
import { Host } from '../host/host.ts';
import { readSite, type Site, writeEdl } from '../maps/maps.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { catalog, draftOf, type Model } from '../robots/robots.ts';
import { type Actor, Stage } from '../world/stage.contract.ts';
import { Navigator } from './navigator.ts';
import { pathsOn } from './paths-on.contract.ts';

const FLOORS = ['Ground', 'First', 'Second'];

/** Three floors of 10 x 6 m, a wall with a door across each, and one elevator in the room on the right, whose door looks to the left. */
const document = JSON.stringify({
  name: 'House',
  floors: FLOORS.map((name, index) => ({
    name,
    heightCm: 400 * index,
    edl: writeEdl({
      lengthCm: 1000,
      widthCm: 600,
      members: [
        { kind: 'WALL', xCm: 400, yCm: 300, thetaDeg: 90, longCm: 600, name: undefined },
        { kind: 'DOOR', xCm: 400, yCm: 300, thetaDeg: 0, wideCm: 120, name: undefined },
      ],
    }),
  })),
  elevators: [{ name: 'Lift', facingDegrees: 180, stops: FLOORS.map((floor) => ({ floor, xCm: 850, yCm: 300 })) }],
});

function houseSite(): Site {
  const { site, concerns } = readSite(document);
  return site ?? expect.fail(JSON.stringify(concerns));
}

export interface House {
  readonly stage: Stage;
  readonly hub: Actor;
  readonly ann: Actor;
  readonly bob: Actor;
  readonly paths: ReturnType<typeof pathsOn>;
  navigator(actor: Actor): Navigator;
}

/** The hub has the building; Ann and Bob come to it. */
export async function house(): Promise<House> {
  const stage = new Stage();
  const [hub, ann, bob] = await stage.enter('hub', 'ann', 'bob');
  const site = houseSite();
  const building = buildingOf(site);
  const known = new Map([...catalog, ...building.models].map((model) => [model.id, model]));
  const models = (id: string): Model | undefined => known.get(id);
  const report = (error: unknown) => expect.fail(error instanceof Error ? error.stack : String(error));
  const paths = pathsOn(site);
  await stage.until(hub.participant.setFloors(worldFloorsOf(document)));
  for (const { participant, node } of [hub, ann, bob]) {
    const host = new Host(participant, { clock: node.clock, models, latencyMs: () => 40, report });
    onTestFinished(() => host[Symbol.dispose]());
  }
  for (const { id, draft } of building.entities) await stage.until(hub.participant.insert(draft, id));
  await stage.run(500);
  const navigator = ({ participant, bus, node }: Actor) => {
    const made = new Navigator(participant, { bus, clock: node.clock, random: seededRandom(7), models, report, paths });
    onTestFinished(() => made[Symbol.dispose]());
    return made;
  };
  return { stage, hub, ann, bob, paths, navigator };
}

export const on = (floor: number, x: number, y: number, yaw = 0): Pose => ({ ...planarPose(x, y, yaw), z: 4 * floor });
export const putRobot = (actor: Actor, id: string, pose: Pose): Promise<void> => actor.insert(id, draftOf(pioneer3dx, { pose, name: id }));
