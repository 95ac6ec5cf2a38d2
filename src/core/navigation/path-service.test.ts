import { describe, expect, it } from 'vitest';
import { decodeJson, encodeJson } from '../api/messages.ts';
import { seededRandom } from '../base/random.ts';
import { VirtualTime } from '../base/virtual-time.ts';
import { SimulatedNetwork } from '../bus/simulated.ts';
import { subjects } from '../bus/subjects.ts';
import { encodeAnswer, type PathAnswer, PathHost, type PathRequest, PathService, pathAnswerSchema } from './path-service.ts';

const WORLD = 'w';
const REQUEST = { start: { x: 0, y: 0 }, goal: { x: 4, y: 3 }, radiusM: 0.25 };

function scene() {
  const time = new VirtualTime();
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const network = new SimulatedNetwork({ time, random: seededRandom(1), report });
  const host = (id: string, plan: (request: PathRequest) => Promise<PathAnswer>, planners = ['visibility']) => {
    const node = network.node(id);
    const bus = node.connect();
    return new PathHost(WORLD, {
      ...{ bus, clock: node.clock, report, plan },
      planners: () => planners.map((name) => ({ name, summary: `The planner ${name}` })),
    });
  };
  const asker = (id: string) => {
    const node = network.node(id);
    return new PathService(WORLD, { bus: node.connect(), clock: node.clock, random: seededRandom(2), report });
  };
  return { time, network, reported, host, asker };
}

const straight = (by: string) => (request: PathRequest) => {
  const goal = 'node' in request.goal ? { x: 0, y: 0 } : request.goal;
  const points = [[request.start.x, request.start.y] as const, [goal.x, goal.y] as const];
  const answer: PathAnswer = {
    kind: 'path',
    legs: [{ kind: 'drive', points, lengthM: 5 }],
    nodes: ['f/a'],
    lengthM: 5,
    planner: request.planner ?? by,
    ms: 1,
  };
  return Promise.resolve(answer);
};

describe('getPath', () => {
  it('[J1] is answered at once by whoever plans here, though nobody has announced itself yet', async () => {
    const { time, host, asker, reported } = scene();
    host('hub-a', straight('a'));
    const answer = await time.until(asker('page').ask(REQUEST));
    expect(answer).toMatchObject({
      kind: 'path',
      nodes: ['f/a'],
      legs: [
        {
          points: [
            [0, 0],
            [4, 3],
          ],
        },
      ],
    });
    expect(time.now).toBeLessThan(500);
    expect(reported).toEqual([]);
  });

  it('[J1] is refused with the reason where nobody plans, or not with that planner, or the request makes no sense', async () => {
    const { time, host, asker } = scene();
    const page = asker('page');
    expect(await time.until(page.ask(REQUEST))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('nobody plans') as string,
    });
    host('hub-a', straight('a'));
    await time.run(time.now + 3000);
    expect(await time.until(page.planners())).toEqual([{ name: 'visibility', summary: 'The planner visibility' }]);
    expect(await time.until(page.ask({ ...REQUEST, planner: 'dream' }))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('dream') as string,
    });
    await expect(page.ask({ ...REQUEST, radiusM: -1 })).rejects.toThrow('radiusM');
  });

  it('[J2] is shared by several hosts', async () => {
    const { time, host, asker } = scene();
    const answered = { a: 0, b: 0 };
    const slow = (by: 'a' | 'b') => async (request: PathRequest) => {
      answered[by]++;
      return straight(by)(request);
    };
    host('hub-a', slow('a'));
    host('hub-b', slow('b'));
    const page = asker('page');
    await time.run(3000);
    await time.until(Promise.all(Array.from({ length: 20 }, () => page.ask(REQUEST))));
    expect(answered).toEqual({ a: 10, b: 10 });
  });

  it('[J2] goes to another host when one is silent, and then not to that one first', async () => {
    const { time, host, asker } = scene();
    let asked = 0;
    host('hub-a', () => {
      asked++;
      return new Promise(() => {});
    });
    host('hub-b', straight('b'));
    const page = asker('page');
    await time.run(3000);
    for (let i = 0; i < 6; i++) expect(await time.until(page.ask(REQUEST))).toMatchObject({ kind: 'path', planner: 'b' });
    expect(asked).toBeLessThanOrEqual(1);
    await time.until(Promise.all(Array.from({ length: 4 }, () => page.ask(REQUEST))));
    expect(asked).toBeLessThanOrEqual(1);
  });

  it('[J2] hears nobody who announces another host', async () => {
    const { time, network, host, asker, reported } = scene();
    host('hub-a', straight('a'));
    const page = asker('page');
    await time.run(3000);
    const word = { version: 1, host: 'hub-b', planners: [{ name: 'visibility', summary: 'none' }], waiting: 0 };
    network.node('mallory').connect().publish(subjects.pathHost(WORLD, 'hub-b'), encodeJson(word));
    await time.run(time.now + 100);
    expect(page.hosts.map((each) => each.host)).toEqual(['hub-a']);
    expect(String(reported[0])).toContain('mallory announces paths as hub-b');
  });

  it('[J2] forgets who is heard no more', async () => {
    const { time, host, asker } = scene();
    const first = host('hub-a', straight('a'));
    const page = asker('page');
    await time.run(3000);
    expect(page.hosts.map((word) => word.host)).toEqual(['hub-a']);
    first[Symbol.dispose]();
    await time.run(time.now + 7000);
    expect(page.hosts).toEqual([]);
  });

  it('[J2] is refused, not left waiting, when a host breaks over it', async () => {
    const { time, host, asker, reported } = scene();
    host('hub-a', () => Promise.reject(new Error('out of memory')));
    expect(await time.until(asker('page').ask(REQUEST))).toEqual({ kind: 'refused', reason: 'out of memory' });
    expect(reported).toHaveLength(1);
  });

  it('[J3] fits a message, whatever the planner built: edges are left out, and counted', () => {
    const nodes = Array.from({ length: 3000 }, (_, i) => [i / 7, i / 3] as const);
    const edges = Array.from({ length: 9000 }, (_, i) => [i % 3000, (i * 7) % 3000] as const);
    const legs = [{ kind: 'drive' as const, points: [[0, 0] as const, [1, 1] as const], lengthM: 2 }];
    const answer: PathAnswer = {
      kind: 'path',
      legs,
      nodes: [],
      lengthM: 2,
      planner: 'p',
      ms: 1,
      roadmaps: [{ nodes, edges, edgesLeftOut: 0 }],
    };
    const bytes = encodeAnswer(answer);
    expect(bytes.length).toBeLessThanOrEqual(59_000);
    const told = decodeJson(pathAnswerSchema, bytes);
    if (told.kind !== 'path') return expect.fail(told.kind);
    const [roadmap] = told.roadmaps ?? [];
    expect(told.legs).toEqual(legs);
    expect(roadmap?.edges.length).toBeGreaterThan(300);
    expect((roadmap?.edges.length ?? 0) + (roadmap?.edgesLeftOut ?? 0)).toBe(9000);
    const joined = new Set(edges.map(([a, b]) => `${nodes[a]} ${nodes[b]}`));
    for (const [a, b] of roadmap?.edges ?? []) expect(joined).toContain(`${roadmap?.nodes[a]} ${roadmap?.nodes[b]}`);
  });
});
