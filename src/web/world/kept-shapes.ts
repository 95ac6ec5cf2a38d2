const KEY = 'manyhands.shapes';

/** Whether this person has collision shapes drawn in this browser. */
export const keptShapes = (): 'shown' | 'hidden' => (localStorage.getItem(KEY) === 'shown' ? 'shown' : 'hidden');

export const keepShapes = (shapes: 'shown' | 'hidden'): void => localStorage.setItem(KEY, shapes);
