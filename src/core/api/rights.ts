import type { z } from 'zod';
import { explain, MalformedError } from '../base/errors.ts';
import { decodeJson, descriptionSchema, nonceSchema, ownershipSchema, worldTimeSchema } from './messages.ts';

/**
 * The table of rights: what a participant at a hub's door may say, hear, ask, answer and write (invariant I9). Whoever is on the bus itself (a
 * hub) is not asked. What is in no line of a table is refused.
 */

/** Who wants to do something. */
export interface Claimant {
  readonly id: string;
  readonly world: string;
  title(entity: string): Title;
}

/** What the ownership records say of a claimant and an entity. `former`: it owned it once and may not have heard that it does no more. */
export type Title = 'owner' | 'former' | 'none';

/** `drop`: it is not done. `close`: the claimant says that it is somebody else, or that something is its own which never was. */
export type Right = { readonly kind: 'allow' } | { readonly kind: 'drop' | 'close'; readonly reason: string };

const ALLOW: Right = { kind: 'allow' };
const drop = (reason: string): Right => ({ kind: 'drop', reason });
const close = (reason: string): Right => ({ kind: 'close', reason });

/** `target` is the last token of the subject: a participant, an entity, a camera. */
type Rule = (who: Claimant, target: string, payload: Uint8Array) => Right;

const anyone: Rule = () => ALLOW;
const asOneself: Rule = (who, target) => (target === who.id ? ALLOW : close(`${who.id} speaks for ${target}`));
const ofOneself: Rule = (who, target) => (target === who.id ? ALLOW : drop(`only ${target} may; you are ${who.id}`));
const ofOwned: Rule = (who, target) => (who.title(target) === 'owner' ? ALLOW : drop(`${who.id} does not own ${target}`));

/** An owner that was taken over while its link stalled has states under way still: those are dropped, and it learns that it is no owner. */
const asOwner: Rule = (who, target) =>
  who.title(target) === 'none' ? close(`${who.id} never owned ${target}`) : ofOwned(who, target, NO_BYTES);

/** The answer to a request for a hand-over comes when the record names the next owner already. */
const asPresentOrPastOwner: Rule = (who, target) => (who.title(target) === 'none' ? drop(`${who.id} does not own ${target}`) : ALLOW);

/** Nonces of held control: from the owner of the robot to whoever holds its stick. */
const asOwnerOfNonce: Rule = (who, _, payload) => checked(nonceSchema, payload, ({ entity }) => ofOwned(who, entity, payload));

const PUBLISH = new Map<string, Rule>([
  ['*.st.*', asOwner],
  ['cam.*', asOwner],
  ['hb.*', asOneself],
  ['av.*', asOneself],
  ['now.*', anyone],
  ['ctl.*', asOwnerOfNonce],
  ['chat', anyone],
]);

const REQUEST = new Map<string, Rule>([
  ['cmd.*', anyone],
  ['fix.*', anyone],
  ['clk', anyone],
  ['snap', anyone],
]);

const REPLY = new Map<string, Rule>([
  ['cmd.*', asPresentOrPastOwner],
  ['fix.*', ofOneself],
]);

const SUBSCRIBE = new Map<string, Rule>([
  ['*.st.*', anyone],
  ['*.inv.*', anyone],
  ['cam.*', anyone],
  ['hb.*', anyone],
  ['av.*', anyone],
  ['chat', anyone],
  ['ctl.*', ofOneself],
  ['fix.*', ofOneself],
  ['cmd.*', ofOwned],
  ['now.*', ofOwned],
]);

/** `value` undefined deletes the record. */
type SwapRule = (who: Claimant, key: string, value: Uint8Array | undefined) => Right;

const SWAP = new Map<string, SwapRule>([
  /** One takes for oneself, or gives away what one has. Removing an entity is everybody's right. */
  [
    'own',
    (who, key, value) => {
      if (value === undefined) return ALLOW;
      return checked(ownershipSchema, value, ({ owner }) =>
        owner === who.id || who.title(key) === 'owner' ? ALLOW : drop(`${who.id} cannot give ${key} to ${owner}: it is not its own`),
      );
    },
  ],
  ['ent', (_, __, value) => (value === undefined ? ALLOW : checked(descriptionSchema, value, () => ALLOW))],
  /** Whose clock leads and how the world is set up is for hubs. */
  [
    'time',
    (_, key, value) => {
      if (key !== 'time' || value === undefined) return drop(`only hubs change the record ${key}`);
      return checked(worldTimeSchema, value, () => ALLOW);
    },
  ],
]);

const NO_BYTES = new Uint8Array();

export const mayPublish = (who: Claimant, subject: string, payload: Uint8Array): Right =>
  judge(PUBLISH, 'publish on', who, subject, payload);
export const mayRequest = (who: Claimant, subject: string, payload: Uint8Array): Right => judge(REQUEST, 'ask', who, subject, payload);
export const mayReply = (who: Claimant, subject: string, payload: Uint8Array): Right => judge(REPLY, 'answer on', who, subject, payload);
export const maySubscribe = (who: Claimant, pattern: string): Right => judge(SUBSCRIBE, 'subscribe to', who, pattern, NO_BYTES);

export function mayRead(who: Claimant, bucket: string): Right {
  return ruleForBucket(who, bucket) ? ALLOW : drop(`no participant may read ${bucket}`);
}

export function maySwap(who: Claimant, bucket: string, key: string, value: Uint8Array | undefined): Right {
  return ruleForBucket(who, bucket)?.(who, key, value) ?? drop(`no participant may write ${bucket}`);
}

function judge(table: ReadonlyMap<string, Rule>, deed: string, who: Claimant, subject: string, payload: Uint8Array): Right {
  const tokens = subject.split('.');
  const rule = isOfWorld(who, tokens) ? table.get(lineOf(tokens)) : undefined;
  const target = tokens.at(-1) ?? '';
  // A last `>` would reach further than the line it stands in.
  return rule && target !== '>' ? rule(who, target, payload) : drop(`no participant of ${who.world} may ${deed} ${subject}`);
}

/** Which line of a table speaks of a subject or pattern. */
function lineOf([, , kind, last, ...rest]: readonly string[]): string {
  if (last === undefined) return kind ?? '';
  if (rest.length === 0) return `${kind}.*`;
  return (last === 'st' || last === 'inv') && rest.length === 1 ? `*.${last}.*` : '';
}

const isOfWorld = (who: Claimant, [version, world]: readonly string[]): boolean => version === 'v1' && world === who.world;

function ruleForBucket(who: Claimant, bucket: string): SwapRule | undefined {
  const tokens = bucket.split('.');
  return isOfWorld(who, tokens) && tokens.length === 3 ? SWAP.get(tokens[2] ?? '') : undefined;
}

function checked<S extends z.ZodType>(schema: S, bytes: Uint8Array, decide: (message: z.output<S>) => Right): Right {
  try {
    return decide(decodeJson(schema, bytes));
  } catch (error) {
    if (error instanceof MalformedError) return drop(explain(error));
    throw error;
  }
}
