import { describe, expect, it } from 'vitest';
import type { EdlDocument, EdlMember } from '../../../core/maps/maps.ts';
import { changed, changesOf, deedAt, figuresOf, type Situation } from './deed.ts';
import { gridStepCm, scaleBarCm } from './grid.ts';
import { newMember } from './new-member.ts';
import { turnHandlePx } from './paint-overlay.ts';
import { Viewport } from './viewport.ts';

const wall: EdlMember = { kind: 'WALL', number: 1, xCm: 500, yCm: 300, thetaDeg: 90, longCm: 400 };
const corridor: EdlMember = { kind: 'CORRIDOR', number: 2, xCm: 200, yCm: 300, thetaDeg: 0, longCm: 300, wideCm: 100 };
const door: EdlMember = { kind: 'DOOR', number: 3, xCm: 500, yCm: 400, thetaDeg: 0, wideCm: 100 };
const document: EdlDocument = { lengthCm: 1000, widthCm: 600, members: [wall, corridor, door] };
/** A pixel is a centimetre; y is counted down from 600. */
const view = new Viewport(1, [0, 600]);
const situation: Situation = { document, view, selected: undefined, stepCm: 10, tool: 'select', access: 'write', reachPx: 9 };

describe('a hand on the drawing', () => {
  it('moves what it presses on, by the grid', () => {
    expect(deedAt([503, 200], situation)).toMatchObject({ kind: 'move', member: 2 });
    const onWall = deedAt([503, 450], situation);
    expect(onWall).toMatchObject({ kind: 'move', member: 0 });
    expect(changesOf(onWall, [557, 450], situation)).toEqual([{ kind: 'set', member: 0, attribute: 'x', value: 550 }]);
  });

  it('shifts the picture where nothing is, and over a corridor that is not selected', () => {
    expect(deedAt([900, 100], situation).kind).toBe('pan');
    expect(deedAt([200, 300], situation).kind).toBe('pan');
    expect(deedAt([200, 300], { ...situation, selected: 1 })).toMatchObject({ kind: 'move', member: 1 });
  });

  it('pulls the selected one at its grips, and turns it at its handle, by 15 degrees', () => {
    const selected = { ...situation, selected: 0 };
    const pull = deedAt([500, 102], selected);
    expect(pull).toMatchObject({ kind: 'pull', grip: 'to' });
    expect(changesOf(pull, [520, 52], selected)).toEqual([
      { kind: 'set', member: 0, attribute: 'y', value: 325 },
      { kind: 'set', member: 0, attribute: 'long', value: 450 },
    ]);
    const turn = deedAt(turnHandlePx(wall, view), selected);
    expect(turn.kind).toBe('turn');
    expect(changesOf(turn, [603, 205], selected)).toEqual([{ kind: 'set', member: 0, attribute: 'theta', value: 45 }]);
    const doorTurn = deedAt(turnHandlePx(door, view), { ...situation, selected: 2 });
    expect(changesOf(doorTurn, [400, 200], situation)).toEqual([{ kind: 'set', member: 2, attribute: 'theta', value: 90 }]);
  });

  it('changes nothing for who only reads, nor when the member is another by now', () => {
    const deed = deedAt([503, 450], situation);
    expect(changesOf(deed, [557, 450], { ...situation, access: 'read' })).toEqual([]);
    expect(changesOf(deed, [557, 450], { ...situation, document: { ...document, members: [corridor, wall] } })).toEqual([]);
    expect(deedAt([500, 102], { ...situation, selected: 0, access: 'read' }).kind).not.toBe('pull');
  });

  it('measures from the grid', () => {
    expect(deedAt([104, 497], { ...situation, tool: 'measure' })).toEqual({ kind: 'measure', from: [100, 100] });
  });

  it('shows a member as it would be, in figures', () => {
    const next = changed(corridor, [{ kind: 'set', member: 1, attribute: 'long', value: 350 }]);
    expect(next).toEqual({ ...corridor, longCm: 350 });
    expect(figuresOf(next)).toBe('x 200   y 300   0°   350 × 100 cm');
    expect(figuresOf({ kind: 'POINT', xCm: 1, yCm: 2, thetaDeg: 3 })).toBe('x 1   y 2   3°');
  });

  it('adds members of a usual size on the grid', () => {
    expect(newMember('DOOR', [123, 456], 25)).toEqual({ kind: 'DOOR', xCm: 125, yCm: 450, thetaDeg: 90, wideCm: 90 });
    expect(newMember('POINT', [12.4, 3.6], 0)).toMatchObject({ xCm: 12, yCm: 4 });
  });
});

describe('the grid', () => {
  it('is never too dense to see, and the scale is round', () => {
    expect(gridStepCm(10, 1)).toBe(10);
    expect(gridStepCm(10, 0.1)).toBe(100);
    expect(gridStepCm(0, 1)).toBe(50);
    expect([scaleBarCm(1), scaleBarCm(0.4), scaleBarCm(0.03)]).toEqual([100, 200, 2000]);
  });
});
