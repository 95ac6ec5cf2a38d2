import { describe, expect, it } from 'vitest';
import { planarPose } from '../../core/base/pose.ts';
import type { PathAnswer, PathRequestDraft } from '../../core/navigation/path-service.ts';
import { catalog } from '../../core/robots/robots.ts';
import { Settable } from '../link/observable.ts';
import type { TravelLink } from '../link/travel-link.ts';
import { SmallWorld } from '../monitor/small-world.contract.ts';
import { isEcho, NUMBERS_PER_BEAM } from '../overlays/overlay.ts';
import { Comparison } from './comparison.ts';
import { lineOf } from './plan-lines.ts';
import { PoseTrack } from './pose-track.ts';
import { scanOf } from './scan.ts';

const heightOf = (floor: string | undefined): number => (floor === 'upstairs' ? 4 : 0);

describe('a way', () => {
  it('is drawn floor by floor, from its end, and a ride is not', () => {
    const line = lineOf(
      {
        ...{ id: 'rover', paint: 3 },
        legs: [
          {
            kind: 'drive',
            floor: 'downstairs',
            points: [
              [0, 0],
              [3, 0],
            ],
            lengthM: 3,
          },
          { kind: 'ride', elevator: 'lift', at: [4, 0], from: 'downstairs', to: 'upstairs' },
          {
            kind: 'drive',
            floor: 'upstairs',
            points: [
              [3, 0],
              [3, 2],
            ],
            lengthM: 2,
          },
        ],
      },
      heightOf,
    );
    expect(line.stretches.map(({ floor, heightM, points }) => [floor, heightM, [...points]])).toEqual([
      ['downstairs', 0, [3, 0, 0, 0]],
      ['upstairs', 4, [3, 2, 3, 0]],
    ]);
    expect(line.goal).toMatchObject({ floor: 'upstairs', x: 3, y: 2, heightM: 4 });
  });

  it('has its goal before it is known', () => {
    const goal = { x: 1, y: 2, floor: 'upstairs', headingRad: 0.5 };
    expect(lineOf({ id: 'rover', paint: 3, legs: [], goal }, heightOf).goal).toEqual({ ...goal, heightM: 4 });
  });
});

describe('a scan', () => {
  const model = catalog.find(({ id }) => id === 'pioneer-3-dx');
  const mount = model?.mounts?.find(({ kind }) => kind === 'laser');
  if (!model || !mount) throw new Error('there is no Pioneer with a laser in the catalog');

  it('begins where its sensor stood when it was measured, and goes as far as it says', () => {
    const info = new SmallWorld().add('rover', model.id, planarPose(0, 0, 0));
    const beams = 181;
    const metres = Array.from({ length: beams }, (_, beam) => (beam === 90 ? 2 : 8));
    const pose = planarPose(5, 1, Math.PI / 2);
    const scan = scanOf({ id: 'laser', info, model, mount, pose, values: [], metres, isStale: false });
    const ahead = scan.beams.subarray(90 * NUMBERS_PER_BEAM, 91 * NUMBERS_PER_BEAM);
    expect([...ahead]).toEqual([5, 1 + mount.at.x, 0, 1, 2].map((number) => expect.closeTo(number, 5)));
    expect([scan.look, scan.beams.length, scan.heightM]).toEqual(['fan', beams * NUMBERS_PER_BEAM, expect.closeTo(mount.at.z)]);
    expect([isEcho(ahead[4] ?? 0, scan.rangeM), isEcho(scan.beams[4] ?? 0, scan.rangeM)]).toEqual([true, false]);
  });

  it('is placed by where the robot was then', () => {
    const track = new PoseTrack();
    expect(track.at(0)).toBeUndefined();
    for (let ms = 0; ms < 5000; ms += 16) track.note(Float32Array.of(ms, 0, 0, 0, 0, 0, 1), 0, ms);
    expect(track.at(4900)?.x).toBe(4896);
    expect(track.at(9000)?.x).toBe(4992);
    // Older than all that is kept: the oldest.
    expect(track.at(0)?.x).toBe(4992 - 95 * 16);
  });
});

describe('a comparison', () => {
  const answerOf = ({ planner = '' }: PathRequestDraft): PathAnswer =>
    planner === 'lost'
      ? { kind: 'no path', reason: 'shut in', planner, ms: 1 }
      : { kind: 'path', legs: [{ kind: 'drive', points: [[0, 0]], lengthM: 0 }], nodes: [], lengthM: 0, planner, ms: 1 };
  const travel = (answers: (request: PathRequestDraft) => Promise<PathAnswer>): TravelLink => ({
    journeys: new Settable(new Map()),
    planners: () => Promise.resolve([]),
    plan: answers,
    go: () => Promise.reject(new Error('nothing is to move')),
    cancel: () => Promise.reject(new Error('nothing is to move')),
  });
  const question = { start: { x: 0, y: 0 }, goal: { x: 1, y: 0 }, radiusM: 0.3, seed: 1 };

  it('asks one after the other, and keeps what each says, even that it failed', async () => {
    let atOnce = 0;
    const comparison = new Comparison(
      travel(async (request) => {
        expect(++atOnce).toBe(1);
        await Promise.resolve();
        atOnce--;
        if (request.planner === 'broken') throw new Error('it broke');
        return answerOf(request);
      }),
    );
    await comparison.ask(question, ['short', 'lost', 'broken']);
    const { rows, chosen, isRunning } = comparison.state.get();
    expect(rows.map(({ answer }) => answer?.kind)).toEqual(['path', 'no path', 'refused']);
    expect([chosen, isRunning, comparison.chosen?.planner]).toEqual(['short', false, 'short']);
  });

  it('forgets an answer to an earlier question', async () => {
    const waiting: (() => void)[] = [];
    const comparison = new Comparison(travel((request) => new Promise((resolve) => waiting.push(() => resolve(answerOf(request))))));
    const first = comparison.ask(question, ['slow']);
    comparison.clear();
    for (const answer of waiting) answer();
    await first;
    expect(comparison.state.get().rows).toEqual([]);
  });
});
