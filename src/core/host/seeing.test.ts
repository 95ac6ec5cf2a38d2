import { describe, expect, it } from 'vitest';
import { LABYRINTH } from '../../hub/demos/labyrinth.ts';
import { planarPose } from '../base/pose.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../robots/robots.ts';
import type { Actor } from '../world/stage.contract.ts';
import { Building, documentOf } from './building-stage.contract.ts';

const DOOR = `LENGTH 1000
WIDTH 500

1 WALL: x= 500 y= 250 theta= 90 long= 500
2 DOOR: x= 500 y= 250 theta= 0 wide= 100
`;

const rover = (x: number, y: number) => draftOf(pioneer3dx, { name: 'Rover', pose: planarPose(x, y, 0) });

describe('what robots know, in a world', () => {
  it('[KN18] is looked for only while somebody listens, and only by who owns the robot', async () => {
    const building = new Building(documentOf(LABYRINTH));
    const [, owner, reader] = (await building.enter('leader', 'owner', 'reader')) as [Actor, Actor, Actor];
    await owner.insert('rover', rover(0.75, 0.75));
    await building.stage.run(3000);
    expect(building.asked).toBe(0);
    expect(reader.participant.entity('rover')?.owner).toBe('owner');
    expect([...building.seeings.values()].every(({ isAsleep }) => isAsleep)).toBe(true);
    const listening = building.listen('leader', 'rover');
    await building.stage.run(4000);
    expect(building.seeings.get('owner')?.isAsleep).toBe(false);
    expect(building.seeings.get('reader')?.isAsleep).toBe(true);
    expect(building.wallMm('reader', 'rover')).toBeGreaterThan(5000);
    listening[Symbol.dispose]();
    // To read is to listen, too: for 5 s, and then it is looked for 5 s more.
    await building.stage.run(13_000);
    expect(building.seeings.get('owner')?.isAsleep).toBe(true);
  });

  it('[KN10] is said when there is something new, and not while there is not', async () => {
    const building = new Building(documentOf(LABYRINTH));
    const [, owner] = (await building.enter('leader', 'owner')) as [Actor, Actor];
    await owner.insert('rover', rover(0.75, 0.75));
    building.listen('leader', 'rover');
    await building.stage.run(4000);
    const said = building.stage.overhear('v1.stage.bb.knowledge.>');
    await building.stage.run(5000);
    expect(said).toEqual([]);
    const before = building.wallMm('leader', 'rover');
    await owner.ask('rover', { kind: 'follow', knots: [{ afterMs: 8000, pose: planarPose(4, 0.75, 0) }] });
    await building.stage.run(10_000);
    expect(building.wallMm('leader', 'rover')).toBeGreaterThan(before + 2000);
    expect(said.length).toBeGreaterThan(3);
    expect(said.length).toBeLessThanOrEqual(18);
  });

  it('[KN19] outlives the owner: who takes the robot over goes on from what is on the blackboard', async () => {
    const building = new Building(documentOf(LABYRINTH));
    const [, owner, taker] = (await building.enter('leader', 'owner', 'taker')) as [Actor, Actor, Actor];
    await owner.insert('rover', rover(0.75, 0.75));
    building.listen('leader', 'rover');
    await building.stage.run(3000);
    await owner.ask('rover', { kind: 'follow', knots: [{ afterMs: 5000, pose: planarPose(4, 0.75, 0) }] });
    await building.stage.run(6500);
    const before = building.wallMm('leader', 'rover');
    const knownBefore = building.known('leader', 'rover');
    owner.node.crash();
    await building.stage.run(3000);
    await taker.ask('rover', { kind: 'follow', knots: [{ afterMs: 3000, pose: planarPose(5.5, 0.75, 0) }] });
    await building.stage.run(5000);
    expect(taker.participant.entity('rover')?.isMine).toBe(true);
    const after = building.known('leader', 'rover');
    expect(building.wallMm('leader', 'rover')).toBeGreaterThan(before);
    // All that was known before is known still: adding it is nothing new.
    expect(after.copy().merge(knownBefore)).toBe(false);
    expect(building.wallMm('taker', 'rover')).toBe(building.wallMm('leader', 'rover'));
  });

  it('[KN20] is forgotten with a reset, and of a floor that was rebuilt', async () => {
    const building = new Building(documentOf(LABYRINTH));
    const [, owner] = (await building.enter('leader', 'owner')) as [Actor, Actor];
    await owner.insert('rover', rover(0.75, 0.75));
    building.listen('leader', 'rover');
    await building.stage.run(2000);
    const atHome = building.wallMm('leader', 'rover');
    await owner.ask('rover', { kind: 'follow', knots: [{ afterMs: 5000, pose: planarPose(4, 0.75, 0) }] });
    await building.stage.run(7000);
    expect(building.wallMm('leader', 'rover')).toBeGreaterThan(atHome);
    await building.stage.until(owner.participant.changeTime({ kind: 'reset' }));
    await building.stage.run(3000);
    expect(building.wallMm('leader', 'rover')).toBe(atHome);
    const [before] = building.known('leader', 'rover').floors;
    building.document = documentOf(DOOR);
    await building.stage.run(13_000);
    const after = building.known('leader', 'rover').floors;
    expect(after).toHaveLength(1);
    expect(after[0]?.edition).not.toBe(before?.edition);
  });

  it('[KN21] is of the floor the robot is on, and behind a shut door it sees nothing', async () => {
    const building = new Building(documentOf(LABYRINTH, DOOR));
    const [, owner] = (await building.enter('leader', 'owner')) as [Actor, Actor];
    await building.build(owner);
    const [door] = owner.participant.entities.filter(
      ({ description }) => description.dofs[0]?.name === 'Door' && description.initial.pose.z === 3,
    );
    await owner.ask(door?.id as string, { kind: 'glide', dof: 0, to: 0 });
    await building.stage.run(3000);
    await owner.insert('rover', draftOf(pioneer3dx, { name: 'Rover', pose: { ...planarPose(3, 2.5, 0), z: 3 } }));
    building.listen('leader', 'rover');
    await building.stage.run(3000);
    const seen = () => building.known('leader', 'rover').floors;
    expect(seen().map(({ floor }) => floor)).toEqual(['floor-1']);
    expect(seen()[0]?.known.cells.has(70, 25)).toBe(false);
    await owner.ask(door?.id as string, { kind: 'glide', dof: 0, to: Math.PI / 2 });
    await building.stage.run(4000);
    expect(seen()[0]?.known.cells.has(70, 25)).toBe(true);
  });
});
