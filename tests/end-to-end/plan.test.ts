import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Program } from './processes.ts';

const FLOOR = 'examples/research-floor.edl';
const BUILDING = 'examples/research-building.json';
const folder = mkdtempSync(join(tmpdir(), 'manyhands-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Said {
  readonly planner: string;
  readonly length: number;
  readonly points: readonly (readonly [number, number, string?])[];
  readonly nodes: number;
  readonly edges: number;
  readonly ms: number;
}

async function plan(
  ...args: string[]
): Promise<{ code: number | null; lines: readonly string[]; errors: string; said: () => readonly Said[] }> {
  const program = new Program('src/hub/main.ts', ['plan', ...args]);
  program.end();
  const code = await program.exited;
  return { code, lines: program.lines, errors: program.errors, said: () => program.events as unknown as Said[] };
}

describe('manyhands plan', { timeout: 120_000 }, () => {
  it('finds a way on a map, to a place or a room, and ends with it as JSON', async () => {
    const { code, said } = await plan(FLOOR, '--from', '2,2', '--to', 'Workshop', '--planner', 'visibility', '--json');
    expect(code).toBe(0);
    const last = said().at(-1) ?? expect.fail('nothing was said');
    expect(Object.keys(last)).toEqual(['planner', 'length', 'points', 'nodes', 'edges', 'ms']);
    expect(last.points[0]).toEqual([2, 2]);
    const lengthM = last.points.reduce(
      (sum, [x, y], i) => sum + Math.hypot(x - (last.points[i - 1]?.[0] ?? x), y - (last.points[i - 1]?.[1] ?? y)),
      0,
    );
    expect(last.length).toBeCloseTo(lengthM, 5);
    const told = await plan(FLOOR, '--from', '2,2', '--to', '22,10');
    expect([told.code, told.lines[0]]).toEqual([0, expect.stringMatching(/^lazy-visibility: 22\.\d+ m, \d+ nodes/)]);
    expect(told.lines.at(-1)).toContain('research-floor/door-11, research-floor/corridor-1');
  });

  it('rides across floors, and draws both', async () => {
    const svg = join(folder, 'ride.svg');
    const { code, said } = await plan(BUILDING, '--from', '2,2,Ground floor', '--to', '5,3,first-floor', '--json', '--svg', svg);
    expect(code).toBe(0);
    expect(new Set(said()[0]?.points.map(([, , floor]) => floor))).toEqual(new Set(['ground-floor', 'first-floor']));
    expect(readFileSync(svg, 'utf8').match(/<svg /g)).toHaveLength(3);
  });

  it('compares all planners on one question, with a picture of each, the same for the same seed', async () => {
    const svg = join(folder, 'way.svg');
    const all = ['visibility', 'prm', 'visibility-prm', 'lazy-visibility', 'rrt-connect'];
    const query = [FLOOR, '--from', '2,2', '--to', '22,10', '--planner', 'all', '--seed', '7'];
    const { code, lines } = await plan(...query, '--svg', svg);
    expect(code).toBe(0);
    expect(lines.slice(1, 6).map((line) => line.split(' ')[0])).toEqual(all);
    const pictures = all.map((name) => join(folder, `way-${name}.svg`));
    expect(pictures.filter((file) => !existsSync(file))).toEqual([]);
    const { said } = await plan(...query, '--json');
    const again = await plan(...query, '--json');
    expect(again.said().map(({ ms: _, ...rest }) => rest)).toEqual(said().map(({ ms: _, ...rest }) => rest));
    const shortest = said().find(({ planner }) => planner === 'visibility')?.length ?? 0;
    expect(said().every(({ length }) => length >= shortest - 1e-6)).toBe(true);
  });

  it('says that there is none, and why, with 1', async () => {
    const { code, said } = await plan(FLOOR, '--from', '2,2', '--to', '22,10', '--radius', '0.8', '--json');
    expect([code, said()[0]]).toEqual([
      1,
      expect.objectContaining({ planner: 'lazy-visibility', answer: 'no path', reason: expect.any(String) as string }),
    ]);
    const inWall = await plan(FLOOR, '--from', '7.5,10.5', '--to', '22,10', '--planner', 'prm');
    expect([inWall.code, inWall.errors]).toEqual([1, expect.stringContaining('no path: the start, 7.50, 10.50 m, is nearer than 0.3 m')]);
  });

  it('needs a floor where there are several, a planner that is there, and a map without errors', async () => {
    const unknown = await plan(FLOOR, '--from', '2,2', '--to', '1,1', '--planner', 'pmr');
    expect([unknown.code, unknown.errors]).toEqual([
      2,
      expect.stringContaining('--planner pmr: there is no planner pmr; did you mean prm?'),
    ]);
    const several = await plan(BUILDING, '--from', '2,2', '--to', '1,1,Ground floor');
    expect([several.code, several.errors]).toEqual([
      2,
      expect.stringContaining('--from: say on which floor, as x,y,floor: Ground floor, First floor'),
    ]);
    const slip = join(folder, 'slip.edl');
    writeFileSync(slip, 'LENGTH 100\nWIDTH 100\n1 WAL: x= 1 y= 2 theta= 3 long= 4\n');
    const wrong = await plan(slip, '--from', '0.5,0.5', '--to', '0.6,0.6');
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('slip.edl:3:3: error')]);
  });

  it('plans with a module of one’s own, and names file and error of a broken one', async () => {
    const own = await plan(FLOOR, '--from', '2,2', '--to', '22,10', '--planners', 'examples', '--planner', 'planner-of-your-own', '--json');
    expect([own.code, own.said()[0]?.planner]).toEqual([0, 'planner-of-your-own']);
    expect(own.said()[0]?.length).toBeLessThan(24);
    writeFileSync(join(folder, 'broken.mjs'), 'export const planner = 7;');
    const broken = await plan(FLOOR, '--from', '2,2', '--to', '22,10', '--planners', folder, '--planner', 'broken');
    expect([broken.code, broken.errors]).toEqual([2, expect.stringContaining('broken.mjs')]);
  });
});
