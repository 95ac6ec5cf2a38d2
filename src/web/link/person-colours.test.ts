import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLOURS, type ColourClaim, colourFor, colourOfId, nextFreeColour } from './person-colours.ts';

const ada = { id: 'ada', colour: undefined, sinceMs: 10 };

describe('the colour of a person', () => {
  it('is the one its id stands for, or the next that is free', () => {
    const own = colourOfId('ada');
    expect(colourFor(ada, [])).toBe(own);
    expect(colourFor(ada, [{ id: 'kenji', colour: own, sinceMs: 20 }])).toBe((own % COLOURS) + 1);
  });

  it('stays, unless somebody who was here before has the same', () => {
    const mine = { ...ada, colour: 5 };
    expect(colourFor(mine, [{ id: 'kenji', colour: 5, sinceMs: 20 }])).toBe(5);
    expect(colourFor(mine, [{ id: 'kenji', colour: 5, sinceMs: 5 }])).not.toBe(5);
  });

  it('is shared when all are taken', () => {
    const others = Array.from({ length: COLOURS }, (_, i) => ({ id: `p${i}`, colour: i + 1, sinceMs: i }));
    expect(colourFor(ada, others)).toBe(colourOfId('ada'));
  });

  it('differs for up to twelve people once each has heard the others, in whatever order they came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: COLOURS }), (ids) => {
        let claims: ColourClaim[] = ids.map((id, i) => ({ id, colour: colourOfId(id), sinceMs: i % 3 }));
        // One after the other says its own, as avatars do; again and again, since who yields may meet the next.
        for (let round = 0; round < COLOURS; round++)
          for (const { id } of claims) {
            claims = claims.map((claim) =>
              claim.id === id
                ? {
                    ...claim,
                    colour: colourFor(
                      claim,
                      claims.filter((other) => other.id !== id),
                    ),
                  }
                : claim,
            );
          }
        expect(new Set(claims.map(({ colour }) => colour)).size).toBe(claims.length);
      }),
    );
  });
});

describe('the next free colour', () => {
  it('is the first that nothing has, then the one that is taken least', () => {
    expect(nextFreeColour([])).toBe(1);
    expect(nextFreeColour([1, 2, 4])).toBe(3);
    expect(nextFreeColour([...Array.from({ length: COLOURS }, (_, i) => i + 1), 1, 2])).toBe(3);
  });
});
