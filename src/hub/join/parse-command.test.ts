import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandLine, commandNames, grammar } from './grammar.ts';
import { parseCommand } from './parse-command.ts';

const quarter = Math.PI / 2;

const understood: [line: string, command: CommandLine][] = [
  ['list', { kind: 'list' }],
  ['  ls  # all of them', { kind: 'list' }],
  ['help move', { kind: 'help', about: 'move' }],
  ['remove r1', { kind: 'remove', entity: 'r1' }],
  ['move puma 0 90deg 2', { kind: 'move', entity: 'puma', dof: '0', to: { value: quarter, measures: 'angle' }, seconds: 2 }],
  [
    'assume puma 90deg,_,-.5,2cm 3',
    {
      kind: 'assume',
      entity: 'puma',
      values: [{ value: quarter, measures: 'angle' }, null, { value: -0.5, measures: undefined }, { value: 0.02, measures: 'length' }],
      seconds: 3,
    },
  ],
  [
    'move puma "wrist roll" -.5',
    { kind: 'move', entity: 'puma', dof: 'wrist roll', to: { value: -0.5, measures: undefined }, seconds: undefined },
  ],
  ['move lift 0 20cm', { kind: 'move', entity: 'lift', dof: '0', to: { value: 0.2, measures: 'length' }, seconds: undefined }],
  ['go r1 -1,2', { kind: 'go', entity: 'r1', to: { x: -1, y: 2, yawRad: undefined }, seconds: undefined }],
  ['go r1 1e1,-.5,90 3', { kind: 'go', entity: 'r1', to: { x: 10, y: -0.5, yawRad: quarter }, seconds: 3 }],
  ['drive r1 0.5 -30 2.5', { kind: 'drive', entity: 'r1', forwardMPerS: 0.5, turnDegPerS: -30, seconds: 2.5 }],
  ["stop all don't move", { kind: 'stop', entity: 'all', reason: "don't move" }],
  ['stop r1', { kind: 'stop', entity: 'r1', reason: 'stopped by hand' }],
  ['lease r1 grant bob', { kind: 'lease', entity: 'r1', request: { kind: 'grant', to: 'bob' } }],
  ['lease r1 force class begins', { kind: 'lease', entity: 'r1', request: { kind: 'force', reason: 'class begins' } }],
  ['chat  Hello,  "world" #1', { kind: 'chat', text: 'Hello,  "world" #1' }],
  ['wait-for r1 owner bob 5', { kind: 'wait-for', entity: 'r1', condition: { kind: 'owner', who: 'bob' }, seconds: 5 }],
  [
    'wait-for r1 at 1,2',
    { kind: 'wait-for', entity: 'r1', condition: { kind: 'at', place: { x: 1, y: 2, yawRad: undefined } }, seconds: 10 },
  ],
  ['quit', { kind: 'leave' }],
  [
    "insert --static 'Big table' --at 1,2,90 --id t1",
    {
      kind: 'insert',
      name: 'Big table',
      model: 'box',
      at: { x: 1, y: 2, yawRad: quarter },
      dofs: undefined,
      hosts: undefined,
      id: 't1',
      isStatic: true,
    },
  ],
];

const refused: [line: string, column: number, message: string][] = [
  ['lst', 1, 'did you mean list?'],
  ['  - mvoe r1', 5, 'did you mean move?'],
  ['xyzzy', 1, 'type help'],
  ['remove', 7, 'ID is missing'],
  ['remove R1', 8, '"R1" is no id'],
  ['remove r1 r2', 11, 'one word too many'],
  ['move r1 0 fast', 11, 'VALUE is a number'],
  ['assume r1 1,fast', 11, 'VALUES are numbers'],
  ['move r1 0 90deg soon', 17, 'SECONDS is a number from 0 to 86400'],
  ['go r1 1', 7, 'a place is X,Y'],
  ['go r1 1,2,3,4', 7, 'a place is X,Y'],
  ['go r1 1,', 7, 'a place is X,Y'],
  ['lease r1 aks', 10, 'did you mean ask?'],
  ['lease r1 grant', 15, 'WHO is missing'],
  ['insert Table --clever', 14, 'there is no option --clever'],
  ['insert --at', 8, '--at needs a value'],
  ['insert Table --at here', 19, 'a place is X,Y'],
  ["insert 'Big table", 8, 'a quote is not closed'],
  ['watch all 1000', 11, 'HZ is a number from 0.1 to 100'],
];

describe('parseCommand', () => {
  it.each(understood)('understands %j', (line, command) => {
    expect(parseCommand(line)).toEqual({ kind: 'command', command, failure: 'matters' });
  });

  it.each(refused)('refuses %j at column %i: %s', (line, column, message) => {
    const parsed = parseCommand(line);
    expect(parsed).toMatchObject({ kind: 'wrong', diagnostic: { column, message: expect.stringContaining(message) } });
  });

  it.each(['', '   ', '# a comment', '-'])('finds nothing in %j', (line) => {
    expect(parseCommand(line)).toEqual({ kind: 'nothing' });
  });

  it('notes that a failure does not matter', () => {
    expect(parseCommand('-remove r1')).toMatchObject({ command: { kind: 'remove' }, failure: 'ignored' });
    expect(parseCommand(' - remove')).toMatchObject({ kind: 'wrong', failure: 'ignored' });
  });

  it.each(commandNames.filter((name) => 'example' in grammar[name]))('understands its own example of %s', (name) => {
    const { example } = grammar[name] as { example?: string };
    expect(parseCommand(example ?? '')).toMatchObject({ kind: 'command', command: { kind: name } });
  });

  it('never throws, and points into the line, whatever is typed', () => {
    const words = fc.oneof(fc.string(), fc.constantFrom('--at', '--id', '-', '"', "'", '#', 'all', '1,2', '90deg', '1e999', '--'));
    const lines = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.tuple(fc.constantFrom(...commandNames), fc.array(words)).map(([name, rest]) => [name, ...rest].join(' ')),
    );
    fc.assert(
      fc.property(lines, (line) => {
        const parsed = parseCommand(line);
        if (parsed.kind !== 'wrong') return;
        expect(parsed.diagnostic.column).toBeGreaterThanOrEqual(1);
        expect(parsed.diagnostic.column).toBeLessThanOrEqual(line.length + 1);
      }),
      { numRuns: 2000 },
    );
  });
});
