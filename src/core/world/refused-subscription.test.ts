import { expect, it } from 'vitest';
import { type Claimant, mayPublish, mayRead, mayReplace, mayReply, mayRequest, maySubscribe, maySwap } from '../api/rights.ts';
import { seededRandom } from '../base/random.ts';
import { RECORDS } from '../bus/simulated.ts';
import { type DoorKeeper, SimulatedDoor } from '../bus/simulated-door.ts';
import { SimulatedVisit } from '../bus/simulated-visit.ts';
import { buckets, subjects } from '../bus/subjects.ts';
import { Owners } from './owners.ts';
import { type Actor, Stage, toOne, WORLD } from './stage.contract.ts';
import { VouchedBackbone } from './vouched-backbone.ts';

interface OpenDoor {
  readonly door: SimulatedDoor;
  /** What was not done for visitors. */
  readonly refused: string[];
}

/** The door of a hub, with the table of rights before it. */
function openDoor(stage: Stage, { node, bus, participant }: Actor): OpenDoor {
  const refused: string[] = [];
  const owners = new Owners(bus.bucket(buckets.ownership(WORLD)), (error) => void stage.reported.push(error));
  const who = (id: string): Claimant => ({
    id,
    world: WORLD,
    role: 'operator',
    title: (entity) => owners.title(id, entity),
    description: (entity) => participant.entity(entity)?.description,
    board: { objectionToValue: () => undefined, objectionToDeclaration: () => undefined },
  });
  const keeper: DoorKeeper = {
    mayPublish: (from, subject, payload) => mayPublish(who(from), subject, payload),
    mayRequest: (from, subject, payload) => mayRequest(who(from), subject, payload),
    mayReply: (from, subject, payload) => mayReply(who(from), subject, payload),
    maySubscribe: (from, pattern) => maySubscribe(who(from), pattern),
    mayRead: (from, bucket) => mayRead(who(from), bucket),
    maySwap: (from, bucket, key, value) => maySwap(who(from), bucket, key, value),
    mayReplace: (from, place, present, value) => mayReplace(who(from), place, present, value),
    refused: (_, what) => void refused.push(what),
  };
  const backbone = new VouchedBackbone(node, {
    beat: (_, presence) => participant.vouch(presence),
    command: () => undefined,
    owned: (_, entity, record) => owners.learn(entity, record),
  });
  return { door: new SimulatedDoor(node, stage.time, keeper, backbone), refused };
}

it('[W33] an owner that came back to a hub that had not heard of it yet is commanded and stopped as before', async () => {
  const stage = new Stage();
  const [ann, bob] = await stage.enter('ann', 'bob');
  const [first, second] = [openDoor(stage, ann), openDoor(stage, bob)];
  const doors = [first.door];
  const report = (error: unknown) => void stage.reported.push(error);
  const eve = await stage.join('eve', {
    isKeeper: false,
    connect: (node) => new SimulatedVisit('eve', { node, random: seededRandom(7), report, doors: () => doors }),
  });
  stage.network.block('bob', RECORDS);
  stage.network.block(RECORDS, 'bob');
  await eve.insert('cart');
  doors.splice(0, 1, second.door);
  first.door.slam();
  await stage.run(1000);
  expect(second.refused).toContain(`subscribe to ${subjects.command(WORLD, 'cart')}`);
  stage.reunite();
  await stage.run(2000);
  expect(eve.see('cart').isMine).toBe(true);
  expect(await ann.ask('cart', toOne)).toMatchObject({ kind: 'done' });
  void ann.participant.stop('cart', 'now');
  await stage.run(500);
  expect(ann.see('cart').control.stop).toMatchObject({ recorded: true });
});
