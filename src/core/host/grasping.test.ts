import { describe, expect, it } from 'vitest';
import { compose, ORIGIN } from '../base/pose.ts';
import { box } from '../geometry/parts.ts';
import { at } from '../geometry/placement.ts';
import { cubePiece } from '../robots/catalog/pieces.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { type Model, toolPose } from '../robots/robots.ts';
import { type Actor, Stage } from '../world/stage.contract.ts';
import { models, put } from './bodies.contract.ts';
import { grasp, release } from './grasping.ts';

const barOf = (id: string, sizeM: readonly [number, number, number]): Model => ({
  ...cubePiece,
  id,
  links: [{ name: id, parent: -1, origin: ORIGIN, parts: [box('own', sizeM, at(0, 0, sizeM[2] / 2))] }],
});
const along = barOf('along', [0.2, 0.04, 0.04]);
const across = barOf('across', [0.04, 0.2, 0.04]);
const wide = barOf('wide', [0.1, 0.1, 0.04]);
const known = (id: string): Model | undefined => [along, across, wide].find((model) => model.id === id) ?? models(id);

/** A Puma with something between its fingers, and whether it takes that. */
async function atPart(part: Model): Promise<{ stage: Stage; ada: Actor; bo: Actor; take(actor: Actor): ReturnType<typeof grasp> }> {
  const stage = new Stage();
  const [ada, bo] = await stage.enter('ada', 'bo');
  await put(ada, 'puma', puma560, ORIGIN);
  const { pose, values } = ada.see('puma').posture;
  const { x, y, z } = compose(pose, toolPose(puma560, values) ?? ORIGIN);
  await put(ada, 'part', part, { ...ORIGIN, x, y, z: z - 0.02 });
  return { stage, ada, bo, take: (actor) => stage.until(grasp(actor.participant, known, 'puma')) };
}

describe('what a gripper takes', () => {
  it.each([along, across])('[P12] is what fits between the fingers, whichever way it lies: $id', async (part) => {
    const { ada, take } = await atPart(part);
    expect(await take(ada)).toEqual({ kind: 'done', part: 'part' });
  });

  it('[P12] is not what is too wide, and the reason says how wide', async () => {
    const { ada, take } = await atPart(wide);
    expect(await take(ada)).toEqual({ kind: 'refused', reason: 'part is 100 mm wide; puma opens 80 mm' });
    expect(ada.see('part').heldBy).toBeUndefined();
  });
});

describe('who may grasp', () => {
  it('[P12] is nobody while the robot is stopped: it neither takes nor lets go', async () => {
    const { stage, ada, bo, take } = await atPart(cubePiece);
    await bo.stop('puma', 'a hand');
    expect(await take(ada)).toEqual({ kind: 'refused', reason: 'puma is stopped: a hand' });
    await stage.until(ada.participant.rearm('puma'));
    expect(await take(ada)).toMatchObject({ kind: 'done' });
    await bo.stop('puma', 'a hand');
    expect(await stage.until(release(ada.participant, known, 'puma'))).toMatchObject({ kind: 'refused' });
    expect(bo.see('part').heldBy).toBe('puma');
  });

  it('[P12] is only who has the lease, where somebody has it', async () => {
    const { stage, ada, bo, take } = await atPart(cubePiece);
    await bo.ask('puma', { kind: 'lease', request: { kind: 'ask' } });
    await stage.run(100);
    expect(await take(ada)).toEqual({ kind: 'refused', reason: 'bo has control of puma' });
    expect(await take(bo)).toEqual({ kind: 'done', part: 'part' });
  });
});
