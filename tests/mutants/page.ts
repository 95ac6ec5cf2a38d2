import type { Edit, Mutant } from './mutant.ts';

const LAYOUT = { file: 'src/web/panels/layout-code.test.ts', title: 'any layout survives the way through an address' };
const PANELS = 'src/web/panels';
const GLIDES_TEST = `${PANELS}/inspector/glides.test.ts`;
const WHY_NOT_TEST = `${PANELS}/pendant/why-not.test.ts`;

const inGlides = (symbol: string, find: string, replace: string): Edit => ({
  ...{ file: `${PANELS}/inspector/glides.ts`, symbol, find, replace },
});
const inReasons = (find: string, replace: string): Edit => ({ file: `${PANELS}/pendant/why-not.ts`, symbol: 'whyNotMoved', find, replace });

/** Faults in what the page shows and asks for. */
export const PAGE: readonly Mutant[] = [
  {
    name: 'layout-sent-as-latin',
    about: 'a layout in an address keeps half of each letter that is not Latin',
    edits: [
      {
        file: `${PANELS}/layout-code.ts`,
        symbol: 'encodeLayout',
        find: 'textToBytes(JSON.stringify(layout))',
        replace: '[...JSON.stringify(layout)].map((letter) => letter.charCodeAt(0) & 255)',
      },
    ],
    killedBy: LAYOUT,
  },
  {
    name: 'layout-read-as-latin',
    about: 'a layout from an address is read letter by byte',
    edits: [
      {
        file: `${PANELS}/layout-code.ts`,
        symbol: 'decodeLayout',
        find: 'bytesToText(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))',
        replace: 'text',
      },
    ],
    killedBy: LAYOUT,
  },
  {
    name: 'layout-not-for-addresses',
    about: 'a layout in an address has a slash',
    edits: [{ file: `${PANELS}/layout-code.ts`, symbol: 'encodeLayout', find: ".replaceAll('/', '_')", replace: '' }],
    killedBy: LAYOUT,
  },
  {
    name: 'link-measured-by-the-other-hub',
    about: 'the way between two hubs is told as the wrong one of them measured it',
    edits: [
      {
        file: `${PANELS}/cluster/cluster-facts.ts`,
        symbol: 'roundTripOf',
        find: 'hubs.find(({ hub }) => hub === from)?.figures?.links.find(({ hub }) => hub === to)',
        replace: 'hubs.find(({ hub }) => hub === to)?.figures?.links.find(({ hub }) => hub === from)',
      },
    ],
    killedBy: { file: `${PANELS}/cluster/cluster-facts.test.ts`, title: 'is as the first of them measured it' },
  },
  {
    name: 'cluster-never-stale',
    about: 'what the own hub told long ago is shown as if it were new',
    edits: [
      {
        file: `${PANELS}/cluster/cluster-facts.ts`,
        symbol: 'isStale',
        find: 'nowMs - heardMs > STALE_MS',
        replace: 'heardMs - nowMs > STALE_MS',
      },
    ],
    killedBy: { file: `${PANELS}/cluster/cluster-facts.test.ts`, title: 'is stale when it is older than 5 s' },
  },
  {
    name: 'full-hub-looks-fine',
    about: 'a hub with no room left is shown as fine',
    edits: [
      {
        file: `${PANELS}/cluster/hub-levels.ts`,
        symbol: 'levelsOf',
        find: 'participants >= room',
        replace: 'participants > room',
      },
    ],
    killedBy: { file: `${PANELS}/cluster/hub-levels.test.ts`, title: 'with {"participants":10}' },
  },
  {
    name: 'slider-queues-old-places',
    about: 'a slider sends the first place it was put to, and forgets the newest',
    edits: [
      inGlides(
        'Glides.wish',
        'this.#waiting.set(dof, { to, speedPerS });',
        'if (!this.#waiting.has(dof)) this.#waiting.set(dof, { to, speedPerS });',
      ),
    ],
    killedBy: { file: GLIDES_TEST, title: 'send the newest place of each joint alone' },
  },
  {
    name: 'slider-goes-on-after-refusal',
    about: 'what waited behind a refused motion is sent all the same',
    edits: [inGlides('Glides.#work', 'next && failure === undefined', 'next')],
    killedBy: { file: GLIDES_TEST, title: 'send nothing that waited behind a refusal' },
  },
  {
    name: 'slider-keeps-refused-places',
    about: 'what waited behind a refused motion is sent with the next one',
    edits: [inGlides('Glides.#work', 'this.#waiting.clear();', '')],
    killedBy: { file: GLIDES_TEST, title: 'send nothing that waited behind a refusal' },
  },
  {
    name: 'typed-beyond-the-joint',
    about: 'a joint is sent beyond where it reaches',
    edits: [
      {
        file: `${PANELS}/inspector/dof-target.ts`,
        symbol: 'targetOf',
        find: 'Math.min(high, Math.max(low, to))',
        replace: 'Math.max(low, to)',
      },
    ],
    killedBy: { file: `${PANELS}/inspector/dof-target.test.ts`, title: 'is where it reaches' },
  },
  {
    name: 'slider-ignores-the-limit',
    about: 'a joint is sent at its full speed, whatever limit was chosen',
    edits: [
      {
        file: `${PANELS}/inspector/dof-target.ts`,
        symbol: 'targetOf',
        find: 'speedPerS * speedLimit',
        replace: 'speedPerS * Math.max(1, speedLimit)',
      },
    ],
    killedBy: { file: `${PANELS}/inspector/dof-target.test.ts`, title: 'is where it reaches' },
  },
  {
    name: 'typed-degrees-are-radians',
    about: 'what is typed for a joint that turns is taken for thousandths of a radian',
    edits: [
      {
        file: `${PANELS}/inspector/dof-target.ts`,
        symbol: 'typedValue',
        find: "kind === 'rotation'",
        replace: "kind !== 'rotation'",
      },
    ],
    killedBy: { file: `${PANELS}/inspector/dof-target.test.ts`, title: 'is typed in degrees' },
  },
  {
    name: 'pendant-moves-what-others-have',
    about: 'the pendant offers to move a robot that somebody else has, once it was asked for',
    edits: [inReasons("lease.kind !== 'free' && lease.kind !== 'mine'", "lease.kind === 'theirs'")],
    killedBy: { file: WHY_NOT_TEST, title: 'Kenji has Puma in hand' },
  },
  {
    name: 'pendant-ignores-stop',
    about: 'the pendant offers to move a stopped robot of which one has the lease',
    edits: [inReasons('if (stop)', "if (stop && lease.kind !== 'mine')")],
    killedBy: { file: WHY_NOT_TEST, title: 'was stopped by somebody' },
  },
  {
    name: 'pendant-open-to-viewers',
    about: 'the pendant offers those who may only look to move a robot',
    edits: [inReasons('if (!mayOperate)', 'if (!mayOperate && !isConnected)')],
    killedBy: { file: WHY_NOT_TEST, title: 'Your link lets you look only' },
  },
  {
    name: 'jog-outlives-blur',
    about: 'a jog button whose finger nobody saw go up holds the robot for good',
    edits: [{ file: 'src/web/driving/pilot.ts', symbol: 'Pilot.letGo', find: 'robot.jogs.clear();', replace: '' }],
    killedBy: { file: 'src/web/driving/pilot.test.ts', title: '[V3] forgets a jog button' },
  },
  {
    name: 'chat-loses-lines',
    about: 'two lines of one person within some seconds count as the same',
    edits: [{ file: `${PANELS}/chat/chat-lines.ts`, symbol: 'chatEntries', find: 'other.text === line.text &&', replace: '' }],
    killedBy: { file: `${PANELS}/chat/chat-lines.test.ts`, title: 'keeps all that one person said' },
  },
  {
    name: 'redo-of-what-is-gone',
    about: 'an edit of something that somebody has removed can be done again',
    edits: [
      {
        file: 'src/web/world/edits/edits.ts',
        symbol: 'withoutEntity',
        find: 'undone: undone.filter((edit) => edit.entity !== entity)',
        replace: 'undone',
      },
    ],
    killedBy: { file: 'src/web/world/edits/edits.test.ts', title: 'of what is gone are dropped' },
  },
  {
    name: 'stick-and-button-add-up',
    about: 'a joint that is held by a stick and by a button goes faster than it may',
    edits: [
      {
        file: 'src/web/driving/drive-profile.ts',
        symbol: 'positionOf',
        find: 'Math.max(-1, Math.min(1, value))',
        replace: 'value',
      },
    ],
    killedBy: { file: 'src/web/driving/pilot.test.ts', title: '[V10] drives several robots' },
  },
  {
    name: 'old-places-in-frames-lost',
    about: 'frames grow each time that an entity gets another number of values',
    edits: [{ file: 'src/web/link/slots.ts', symbol: 'Slots.give', find: 'if (known) this.free(entity);', replace: '' }],
    killedBy: { file: 'src/web/link/slots.test.ts', title: 'give an entity that has another number of values' },
  },
  {
    name: 'new-entity-at-origin',
    about: 'panels show an entity at the origin until the next frame',
    edits: [
      {
        file: 'src/web/world/samples.ts',
        symbol: 'Samples.pose',
        find: 'if (at + NUMBERS_PER_POSE > this.#poses.length) return description.initial.pose;',
        replace: '',
      },
    ],
    killedBy: { file: 'src/web/world/samples.test.ts', title: 'has what came into the world after the last frame' },
  },
];
