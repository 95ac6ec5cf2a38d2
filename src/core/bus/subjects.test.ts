import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buckets, covers, isPattern, isSubject, laneOf, matches, subjects } from './subjects.ts';
import { Subscriptions } from './subscriptions.ts';

const token = fc.constantFrom('a', 'b', 'c');
const subject = fc.array(token, { minLength: 1, maxLength: 5 }).map((tokens) => tokens.join('.'));
const pattern = fc
  .tuple(fc.array(fc.oneof(token, fc.constant('*')), { maxLength: 4 }), fc.constantFrom('', '>', '*', 'a'))
  .map(([tokens, last]) => [...tokens, ...(last === '' && tokens.length > 0 ? [] : [last || '>'])].join('.'));

/** What a pattern means, said as slowly and plainly as possible. */
function means([wanted, ...laterWanted]: string[], [present, ...laterPresent]: string[]): boolean {
  if (wanted === undefined) return present === undefined;
  if (present === undefined) return false;
  if (wanted === '>') return true;
  return (wanted === '*' || wanted === present) && means(laterWanted, laterPresent);
}

describe('subjects', () => {
  it('[B4] match patterns as a plain model says', () => {
    fc.assert(
      fc.property(pattern, subject, (wanted, present) => {
        expect(isPattern(wanted)).toBe(true);
        expect(matches(wanted, present)).toBe(means(wanted.split('.'), present.split('.')));
      }),
      { numRuns: 5000 },
    );
  });

  it('[B4] are found in the index by the patterns that match, while subscriptions come and go', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('subscribe' as const), pattern }),
      fc.record({ kind: fc.constant('unsubscribe' as const), index: fc.nat({ max: 20 }) }),
      fc.record({ kind: fc.constant('find' as const), subject }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const index = new Subscriptions<{ pattern: string }>();
        const model: { pattern: string }[] = [];
        for (const step of steps) {
          if (step.kind === 'subscribe') {
            const subscription = { pattern: step.pattern };
            model.push(subscription);
            index.add(subscription);
          } else if (step.kind === 'unsubscribe') {
            for (const subscription of model.splice(step.index, 1)) index.delete(subscription);
          } else {
            const expected = model.filter((subscription) => matches(subscription.pattern, step.subject));
            expect(new Set(index.matching(step.subject))).toEqual(new Set(expected));
            expect(index.matching(step.subject)).toHaveLength(expected.length);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('[B3] are still found when more were used than the index remembers', () => {
    const index = new Subscriptions<{ pattern: string }>();
    const subscription = { pattern: 'a.*' };
    index.add(subscription);
    for (let i = 0; i < 25_000; i++) expect(index.matching(`a.${i}`)).toEqual([subscription]);
    index.delete(subscription);
    for (let i = 0; i < 25_000; i++) expect(index.matching(`a.${i}`)).toEqual([]);
  });

  it('[B11] of a narrower pattern match the wider one that covers it', () => {
    fc.assert(
      fc.property(pattern, pattern, subject, (wide, narrow, said) => {
        if (covers(wide, narrow) && matches(narrow, said)) expect(matches(wide, said)).toBe(true);
      }),
    );
    expect(covers(subjects.allStates('w'), subjects.statesOfRegion('w', 'f0_1_2'))).toBe(true);
    expect(covers('a.>', 'a.*')).toBe(true);
    expect(['a.*', 'a.b', 'a.*.>', 'a'].filter((wide) => covers(wide, 'a.>'))).toEqual([]);
    expect(covers(subjects.statesOfRegion('w', 'f0_1_2'), subjects.allStates('w'))).toBe(false);
  });

  it('[B11] of a world are valid, and so are its patterns and bucket names', () => {
    expect(isSubject(subjects.state('w', 'floor-1', 'puma'))).toBe(true);
    expect(isPattern(subjects.statesOfRegion('w', 'floor-1'))).toBe(true);
    expect(matches(subjects.statesOfRegion('w', 'floor-1'), subjects.state('w', 'floor-1', 'puma'))).toBe(true);
    expect(matches(subjects.allStates('w'), subjects.command('w', 'puma'))).toBe(false);
    for (const name of Object.values(buckets)) expect(isSubject(name('w'))).toBe(true);
  });

  it('belong to lanes that do not wait for each other', () => {
    expect([
      laneOf(subjects.state('w', 'floor-1', 'puma')),
      laneOf(subjects.camera('w', 'cam-1')),
      laneOf(subjects.command('w', 'puma')),
      laneOf(subjects.urgent('w', 'puma')),
      laneOf(subjects.avatar('w', 'ann')),
      laneOf(subjects.variable('w', 'lab.lamp')),
    ]).toEqual(['state', 'video', 'command', 'control', 'state', 'state']);
  });
});

describe('buckets', () => {
  it('are named as no subject that anybody listens to: on NATS their records are messages below their name', () => {
    const listened = [
      subjects.variable('w', '>'),
      subjects.allBeats('w'),
      subjects.avatar('w', '*'),
      subjects.command('w', '*'),
      subjects.camera('w', '*'),
    ];
    for (const bucket of Object.values(buckets)) {
      for (const pattern of listened) expect(matches(pattern, `${bucket('w')}.key`)).toBe(false);
    }
  });
});
