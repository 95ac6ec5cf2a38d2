import { describe, expect, it } from 'vitest';
import { COMMON_WHEEL, Gamepads, type PadReading, STANDARD_STICK } from './gamepad.ts';
import { GamepadMappings } from './gamepad-mappings.ts';
import { Keyboard } from './keyboard.ts';
import { TouchStick } from './touch-stick.ts';

describe('the keyboard', () => {
  it('[V1] drives while keys are down, by their place', () => {
    const keyboard = new Keyboard();
    expect(keyboard.press('KeyW')).toBe(true);
    expect(keyboard.press('ArrowLeft')).toBe(true);
    expect(keyboard.axes).toEqual({ forward: 1, left: 1 });
    keyboard.release('KeyW');
    expect(keyboard.axes).toEqual({ forward: 0, left: 1 });
    expect(keyboard.press('KeyQ')).toBe(false);
  });

  it('[V6] counts two keys of one direction once, and cancels two that pull apart', () => {
    const keyboard = new Keyboard();
    for (const code of ['KeyW', 'ArrowUp']) keyboard.press(code);
    expect(keyboard.axes.forward).toBe(1);
    for (const code of ['KeyS', 'ArrowDown']) keyboard.press(code);
    expect(keyboard.axes.forward).toBe(0);
  });

  it('[V3] [V8] forgets what was down, Shift too', () => {
    const keyboard = new Keyboard();
    for (const code of ['KeyW', 'ShiftLeft']) keyboard.press(code);
    expect(keyboard.isSlow).toBe(true);
    keyboard.forget();
    expect(keyboard.axes).toEqual({ forward: 0, left: 0 });
    expect(keyboard.isSlow).toBe(false);
  });
});

const pad = (axes: number[], buttons: number[] = []): PadReading => ({ id: 'pad', axes, buttons: buttons.map((value) => ({ value })) });

describe('gamepads', () => {
  it('[V7] drive by the left stick: up is forward, left is left, a worn middle is at rest', () => {
    const gamepads = new Gamepads();
    expect(gamepads.read(pad([0.06, -0.07]), STANDARD_STICK)).toEqual({ forward: 0, left: 0 });
    expect(gamepads.read(pad([0, -1]), STANDARD_STICK).forward).toBe(1);
    const { left } = gamepads.read(pad([-1, 0]), STANDARD_STICK);
    expect(left).toBeCloseTo(1, 10);
  });

  it('[V11] count the pedals of a wheel as released until they are touched', () => {
    const gamepads = new Gamepads();
    const untouched = pad([-1, 0, 0, 0, 0, 0]);
    expect(gamepads.read(untouched, COMMON_WHEEL)).toEqual({ forward: 0, left: 0 });
    expect(gamepads.read(pad([0, 0, -1, 0, 0, 1]), COMMON_WHEEL).forward).toBe(1);
    expect(gamepads.read(pad([0, 0, 1, 0, 0, -1]), COMMON_WHEEL).forward).toBe(-1);
    gamepads.forget();
    expect(gamepads.read(untouched, COMMON_WHEEL)).toEqual({ forward: 0, left: 0 });
  });

  it('steer with the wheel only while the pedals drive, and as a car does when it goes back', () => {
    const gamepads = new Gamepads();
    expect(gamepads.read(pad([-1, 0, 1, 0, 0, 1]), COMMON_WHEEL)).toEqual({ forward: 0, left: 0 });
    expect(gamepads.read(pad([-1, 0, -1, 0, 0, 1]), COMMON_WHEEL).left).toBeCloseTo(1, 10);
    expect(gamepads.read(pad([-1, 0, 1, 0, 0, -1]), COMMON_WHEEL).left).toBeCloseTo(-1, 10);
  });

  it('read analog buttons as pedals', () => {
    const mapping = { ...COMMON_WHEEL, throttle: { kind: 'button', button: 7 }, brake: { kind: 'button', button: 6 } } as const;
    expect(new Gamepads().read(pad([0], [0, 0, 0, 0, 0, 0, 0, 1]), mapping).forward).toBe(1);
  });

  it('keep mappings by pad, and are not upset by what is no mapping', () => {
    const kept = new Map<string, string>();
    const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
    const mappings = new GamepadMappings(storage);
    expect(mappings.get('G29 Driving Force Racing Wheel')).toBe(COMMON_WHEEL);
    mappings.set('pad', { ...STANDARD_STICK, deadZone: 0.3 });
    expect(new GamepadMappings(storage).get('pad')).toEqual({ ...STANDARD_STICK, deadZone: 0.3 });
    mappings.reset('pad');
    expect(new GamepadMappings(storage).get('pad')).toBe(STANDARD_STICK);
    for (const key of kept.keys()) kept.set(key, '{"pad": {"kind": "stick"}}');
    expect(new GamepadMappings(storage).get('pad')).toBe(STANDARD_STICK);
  });
});

describe('the stick on the screen', () => {
  it('[V1] follows the first finger within its circle, and is centred when it lifts', () => {
    const stick = new TouchStick();
    stick.press(1, 0, -200, 94);
    expect(stick.knob.forward).toBe(1);
    stick.press(2, 94, 0, 94);
    stick.move(2, 94, 0, 94);
    expect(stick.knob.forward).toBe(1);
    stick.release(2);
    expect(stick.isHeld).toBe(true);
    stick.release(1);
    expect(stick.axes).toEqual({ forward: 0, left: 0 });
  });

  it('[V7] is at rest under a thumb that trembles', () => {
    const stick = new TouchStick();
    stick.press(1, 3, -4, 94);
    expect(stick.axes).toEqual({ forward: 0, left: 0 });
  });
});
