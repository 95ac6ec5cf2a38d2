import { type Axes, CENTRED, sum } from './axes.ts';
import { Gamepads } from './gamepad.ts';
import { GamepadMappings } from './gamepad-mappings.ts';
import type { Keyboard } from './keyboard.ts';
import type { DriveSource, Pilot } from './pilot.ts';

/** Of all pads that are plugged in, by the mapping of each. Read when it is asked for: the Gamepad API has no events for axes. */
export class PadSource implements DriveSource {
  readonly mappings: GamepadMappings;
  readonly #gamepads = new Gamepads();

  constructor(storage: Storage) {
    this.mappings = new GamepadMappings(storage);
  }

  get axes(): Axes {
    const pads = navigator.getGamepads().filter((pad) => pad?.connected);
    if (pads.length === 0) return CENTRED;
    return sum(pads.map((pad) => (pad ? this.#gamepads.read(pad, this.mappings.get(pad.id)) : CENTRED)));
  }

  forget(): void {
    this.#gamepads.forget();
  }
}

/** Whoever types, or moves a slider with the arrow keys, does not drive. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role=slider]'));

/** The driving keys of a window, while it has the focus and nobody types. */
export function listenToKeys(keyboard: Keyboard, from: Window = window): Disposable {
  const down = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (keyboard.press(event.code) && event.code.startsWith('Arrow')) event.preventDefault();
  };
  const up = (event: KeyboardEvent) => keyboard.release(event.code);
  from.addEventListener('keydown', down);
  from.addEventListener('keyup', up);
  return {
    [Symbol.dispose]() {
      from.removeEventListener('keydown', down);
      from.removeEventListener('keyup', up);
    },
  };
}

/** As often as a screen is drawn, but by a timer: where the view can be drawn only twice a second, one must still be able to drive. */
const STEP_MS = 16;
/** After a step that came so late, keys that were let go of and a focus that was lost may still wait to be heard of. */
const LATE_MS = 200;

/** Runs a pilot, and lets go of everything when the window loses the focus, is hidden or goes. */
export function runPilot(pilot: Pilot): Disposable {
  let steppedMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const isLate = nowMs - steppedMs > LATE_MS;
    steppedMs = nowMs;
    if (!isLate && document.visibilityState === 'visible') pilot.frame(nowMs);
  }, STEP_MS);
  const letGo = () => pilot.letGo();
  const hidden = () => {
    if (document.visibilityState === 'hidden') pilot.letGo();
  };
  window.addEventListener('blur', letGo);
  window.addEventListener('pagehide', letGo);
  document.addEventListener('freeze', letGo);
  document.addEventListener('visibilitychange', hidden);
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      window.removeEventListener('blur', letGo);
      window.removeEventListener('pagehide', letGo);
      document.removeEventListener('freeze', letGo);
      document.removeEventListener('visibilitychange', hidden);
      pilot[Symbol.dispose]();
    },
  };
}
