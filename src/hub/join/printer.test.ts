import { describe, expect, it } from 'vitest';
import type { SessionEvent } from './event.ts';
import { humanPrinter, jsonPrinter } from './printer.ts';
import { done } from './session.ts';

function printed(print: (printer: ReturnType<typeof humanPrinter>) => void, lines: 'numbered' | 'plain' = 'plain'): string[] {
  const written: string[] = [];
  print(humanPrinter({ write: (text) => written.push(text), paint: (style, text) => `<${style}>${text}`, self: 'alice', lines }));
  return written;
}

const armed: SessionEvent = { event: 'entity', entity: 'r1', change: { kind: 'rearmed' } };
const failure = { command: 'go', line: 3, result: { status: 'failed', outcome: { kind: 'refused' }, text: 'refused: no' } } as const;

describe('for people', () => {
  it('tells what others do, and not what one did oneself', () => {
    const inserted = (owner: string): SessionEvent => ({ event: 'entity', entity: 'r1', change: { kind: 'inserted', owner } });
    const told = printed((printer) => {
      printer.event(inserted('alice'), 0);
      printer.event(inserted('bob'), 0);
    });
    expect(told).toEqual(['<dim>bob inserted r1']);
  });

  it('does not tell again what a command has said', () => {
    const own = printed((printer) => {
      printer.result({ command: 'rearm', line: 1, result: done('r1 is armed again') });
      printer.event(armed, 0);
    });
    expect(own).toEqual(['r1 is armed again']);
    expect(printed((printer) => printer.event(armed, 0))).toEqual(['<dim>r1 is armed again']);
  });

  it('says where in a script a failure is', () => {
    expect(printed((printer) => printer.result(failure))).toEqual(['<red>refused: no']);
    expect(printed((printer) => printer.result(failure), 'numbered')).toEqual(['<red>line 3: refused: no']);
  });

  it('writes a pose with its units', () => {
    const pose = { x: 1.5, y: -0.0001, z: 0, yawDeg: 90 };
    const event: SessionEvent = {
      event: 'pose',
      entity: 'r1',
      sharedMs: 1,
      worldMs: 1,
      pose,
      values: [0.5],
      owner: 'bob',
      epoch: 1,
      seq: 2,
      live: false,
      ageMs: null,
    };
    expect(printed((printer) => printer.event(event, 0))).toEqual(['r1           ( 1.500,  0.000) 90.0°  [0.500]  orphaned']);
  });
});

describe('for programs', () => {
  it('prints one JSON object a line', () => {
    const written: string[] = [];
    const printer = jsonPrinter((line) => written.push(line));
    printer.event(armed, 12.34567);
    printer.result(failure);
    expect(written.map((line) => JSON.parse(line))).toEqual([
      { sharedMs: 12.346, event: 'entity', entity: 'r1', change: { kind: 'rearmed' } },
      { event: 'result', command: 'go', line: 3, ok: false, outcome: { kind: 'refused' }, text: 'refused: no' },
    ]);
  });
});
