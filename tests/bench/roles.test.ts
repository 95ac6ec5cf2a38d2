import { describe, expect, it } from 'vitest';
import type { BusParties } from '../../bench/harness/bus-parties.ts';
import { startRole } from '../../bench/harness/conductor.ts';
import type { ClumsyRole } from './clumsy-role.ts';

describe('processes of a bench', () => {
  it('tell with their next answer of what went wrong in a handler, and go on hearing meanwhile', async () => {
    await using role = startRole<ClumsyRole>('../tests/bench/clumsy-role.ts');
    expect(await role.ask('hear', 'a word')).toBe(1);
    await expect(role.ask('hear', 'a word that is too long')).rejects.toThrow(/clumsy-role.ts failed: MishapError: 23 letters came$/);
    await expect(role.ask('hear', 'a word')).rejects.toThrow(/MishapError: 23 letters came/);
    await expect(role.ask('hear', 'another word that is too long')).rejects.toThrow(/23 letters came, and 1 more$/);
    // The handler was called each time: nobody was cut off by what it could not take.
    await expect(role.ask('count')).rejects.toThrow(/all 4 were heard/);
  });

  it('wait no longer for messages that do not come than they were told to', async () => {
    await using parties = startRole<BusParties>('harness/bus-parties.ts');
    await parties.ask('forget', 5);
    await expect(parties.ask('last', { withinMs: 50 })).rejects.toThrow(/NotHeardError: 0 of 5 messages were heard within 50 ms/);
    await parties.ask('forget', 0);
    expect(await parties.ask('last', { withinMs: 50 })).toBe(0);
  });
});
