import { useEffect } from 'react';
import { explain } from '../../core/base/errors.ts';
import { isOwnKey, isTyping } from '../page/keys.ts';
import { STEP_MS } from './bottom-bar.tsx';
import type { Room } from './room.ts';
import { stopEveryRobot, stopRobot } from './room-actions.ts';

/** The keys of the world, but for driving. They are listed for people in page/keys.ts. */
export function useShortcuts(room: Room): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || isOwnKey(event)) return;
      if (document.querySelector('[role="dialog"]') !== null && event.key !== ' ') return;
      const isCommand = event.ctrlKey || event.metaKey;
      const deed = isCommand ? commandDeed(room, event) : event.altKey ? undefined : plainDeed(room, event);
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    // Before a dialog hears of it: once it has closed by the same key, the key would seem to be meant for the page.
    window.addEventListener('keydown', press, { capture: true });
    const letGo = (event: KeyboardEvent) => {
      const { entity, dof } = room.selection.get();
      if (entity !== undefined && dof !== undefined && event.key.toLowerCase() in JOGS) room.hands.pilot.jog(entity, dof, 0);
    };
    window.addEventListener('keyup', letGo);
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
      window.removeEventListener('keyup', letGo);
    };
  }, [room]);
}

/** Held keys that jog the selected joint, and which way. */
const JOGS: Readonly<Record<string, number>> = { q: -1, e: 1 };

type Deed = (() => void) | undefined;

function commandDeed(room: Room, { key, shiftKey }: KeyboardEvent): Deed {
  const { selected } = room;
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? () => room.redo() : () => room.undo();
    case 'y':
      return () => room.redo();
    case 's':
      return () => void room.save().catch((error: unknown) => room.report(`Not saved: ${explain(error)}`));
    case 'd':
      return selected && (() => void room.editing.duplicate(selected).then((copy) => room.select(copy), reporter(room)));
    default:
      return undefined;
  }
}

function plainDeed(room: Room, event: KeyboardEvent): Deed {
  const { selected } = room;
  switch (event.key) {
    case ' ':
      if (event.repeat) return undefined;
      if (event.shiftKey) return () => stopEveryRobot(room);
      // On a button the space bar presses it; on the row by which a robot was selected, it stops that.
      if (event.target instanceof HTMLButtonElement && event.target.ariaCurrent !== 'true') return undefined;
      return selected && (() => stopRobot(room, selected.id));
    case 'Escape':
      if (room.tool.get() === 'goal') return () => room.setTool('select');
      return () => (room.placed.get() ? room.place(undefined) : room.select(undefined));
    case 'Delete':
    case 'Backspace':
      return selected && (() => void room.editing.delete(selected).catch(reporter(room)));
    case 'Home':
      return () => room.scene.frame();
    case '+':
    case '=':
      return () => room.scene.zoom(0.8);
    case '-':
      return () => room.scene.zoom(1.25);
    default:
      return letterDeed(room, event.key.toLowerCase());
  }
}

function letterDeed(room: Room, key: string): Deed {
  const { selected, link } = room;
  switch (key) {
    case 'q':
    case 'e': {
      const { dof } = room.selection.get();
      return selected && dof !== undefined ? () => room.hands.pilot.jog(selected.id, dof, JOGS[key] ?? 0) : undefined;
    }
    case 'v':
      return () => room.setTool('select');
    case 'm':
      return () => room.setTool('move');
    case 'g':
      return room.canSend ? () => room.pointAtGoal('go') : undefined;
    case 'n':
      return () => room.isAdding.set(true);
    case 'b':
      return () => room.toggleShapes();
    case 'f':
      return selected && (() => room.scene.frame([selected.id]));
    case '1':
      return () => room.setCamera({ kind: 'orbit' });
    case '2':
      return selected && (() => room.setCamera({ kind: 'follow', entity: selected.id }));
    case '3':
      return () => room.setCamera({ kind: 'top' });
    case '4':
      return selected && (() => room.setCamera({ kind: 'entity', entity: selected.id }));
    case 'p': {
      const isPaused = link.time.get()?.rate === 0;
      return () => void link.changeTime(isPaused ? { kind: 'run', rate: 1 } : { kind: 'pause' }).catch(reporter(room));
    }
    case '.':
      return () => void link.changeTime({ kind: 'step', stepMs: STEP_MS }).catch(reporter(room));
    default:
      return undefined;
  }
}

const reporter = (room: Room) => (error: unknown) => room.report(explain(error));
