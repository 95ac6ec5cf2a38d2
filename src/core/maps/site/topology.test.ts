import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { edl, fig8 } from '../maps.contract.ts';
import { readSite, type TopologicalMap } from '../maps.ts';

const read = (document: object) => readSite(JSON.stringify({ name: 'House', ...document }));
const topologyOf = (document: object): TopologicalMap => read(document).site?.topology ?? { nodes: [], edges: [] };
const ofFloor = (text: string) => topologyOf({ floors: [{ name: 'G', edl: text }] });
const kinds = ({ nodes }: TopologicalMap) => nodes.map(({ id, kind }) => `${kind} ${id.slice(2)}`).sort();
const ways = ({ edges }: TopologicalMap) =>
  edges
    .map(({ between }) =>
      between
        .map((id) => id.slice(2))
        .toSorted()
        .join(' - '),
    )
    .sort();

describe('a topological map', () => {
  it('[E37] of figure 8 is the one that people would draw', () => {
    const expected = JSON.parse(readFileSync(new URL('../samples/fig-8.topology.json', import.meta.url), 'utf8')) as unknown;
    expect(topologyOf({ floors: [{ name: 'Ground floor', edl: fig8 }] })).toEqual(expected);
  });

  it('[E37] has a node for a junction that is no side of a crossing, and joins through open ends', () => {
    const text = edl(
      '1 CORRIDOR: x= 500 y= 100 theta= 0 long= 1000 wide= 200',
      '2 CORRIDOR: x= 500 y= 350 theta= 90 long= 300 wide= 200',
      '3 JUNCTION: x= 500 y= 200 theta= 90 wide= 200',
    );
    const map = ofFloor(text);
    // The second corridor begins at the side of the first, and ends in the middle of the only room.
    expect(kinds(map)).toEqual(['corridor corridor-1', 'corridor corridor-2', 'junction junction-3', 'room room-1']);
    expect(ways(map)).toEqual(['corridor-1 - junction-3', 'corridor-2 - junction-3', 'corridor-2 - room-1']);
  });

  it('[E37] [E38] leads nowhere through a door on the border or a wall that ends a corridor', () => {
    const text = edl(
      'CORRIDOR: x= 300 y= 300 theta= 0 long= 600 wide= 200',
      'WALL: x= 600 y= 300 theta= 90 long= 200',
      '7 DOOR: x= 500 y= 0 theta= 90 wide= 100',
    );
    const map = ofFloor(text);
    expect(kinds(map)).toEqual(['corridor corridor-m1', 'door door-7', 'room room-1']);
    expect(ways(map)).toEqual([]);
  });

  it('[E38] calls rooms by the points in them, and corridors and doors by their names', () => {
    const text = edl(
      '1 WALL: x= 500 y= 300 theta= 90 long= 600',
      '2 DOOR: x= 500 y= 200 theta= 0 wide= 100 name= "Fire door"',
      '3 POINT: x= 100 y= 100 theta= 0',
      '4 POINT: x= 200 y= 200 theta= 0 name= "Robot lab"',
      '5 WALL: x= 980 y= 590 theta= 0 long= 40',
      '6 WALL: x= 960 y= 595 theta= 90 long= 10',
    );
    const map = ofFloor(text);
    expect(map.nodes.map(({ id, name }) => [id, name])).toEqual([
      ['g/robot-lab', 'Robot lab'],
      ['g/room-1', 'Room 1'],
      ['g/door-2', 'Fire door'],
    ]);
    expect(map.edges).toEqual([
      { between: ['g/door-2', 'g/room-1'], lengthM: 2.6926 },
      { between: ['g/door-2', 'g/robot-lab'], lengthM: 2.6926 },
    ]);
  });

  it('[E38] keeps the ids of others when a member comes', () => {
    const before = ofFloor(fig8);
    const after = ofFloor(
      `${fig8}\n8 WALL:\n  x= 700.0\n  y= 250.0\n  theta= 0.0\n  long= 400.0\n\n9 DOOR:\n  x= 600.0\n  y= 250.0\n  theta= 90.0\n  wide= 100.0\n`,
    );
    const ids = after.nodes.map(({ id }) => id);
    expect(before.nodes.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
    expect(after.nodes).toHaveLength(before.nodes.length + 2);
  });

  it('[E38] says of a floor that is too large for it that rooms are not told apart', () => {
    const of = (metres: number) => read({ floors: [{ name: 'G', edl: `LENGTH ${metres * 100} WIDTH ${metres * 100}` }] }).concerns;
    expect(of(240)).toEqual([]);
    expect(of(260).map(({ severity, code }) => `${severity} ${code}`)).toEqual(['warning floor-too-large']);
  });

  it('[E39] goes from floor to floor by elevators', () => {
    const floors = [
      { name: 'G', edl: fig8 },
      { name: 'H', heightCm: 300, edl: fig8 },
      { name: 'I', heightCm: 650, edl: fig8 },
    ];
    const stops = ['I', 'G', 'H'].map((floor) => ({ floor, xCm: 200, yCm: 300 }));
    const { nodes, edges } = topologyOf({ floors, elevators: [{ name: 'Lift', stops }] });
    expect(nodes.filter(({ kind }) => kind === 'elevator').map(({ id, at }) => [id, ...at])).toEqual([
      ['g/elevator-lift', 2, 3],
      ['h/elevator-lift', 2, 3],
      ['i/elevator-lift', 2, 3],
    ]);
    expect(edges.filter(({ between }) => between.some((id) => id.endsWith('lift')))).toEqual([
      { between: ['g/elevator-lift', 'g/room-1'], lengthM: 0 },
      { between: ['h/elevator-lift', 'h/room-1'], lengthM: 0 },
      { between: ['i/elevator-lift', 'i/room-1'], lengthM: 0 },
      { between: ['g/elevator-lift', 'h/elevator-lift'], lengthM: 3 },
      { between: ['h/elevator-lift', 'i/elevator-lift'], lengthM: 3.5 },
    ]);
  });

  it('[E40] is changed by its document', () => {
    const topology = {
      remove: { nodes: ['g/room-1'], edges: [['g/corridor-2', 'g/door-7']] },
      add: {
        nodes: [{ id: 'desk', kind: 'room', floor: 'G', xCm: 200, yCm: 400 }],
        edges: [['desk', 'g/door-6']],
      },
    };
    const [before, after] = [ofFloor(fig8), topologyOf({ floors: [{ name: 'G', edl: fig8 }], topology })];
    expect(kinds(after)).toEqual([...kinds(before).filter((node) => node !== 'room room-1'), 'room sk'].sort());
    expect(ways(after)).toEqual([...ways(before).filter((way) => !/room-1|corridor-2 - door-7/.test(way)), 'door-6 - sk'].sort());
    expect(after.edges.at(-1)).toEqual({ between: ['desk', 'g/door-6'], lengthM: 3.0414 });
  });

  it.each([
    ['a node that is not there', { remove: { nodes: ['g/door-8'] } }, 'unknown-node topology.remove.nodes[0]'],
    ['an edge that is not there', { remove: { edges: [['g/door-6', 'g/door-7']] } }, 'unknown-edge topology.remove.edges[0]'],
    ['an edge to a node that is not there', { add: { edges: [['g/door-6', 'g/roof']] } }, 'unknown-node topology.add.edges[0]'],
    [
      'a node that is there already',
      { add: { nodes: [{ id: 'g/door-6', kind: 'door', floor: 'G', xCm: 1, yCm: 1 }] } },
      'same-node topology.add.nodes[0].id',
    ],
    [
      'a floor that is not there',
      { add: { nodes: [{ id: 'a', kind: 'door', floor: 'H', xCm: 1, yCm: 1 }] } },
      'unknown-floor topology.add.nodes[0].floor',
    ],
  ])('[E40] is told of %s', (_what, topology, expected) => {
    const { site, concerns } = read({ floors: [{ name: 'G', edl: fig8 }], topology });
    expect(site).toBeUndefined();
    expect(concerns.map(({ code, place }) => `${code} ${place}`)).toEqual([expected]);
  });
});
