import { describe, expect, it } from 'vitest';
import { LABYRINTH } from '../../hub/demos/labyrinth.ts';
import { planarPose } from '../base/pose.ts';
import type { Blackboard } from '../blackboard/blackboard.ts';
import { type Exploration, explore } from '../knowledge/knowledge.ts';
import { fig8 } from '../maps/maps.contract.ts';
import { plannerNamed } from '../planners/planners.ts';
import { pioneer3dx } from '../robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../robots/robots.ts';
import type { Actor } from '../world/stage.contract.ts';
import { hosted } from './bodies.contract.ts';
import { Building, documentOf } from './building-stage.contract.ts';
import { WorldExplorer } from './world-explorer.ts';

describe('a robot that explores by itself', { timeout: 120_000 }, () => {
  for (const [name, text, at, wallMm] of [
    ['Fig. 8', fig8, [1, 0.5], 51_000],
    ['the Labyrinth', LABYRINTH, [0.75, 0.75], 78_600],
  ] as const) {
    it(`[KN17] maps all of ${name}, by commands to who owns it and by what that says it knows`, async () => {
      const building = new Building(documentOf(text));
      const [, owner, program] = (await building.enter('leader', 'owner', 'program')) as [Actor, Actor, Actor];
      await building.build(owner, 'all');
      await hosted(owner, building.models);
      await owner.insert('rover', draftOf(pioneer3dx, { name: 'Rover', pose: planarPose(at[0], at[1], 0) }));
      await building.stage.run(1000);
      const board = building.boards.get('program') as Blackboard;
      const ports = { board, clock: program.node.clock, report: (error: unknown) => void building.stage.reported.push(error) };
      const options = { radiusOf: (id: string) => building.models(id)?.extent.radiusM ?? 1, speedMPerS: 0.8, turnRadPerS: 3 };
      using explorer = new WorldExplorer(program.participant, 'rover', options, ports);
      let exploration: Exploration | undefined;
      const exploring = explore(explorer, { planner: plannerNamed('lazy-visibility') }).then((done) => {
        exploration = done;
      });
      for (let minutes = 0; !exploration && minutes < 20; minutes++) await building.stage.run(60_000);
      await building.stage.until(exploring);
      expect(exploration?.kind).toBe('complete');
      expect(building.wallMm('program', 'rover')).toBe(wallMm);
      // What another has seen need not be seen again.
      await owner.insert('mate', draftOf(pioneer3dx, { name: 'Mate', pose: planarPose(at[0] + 1, at[1], 0) }));
      using mate = new WorldExplorer(program.participant, 'mate', { ...options, team: ['rover'] }, ports);
      const shared = await building.stage.until(explore(mate, { planner: plannerNamed('lazy-visibility') }));
      expect(shared).toEqual({ kind: 'complete', legs: expect.toSatisfy((legs: number) => legs <= 3) });
      expect(building.wallMm('program', 'mate')).toBeLessThan(wallMm);
    });
  }
});
