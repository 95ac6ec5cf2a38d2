import { describe, expect, it } from 'vitest';
import type { HubCard } from '../../../core/api/hubs.ts';
import type { EntityInfo, MemberInfo, Person } from '../../link/world-link.ts';
import { coloursOf, estatesOf, guestsOf, isStale, roundTripOf, stateOf } from './cluster-facts.ts';

const guest = (id: string, hub: string | undefined): MemberInfo => ({ id, name: id.toUpperCase(), kind: 'guest', hub, clockErrorMs: 1 });
const hub = (name: string): MemberInfo => ({
  id: `hub-${name}-lab`,
  name: `hub-${name}`,
  kind: 'hub',
  hub: `hub-${name}`,
  clockErrorMs: 1,
});
const members = [
  hub('one'),
  hub('two'),
  guest('zoe', 'hub-one'),
  guest('ann', undefined),
  guest('bob', 'hub-two'),
  guest('cat', 'hub-one'),
];

describe('the state of a hub', () => {
  it.each([
    ['here', 400, 0, 'ok', 'Here'],
    ['silent', 4000, 1500, 'warn', 'Silent for 5 s'],
    ['gone', 70_000, 0, 'bad', 'Gone for 1 min 10 s'],
    ['left', 3000, 0, 'plain', 'Left 3 s ago'],
  ] as const)('%s for %d ms, told %d ms ago, is %s: %s', (state, ageMs, sinceHeardMs, mood, word) => {
    expect(stateOf({ state, ageMs }, sinceHeardMs)).toEqual({ mood, word });
  });

  it('is not known when our own hub has not answered for long', () => {
    expect(stateOf({ state: 'here', ageMs: 500 }, 9500)).toEqual({ mood: 'plain', word: 'Was here 10 s ago' });
  });
});

describe('what our own hub told', () => {
  it('is stale when it is older than 5 s', () => {
    expect([isStale(1000, 1000), isStale(1000, 6000), isStale(1000, 6001)]).toEqual([false, false, true]);
  });
});

describe('the way from one hub to another', () => {
  const card = (hub: string, ...links: { hub: string; roundTripMs: number }[]) => ({ hub, figures: { links } }) as unknown as HubCard;
  const hubs = [card('one', { hub: 'two', roundTripMs: 12 }), card('two', { hub: 'one', roundTripMs: 90 }), { hub: 'old' } as HubCard];

  it('is as the first of them measured it', () => {
    expect([roundTripOf(hubs, 'one', 'two'), roundTripOf(hubs, 'two', 'one')]).toEqual([12, 90]);
  });

  it('is not known of hubs that do not answer, that tell no figures, or that are not there', () => {
    for (const [from, to] of [
      ['one', 'old'],
      ['old', 'one'],
      ['one', 'one'],
      ['three', 'one'],
    ] as const)
      expect(roundTripOf(hubs, from, to)).toBeUndefined();
  });
});

describe('the colours of hubs', () => {
  it('stay with them, whoever comes between', () => {
    const first = coloursOf(new Map(), ['b', 'd']);
    const then = coloursOf(first, ['a', 'b', 'c', 'd']);
    expect([then.get('b'), then.get('d')]).toEqual([first.get('b'), first.get('d')]);
    expect(new Set(then.values()).size).toBe(4);
    expect(coloursOf(then, ['a', 'd'])).toBe(then);
  });

  it('are all of the palette, also when there are more hubs than colours', () => {
    const many = coloursOf(
      new Map(),
      Array.from({ length: 30 }, (_, i) => `h${i}`),
    );
    expect([...many.values()].every((colour) => colour >= 1 && colour <= 12)).toBe(true);
  });
});

describe('those in a world', () => {
  it('are listed with their hubs: oneself, those at the same hub, the others', () => {
    const people = [{ id: 'bob', presence: 'here' } as Person, { id: 'zoe', presence: 'headless' } as Person];
    const rows = guestsOf(members, people, 'ann', 'hub-one');
    expect(rows.map(({ id, hub: at, isMe, person }) => [id, at, isMe, person?.id])).toEqual([
      ['ann', 'hub-one', true, undefined],
      ['cat', 'hub-one', false, undefined],
      ['zoe', 'hub-one', false, undefined],
      ['bob', 'hub-two', false, 'bob'],
    ]);
  });

  it('own what they own: oneself first, then who owns most, last the gone and nobody', () => {
    const thing = (id: string, owner: string | undefined) => ({ id, owner, description: { name: id } }) as EntityInfo;
    const entities = [
      ...[thing('cart 10', 'ann'), thing('cart 2', 'ann'), thing('arm', 'hub-two-lab'), thing('belt', 'dead')],
      ...[thing('box', undefined), thing('x', 'bob'), thing('y', 'bob')],
    ];
    const estates = estatesOf(entities, members, 'ann', 'hub-one');
    expect(estates.map((estate) => [estate.kind, estate.name, estate.hub, estate.things.map(({ name }) => name)])).toEqual([
      ['me', 'ANN', 'hub-one', ['cart 2', 'cart 10']],
      ['guest', 'BOB', 'hub-two', ['x', 'y']],
      ['hub', 'hub-two', 'hub-two', ['arm']],
      ['gone', 'dead', undefined, ['belt']],
      ['nobody', 'Nobody', undefined, ['box']],
    ]);
  });
});
