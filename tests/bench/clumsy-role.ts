/** A process of a bench in which something goes wrong where nobody can be told: in a handler on a bus. */
import { noteMishap } from '../../bench/harness/mishaps.ts';
import { serveRole } from '../../bench/harness/role.ts';
import { EmbeddedBackbone } from '../../src/core/bus/embedded.ts';
import { systemClock } from '../../src/platform/system-clock.ts';

const MOST_LETTERS = 10;

const backbone = new EmbeddedBackbone({ clock: systemClock, defer: queueMicrotask, report: noteMishap });
const [speaker, listener] = [backbone.connect('speaker'), backbone.connect('listener')];
let heard = 0;
listener.subscribe('words', ({ payload }) => {
  heard++;
  if (payload.length > MOST_LETTERS) noteMishap(new RangeError(`${payload.length} letters came`));
});

const handlers = {
  async hear(word: string): Promise<number> {
    const before = heard;
    speaker.publish('words', new TextEncoder().encode(word));
    while (heard === before) await new Promise((resolve) => setTimeout(resolve, 1));
    return heard;
  },

  count(): never {
    throw new Error(`all ${heard} were heard`);
  },
};
export type ClumsyRole = typeof handlers;

serveRole(handlers);
