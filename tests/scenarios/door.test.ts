import { describe, expect, it } from 'vitest';
import { swapThroughDoor } from './door.ts';

const SEEDS = 10;

describe('eight robots of four owners', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
    '[J20] swap sides through one door, and touch nothing (seed %d)',
    async (seed) => {
      const { arrived, problems, contacts, nearestM } = await swapThroughDoor(seed);
      expect({ arrived, problems, contacts }).toEqual({ arrived: 8, problems: [], contacts: 0 });
      expect(nearestM).toBeGreaterThan(0.05);
    },
  );
});
