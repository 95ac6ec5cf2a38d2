/** Every key that does something, for the list behind `?`. */
export interface KeyEntry {
  readonly keys: string;
  readonly deed: string;
}

export interface KeySection {
  readonly title: string;
  readonly place: 'everywhere' | 'lobby' | 'world' | 'monitor';
  readonly entries: readonly KeyEntry[];
}

const isApple = typeof navigator !== 'undefined' && navigator.userAgent.includes('Mac');
export const COMMAND: string = isApple ? '⌘' : 'Ctrl';

export const KEYS: readonly KeySection[] = [
  {
    title: 'Stop and drive',
    place: 'world',
    entries: [
      { keys: 'Shift Space', deed: 'Stop every robot' },
      { keys: 'Space', deed: 'Stop the selected robot' },
      { keys: 'W A S D', deed: 'Drive the selected robot while held; arrows do the same' },
      { keys: 'Q E', deed: 'Jog the selected joint while held' },
      { keys: 'G', deed: 'Say where the selected robot goes: press its place, drag for its heading' },
      { keys: 'Shift', deed: 'Slowly, while driving' },
    ],
  },
  {
    title: 'Look',
    place: 'world',
    entries: [
      { keys: '1 2 3 4', deed: 'Orbit, follow, top view, through its eyes' },
      { keys: 'F', deed: 'Bring the selected thing into view' },
      { keys: 'Home', deed: 'Bring everything into view' },
      { keys: '+ −', deed: 'Nearer, farther' },
      { keys: 'B', deed: 'Show collision shapes, or hide them' },
    ],
  },
  {
    title: 'Change',
    place: 'world',
    entries: [
      { keys: 'N', deed: 'Add from the catalog' },
      { keys: 'M', deed: 'Move the selected thing; V goes back to selecting' },
      { keys: 'Delete', deed: 'Delete the selected thing' },
      { keys: `${COMMAND} D`, deed: 'Duplicate it' },
      { keys: `${COMMAND} Z`, deed: 'Undo insert, move and delete' },
      { keys: `${COMMAND} Shift Z`, deed: 'Do it again' },
      { keys: `${COMMAND} S`, deed: 'Save the world' },
    ],
  },
  {
    title: 'Time',
    place: 'world',
    entries: [
      { keys: 'P', deed: 'Pause and run' },
      { keys: '.', deed: 'One step of 100 ms' },
    ],
  },
  {
    title: 'Stop and send',
    place: 'monitor',
    entries: [
      { keys: 'Shift Space', deed: 'Stop every robot' },
      { keys: 'Space', deed: 'Stop the selected robot' },
      { keys: 'G', deed: 'Say where the selected robot goes: press its place, drag for its heading' },
    ],
  },
  {
    title: 'Look',
    place: 'monitor',
    entries: [
      { keys: '← → ↑ ↓', deed: 'Move the map, when it has the focus' },
      { keys: '+ −', deed: 'Nearer, farther' },
      { keys: 'Home', deed: 'All of it' },
      { keys: 'PageUp PageDown', deed: 'The floor above, the floor below' },
      { keys: 'B', deed: 'The whole building' },
      { keys: 'F', deed: 'Follow the selected robot, or let it go' },
      { keys: 'O', deed: 'Open the 3D view at the selected robot' },
      { keys: 'W', deed: 'For a wall: large, without what is around the map; and back' },
    ],
  },
  {
    title: 'Everywhere',
    place: 'everywhere',
    entries: [
      { keys: '/', deed: 'Search' },
      { keys: '?', deed: 'These keys' },
      { keys: 'Esc', deed: 'Close, put nothing down, or select nothing' },
    ],
  },
];

/** Whether a key belongs to what is being typed into, and not to the page. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement
    ? target.type !== 'range'
    : target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Whether a key does something else where it was pressed: rows that can be removed, and taken back, are no robots. */
export const isOwnKey = ({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('[data-own-keys]') !== null &&
  (ctrlKey || metaKey ? /^[yz]$/i.test(key) : key === 'Delete' || key === 'Backspace' || key === 'Escape');
