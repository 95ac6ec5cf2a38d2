import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedError } from '../base/errors.ts';
import { ORIGIN } from '../base/pose.ts';
import { put } from '../host/bodies.contract.ts';
import { compileProgram, Machine } from '../programs/programs.ts';
import { puma560 } from '../robots/catalog/puma-560.ts';
import { type DeedState, type RunState, type WorkContent, withPrinted } from './run-state.ts';
import { isOver, RunningStage } from './running-stage.contract.ts';
import { decodeWork, encodeWork } from './work-codec.ts';

const count = fc.nat({ max: 1e9 });
const text = fc.string({ maxLength: 40 });
const orNone = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const filled = fc.string({ minLength: 1, maxLength: 20 });
const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const micro = fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 1e6);
const deed: fc.Arbitrary<DeedState | undefined> = fc.oneof(
  fc.constantFrom(undefined, { kind: 'done' as const }, { kind: 'journey' as const }),
  fc.record({ kind: fc.constant('failed' as const), reason: text }),
  fc.record({ kind: fc.constantFrom('grip' as const, 'release' as const), part: text, fingers: fc.boolean() }),
  fc.record({
    kind: fc.constant('motion' as const),
    from: fc.record({ x: micro, y: micro, z: micro, yaw: micro, values: fc.array(micro, { maxLength: 7 }) }),
    startedMs: count,
    doneMs: count,
  }),
);
const { program } = compileProgram('int i; i = 7; print(i);');
const machine = program && new Machine(program).state;
const content: fc.Arbitrary<WorkContent> = fc.record({
  flag: integer,
  past: orNone(
    fc.record({
      ...{ task: filled, generation: count, message: orNone(filled), startedMs: count, endedMs: orNone(count) },
      phase: fc.constantFrom('finished' as const, 'failed' as const, 'ended' as const),
    }),
  ),
  run: orNone(
    fc.record({
      id: filled,
      program: fc.record({ key: filled, pieces: fc.nat({ max: 16 }) }),
      task: orNone(filled),
      generation: count,
      phase: fc.constantFrom('running' as const, 'paused' as const, 'finished' as const, 'failed' as const, 'ended' as const),
      message: orNone(filled),
      startedMs: count,
      endedMs: orNone(count),
      breakpoints: fc.array(count, { maxLength: 100 }),
      isStepping: fc.boolean(),
      pausedAtStep: fc.integer({ min: -1, max: 1e9 }),
      machine: fc
        .record({
          memory: fc.array(integer, { maxLength: 50 }),
          steps: count,
          awaited: fc.option(fc.integer({ min: -1, max: 9 })),
          last: fc.option(fc.record({ number: count, line: count, deed: fc.record({ kind: fc.constant('print' as const), text }) })),
        })
        .map((some) => ({ ...machine, ...some })) as fc.Arbitrary<RunState['machine']>,
      deed,
      writes: fc.array(
        fc.record({ flag: fc.integer({ min: 1, max: 10 }), value: integer, orderMs: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
        { maxLength: 10 },
      ),
      printed: fc.array(fc.record({ number: count, line: count, text }), { maxLength: 20 }),
    }),
  ),
});

describe('what a program is, in bytes', () => {
  it('[RN3] comes back from them', () => {
    fc.assert(
      fc.property(content, (original) => {
        expect(decodeWork(encodeWork(original))).toEqual(original);
      }),
    );
  });

  it('[RN3] is refused with MalformedError and nothing else where it is none', () => {
    const decodes = (bytes: Uint8Array) => {
      try {
        decodeWork(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedError);
      }
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), decodes));
    const cut = fc.tuple(content, fc.nat(), fc.nat({ max: 255 })).map(([original, at, byte]) => {
      const bytes = encodeWork(original);
      bytes[at % bytes.length] = byte;
      return bytes.slice(0, bytes.length - (at % 3));
    });
    fc.assert(fc.property(cut, decodes));
  });

  it('[RN3] hurts nobody else where it makes no sense', async () => {
    const stage = new RunningStage();
    const owner = await stage.operator('owner', { isResident: true });
    const ann = await stage.operator('ann');
    await put(owner.actor, 'arm', puma560, ORIGIN);
    await put(ann.actor, 'bad', puma560, { ...ORIGIN, y: 5 });
    expect([ann.programs.runs.all, owner.programs.runs.all]).toEqual([[], []]);
    ann.actor.participant.perform('bad', { work: { bytes: new Uint8Array([9, 9]), isActive: true } });
    await stage.run(200);
    ann.actor.node.crash();
    await stage.start(owner, 'arm', 'wait(2500); print("fine");');
    expect(await stage.awaitRun(owner, 'arm', isOver)).toMatchObject({ phase: 'finished', printed: [{ text: 'fine' }] });
    const { work, isWorking } = owner.actor.see('bad');
    expect([work, isWorking]).toEqual([undefined, false]);
    expect(stage.reported.splice(0).every((error) => error instanceof MalformedError)).toBe(true);
  });

  it('[RN15] keeps the newest printed line, and as many before it as fit', () => {
    const long = { number: 2, line: 1, text: 'x'.repeat(400) };
    expect(withPrinted([{ number: 1, line: 1, text: 'short' }], long)).toEqual([long]);
    const many = Array.from({ length: 40 }, (_, at) => ({ number: at, line: 1, text: 'some words' }));
    const kept = many.reduce<ReturnType<typeof withPrinted>>((printed, line) => withPrinted(printed, line), []);
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.at(-1)?.number).toBe(39);
  });
});
