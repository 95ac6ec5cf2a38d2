import type { z } from 'zod';
import { explain, MalformedError } from '../base/errors.ts';
import {
  decodeJson,
  descriptionSchema,
  type EntityDescription,
  nonceSchema,
  ownershipSchema,
  urgentSchema,
  worldTimeSchema,
} from './messages.ts';
import { isAtLeast, type Role } from './roles.ts';
import { taskRecordSchema } from './tasks.ts';
import { floorWaysSchema, isElevatorKey, queueSchema } from './ways.ts';

/**
 * The table of rights: what a participant at a hub's door may say, hear, ask, answer and write (invariant I9), and which routes of a hub's HTTP side a
 * person may use. Each line names the least role. What is in no line is refused. Whoever is on the bus itself (a hub) is not asked.
 *
 * - A viewer watches, chats, is seen, and stops any robot: anyone may stop any robot at any time.
 * - An operator also commands, drives, inserts, removes, owns, changes world time, shares files, writes documents and saves. A lease is taken by force with a reason that all see.
 * - A teacher also makes, renames and deletes worlds, imports and deletes models, invites (up to the own role), revokes, and reads the audit.
 * - An administrator may do everything, such as invite for the whole hub.
 */

/** Who wants to do something. */
export interface Claimant {
  readonly id: string;
  readonly world: string;
  readonly role: Role;
  title(entity: string): Title;
  /** What the entity is, as far as the claimant's hub knows it. */
  description(entity: string): EntityDescription | undefined;
  readonly board: BoardRights;
}

/** What the declarations of the blackboard have against what a claimant wants; undefined: nothing, as far as its hub knows. */
export interface BoardRights {
  /** `variable`: its name, with dots. */
  objectionToValue(variable: string, payload: Uint8Array): string | undefined;
  /** `present` undefined: there is none yet; `next` undefined: it is to be deleted. */
  objectionToDeclaration(key: string, present: Uint8Array | undefined, next: Uint8Array | undefined): string | undefined;
}

/** What the ownership records say of a claimant and an entity. `former`: it owned it once and may not have heard that it does no more. */
export type Title = 'owner' | 'former' | 'none';

/** `drop`: it is not done. `close`: the claimant says that it is somebody else, or that something is its own which never was. */
export type Right = { readonly kind: 'allow' } | { readonly kind: 'drop' | 'close'; readonly reason: string };

const ALLOW: Right = { kind: 'allow' };
const drop = (reason: string): Right => ({ kind: 'drop', reason });
const close = (reason: string): Right => ({ kind: 'close', reason });
const allowUnless = (objection: string | undefined): Right => (objection === undefined ? ALLOW : drop(objection));

/** `target` is the last token of the subject (a participant, an entity, a camera), of the blackboard the whole name. */
type Rule = (who: Claimant, target: string, payload: Uint8Array) => Right;

const anyone: Rule = () => ALLOW;
const asOneself: Rule = (who, target) => (target === who.id ? ALLOW : close(`${who.id} speaks for ${target}`));
const ofOneself: Rule = (who, target) => (target === who.id ? ALLOW : drop(`only ${target} may; you are ${who.id}`));
/** Whether a line is only about the claimant's own id, whatever it owns. */
export const concernsOneself = (rule: Rule): boolean => rule === asOneself || rule === ofOneself;

const ofOwned: Rule = (who, target) => (who.title(target) === 'owner' ? ALLOW : drop(`${who.id} does not own ${target}`));

/** An owner that was taken over while its link stalled has states under way still: those are dropped, and it learns that it is no owner. */
const asOwner: Rule = (who, target) =>
  who.title(target) === 'none' ? close(`${who.id} never owned ${target}`) : ofOwned(who, target, NO_BYTES);

/** The answer to a request for a hand-over comes when the record names the next owner already. */
const asPresentOrPastOwner: Rule = (who, target) => (who.title(target) === 'none' ? drop(`${who.id} does not own ${target}`) : ALLOW);

/** Nonces of held control: from the owner of the robot to whoever holds its stick. */
const asOwnerOfNonce: Rule = (who, _, payload) => checked(nonceSchema, payload, ({ entity }) => ofOwned(who, entity, payload));

/** What the sensors of a robot say, and what it knows, is for who owns it to write. */
const OF_ROBOTS = ['sensors', 'knowledge'];
const isOfForeignSensor = (who: Claimant, target: string): boolean => {
  const [first = '', second = ''] = target.split('.');
  const entity = OF_ROBOTS.includes(first) ? second : '';
  return entity !== '' && who.description(entity) !== undefined && who.title(entity) !== 'owner';
};

const asWriter: Rule = (who, target, payload) =>
  isOfForeignSensor(who, target)
    ? drop(`only who owns the robot may write ${target.replaceAll('.', '/')}`)
    : allowUnless(who.board.objectionToValue(target, payload));

/** Stops are everybody's; to hold a stick is to drive. */
const asStopOrDriver: Rule = (who, _, payload) => {
  if (isAtLeast(who.role, 'operator')) return ALLOW;
  return checked(urgentSchema, payload, ({ kind }) => (kind === 'stop' ? ALLOW : drop(tooLittle(who.role, 'operator', 'drive'))));
};

/** The least role, and what else must hold. */
type Lines<R> = ReadonlyMap<string, readonly [least: Role, rule: R]>;

export const PUBLISH: Lines<Rule> = new Map([
  ['*.st.*', ['operator', asOwner]],
  ['cam.*', ['operator', asOwner]],
  ['hb.*', ['viewer', asOneself]],
  ['av.*', ['viewer', asOneself]],
  ['now.*', ['viewer', asStopOrDriver]],
  ['ctl.*', ['operator', asOwnerOfNonce]],
  ['chat', ['viewer', anyone]],
  ['bb.>', ['operator', asWriter]],
  ['doc.*.at', ['viewer', anyone]],
  ['sen', ['viewer', anyone]],
  ['sen.*', ['viewer', anyone]],
]);

export const REQUEST: Lines<Rule> = new Map([
  ['cmd.*', ['operator', anyone]],
  ['fix.*', ['viewer', anyone]],
  ['clk', ['viewer', anyone]],
  ['snap', ['viewer', anyone]],
  ['bbs', ['viewer', anyone]],
  ['docs', ['viewer', anyone]],
  ['docdesk', ['operator', anyone]],
  ['doc.*.sync', ['viewer', anyone]],
  ['doc.*.edit', ['operator', anyone]],
  // Answered by hubs alone: others drive where they are told.
  ['path.*', ['viewer', anyone]],
  ['paths', ['viewer', anyone]],
  ['sense', ['viewer', anyone]],
]);

export const REPLY: Lines<Rule> = new Map([
  ['cmd.*', ['operator', asPresentOrPastOwner]],
  ['fix.*', ['viewer', ofOneself]],
]);

export const SUBSCRIBE: Lines<Rule> = new Map([
  ['*.st.*', ['viewer', anyone]],
  ['*.inv.*', ['viewer', anyone]],
  ['cam.*', ['viewer', anyone]],
  ['hb.*', ['viewer', anyone]],
  ['av.*', ['viewer', anyone]],
  ['chat', ['viewer', anyone]],
  ['cat', ['viewer', anyone]],
  ['ctl.*', ['viewer', ofOneself]],
  ['fix.*', ['viewer', ofOneself]],
  ['cmd.*', ['operator', ofOwned]],
  ['now.*', ['operator', ofOwned]],
  ['bb.>', ['viewer', anyone]],
  ['docnews', ['viewer', anyone]],
  ['doc.*.news', ['viewer', anyone]],
  ['doc.*.at', ['viewer', anyone]],
  ['pathhost.*', ['viewer', anyone]],
  ['sen', ['operator', anyone]],
  ['sen.*', ['operator', anyone]],
]);

/** `value` undefined deletes the record. */
type SwapRule = (who: Claimant, key: string, value: Uint8Array | undefined) => Right;

/** One takes for oneself, or gives away what one has. Removing an entity is every operator's right. */
const ofOwnership: SwapRule = (who, key, value) => {
  if (value === undefined) return ALLOW;
  return checked(ownershipSchema, value, ({ owner }) =>
    owner === who.id || who.title(key) === 'owner' ? ALLOW : drop(`${who.id} cannot give ${key} to ${owner}: it is not its own`),
  );
};

const ofDescriptions: SwapRule = (_, __, value) => (value === undefined ? ALLOW : checked(descriptionSchema, value, () => ALLOW));

/** Whose clock leads and how the world is set up is for hubs. */
const ofTime: SwapRule = (_, key, value) => {
  if (key !== 'time' || value === undefined) return drop(`only hubs change the record ${key}`);
  return checked(worldTimeSchema, value, () => ALLOW);
};

/** Whoever is in a world may read its records; these may write them. */
export const SWAP: Lines<SwapRule> = new Map([
  ['own', ['operator', ofOwnership]],
  ['ent', ['operator', ofDescriptions]],
  ['time', ['operator', ofTime]],
  // Judged with the declaration that it would replace.
  ['var', ['operator', () => ALLOW]],
  ['prog', ['operator', () => ALLOW]],
  ['task', ['operator', (_, __, value = NO_BYTES) => checked(taskRecordSchema, value, () => ALLOW)]],
  ['ways', ['operator', (_, key, value) => (value === undefined ? ALLOW : checked(waysSchemaOf(key), value, () => ALLOW))]],
]);

/** They are known by what is in them: nobody changes one. Hubs take away what nobody runs any more. */
const ofPrograms: SuccessionRule = (_, key, present, value) => {
  if (value === undefined) return drop(`only hubs take programs away`);
  return present === undefined ? ALLOW : drop(`the program ${key} is there already`);
};

const waysSchemaOf = (key: string) => (isElevatorKey(key) ? queueSchema : floorWaysSchema);

/** What may follow the record that is there (`present` undefined: none). Asked of what SWAP allows, and with the very record that would be replaced. */
type SuccessionRule = (who: Claimant, key: string, present: Uint8Array | undefined, value: Uint8Array | undefined) => Right;

/** Two incarnations of a world: a taker's epoch is the next one, or the first of a later incarnation. */
const LARGEST_STEP = 2 ** 21;
/** Numbers above lose their units. */
const LAST_EPOCH = 2 ** 52;

/** Its owner writes it again under the same epoch; whoever else takes it or is given it does so under a later one, and keeps a latched stop. */
const successionOfOwnership: SuccessionRule = (who, key, present, value) => {
  const description = who.description(key);
  if (value === undefined) return description ? drop(`${key} is there still; remove its description first`) : ALLOW;
  return checked(ownershipSchema, value, (next) => {
    const hosts = description?.hosts;
    if (hosts && !hosts.includes(next.owner)) return drop(`only ${hosts.join(', ')} may own ${key}`);
    if (next.epoch > LAST_EPOCH) return drop(`epoch ${next.epoch} of ${key} is out of range`);
    if (present === undefined) return ALLOW;
    return checked(ownershipSchema, present, (last) => {
      const step = next.epoch - last.epoch;
      const isTouch = step === 0 && last.owner === who.id && next.owner === who.id;
      if (!isTouch && (step < 1 || step > LARGEST_STEP)) return drop(`epoch ${next.epoch} of ${key} cannot follow ${last.epoch}`);
      if (last.owner !== who.id && last.stop && next.stop?.id !== last.stop.id) return drop(`only ${last.owner} may re-arm ${key}`);
      return ALLOW;
    });
  });
};

/** Which processes reach a real robot is for them to say. */
const successionOfDescriptions: SuccessionRule = (who, key, present, value) => {
  if (present === undefined || value === undefined) return ALLOW;
  return checked(descriptionSchema, present, ({ hosts }) =>
    checked(descriptionSchema, value, (next) => {
      if (!hosts || hosts.includes(who.id) || hosts.join() === next.hosts?.join()) return ALLOW;
      return drop(`only ${hosts.join(', ')} may change who hosts ${key}`);
    }),
  );
};

const successionOfTime: SuccessionRule = (_, key, present, value) => {
  if (present === undefined || value === undefined) return drop(`only hubs make or delete the record ${key}`);
  return checked(worldTimeSchema, present, (last) =>
    checked(worldTimeSchema, value, ({ rev }) => (rev === last.rev + 1 ? ALLOW : drop(`revision ${rev} cannot follow ${last.rev}`))),
  );
};

/** One speaks for the robots that one sends about oneself. Those of others may be struck out, for their holders may be gone, but not changed. */
const successionOfWays: SuccessionRule = (who, key, present, value) => {
  if (value === undefined) return ALLOW;
  const holdings = (bytes: Uint8Array | undefined): readonly { readonly holder: string }[] => {
    if (bytes === undefined) return [];
    const record = decodeJson(waysSchemaOf(key), bytes);
    return 'claims' in record ? record.claims : record.waiting;
  };
  const kept = new Set(holdings(present).map((holding) => JSON.stringify(holding)));
  const changed = holdings(value).find((holding) => holding.holder !== who.id && !kept.has(JSON.stringify(holding)));
  return changed ? drop(`${who.id} cannot speak for a robot that ${changed.holder} sends about`) : ALLOW;
};

const SUCCESSION: ReadonlyMap<string, SuccessionRule> = new Map([
  ['own', successionOfOwnership],
  ['ent', successionOfDescriptions],
  ['time', successionOfTime],
  ['var', (who, key, present, value) => allowUnless(who.board.objectionToDeclaration(key, present, value))],
  ['ways', successionOfWays],
  ['prog', ofPrograms],
  ['task', () => ALLOW],
]);

/**
 * `world`: for those who may enter the world in the path. `hub`: only for those who are not bound to one world. `self`: what is answered is about the
 * asker, or only what the asker may see.
 */
type Scope = 'world' | 'hub' | 'self';

/** Routes of a hub's HTTP side. `anyone`: even without a join link. */
export const ROUTES: ReadonlyMap<string, readonly [least: Role | 'anyone', scope: Scope]> = new Map([
  ['GET /health', ['anyone', 'self']],
  ['GET /version', ['viewer', 'self']],
  ['GET /metrics', ['viewer', 'self']],
  ['POST /api/v1/sessions', ['anyone', 'self']],
  ['DELETE /api/v1/sessions', ['anyone', 'self']],
  ['GET /api/v1/me', ['anyone', 'self']],
  ['GET /api/v1/hubs', ['viewer', 'self']],
  ['GET /api/v1/hubs/history', ['viewer', 'self']],
  ['GET /api/v1/worlds', ['viewer', 'self']],
  ['POST /api/v1/worlds', ['teacher', 'hub']],
  ['PATCH /api/v1/worlds/:world', ['teacher', 'world']],
  ['DELETE /api/v1/worlds/:world', ['teacher', 'hub']],
  ['POST /api/v1/worlds/:world/save', ['operator', 'world']],
  ['GET /api/v1/worlds/:world/picture', ['viewer', 'world']],
  ['PUT /api/v1/worlds/:world/picture', ['operator', 'world']],
  ['GET /api/v1/worlds/:world/files', ['viewer', 'world']],
  ['POST /api/v1/worlds/:world/files', ['operator', 'world']],
  ['GET /api/v1/worlds/:world/files/:file', ['viewer', 'world']],
  ['DELETE /api/v1/worlds/:world/files/:file', ['operator', 'world']],
  ['GET /api/v1/worlds/:world/site', ['viewer', 'world']],
  ['PUT /api/v1/worlds/:world/site', ['teacher', 'world']],
  ['GET /api/v1/worlds/:world/chat', ['viewer', 'world']],
  ['GET /api/v1/worlds/:world/invitations', ['teacher', 'world']],
  ['POST /api/v1/worlds/:world/invitations', ['teacher', 'world']],
  ['DELETE /api/v1/worlds/:world/invitations/:invitation', ['teacher', 'world']],
  ['GET /api/v1/invitations', ['administrator', 'hub']],
  ['POST /api/v1/invitations', ['administrator', 'hub']],
  ['DELETE /api/v1/invitations/:invitation', ['administrator', 'hub']],
  ['GET /api/v1/worlds/:world/audit', ['teacher', 'world']],
  ['GET /api/v1/models', ['viewer', 'self']],
  ['PUT /api/v1/models/:model', ['teacher', 'hub']],
  ['DELETE /api/v1/models/:model', ['teacher', 'hub']],
  ['GET /api/v1/models/:model/export', ['viewer', 'self']],
  ['GET /api/v1/meshes/:mesh', ['viewer', 'self']],
  ['GET /api/v1/planners', ['viewer', 'self']],
]);

/** Who calls a route: `world` is the only one it may enter, if there is one. */
export interface Caller {
  readonly role: Role;
  readonly world: string | undefined;
}

/** `route` is a line of the table, `world` the one in the path. A caller that is undefined has shown nothing. */
export function mayCall(caller: Caller | undefined, route: string, world: string | undefined): Right {
  const line = ROUTES.get(route);
  if (!line) return drop(`nobody may ${route}: it is in no line of the table of rights`);
  const [least, scope] = line;
  if (least === 'anyone') return ALLOW;
  if (!caller) return drop('this needs a join link: open the one you were sent, or ask whoever runs the hub for one');
  if (!isAtLeast(caller.role, least)) return drop(tooLittle(caller.role, least, `${route}`));
  if (caller.world === undefined || scope === 'self') return ALLOW;
  if (scope === 'hub') return drop(`your join link is for the world ${caller.world} only; ask for one for the whole hub`);
  return caller.world === world ? ALLOW : drop(`your join link is for the world ${caller.world}, not for ${world}`);
}

const tooLittle = (role: Role, least: Role, deed: string): string => `${role}s may not ${deed}; ask for a join link as ${least}`;

const NO_BYTES = new Uint8Array();

export const mayPublish = (who: Claimant, subject: string, payload: Uint8Array): Right =>
  judge(PUBLISH, 'publish on', who, subject, payload);
export const mayRequest = (who: Claimant, subject: string, payload: Uint8Array): Right => judge(REQUEST, 'ask', who, subject, payload);
export const mayReply = (who: Claimant, subject: string, payload: Uint8Array): Right => judge(REPLY, 'answer on', who, subject, payload);
export const maySubscribe = (who: Claimant, pattern: string): Right => judge(SUBSCRIBE, 'subscribe to', who, pattern, NO_BYTES);

export function mayRead(who: Claimant, bucket: string): Right {
  return lineForBucket(who, bucket) ? ALLOW : drop(`no participant may read ${bucket}`);
}

export function maySwap(who: Claimant, bucket: string, key: string, value: Uint8Array | undefined): Right {
  const line = lineForBucket(who, bucket);
  if (!line) return drop(`no participant may write ${bucket}`);
  const [least, rule] = line;
  return isAtLeast(who.role, least) ? rule(who, key, value) : drop(tooLittle(who.role, least, `write ${bucket}`));
}

/** Whether what `maySwap` allows may follow `present`, the record that it would replace. */
export function mayReplace(
  who: Claimant,
  { bucket, key }: { readonly bucket: string; readonly key: string },
  present: Uint8Array | undefined,
  value: Uint8Array | undefined,
): Right {
  const rule = SUCCESSION.get(bucket.split('.')[2] ?? '');
  return rule ? rule(who, key, present, value) : drop(`no participant may write ${bucket}`);
}

function judge(table: Lines<Rule>, deed: string, who: Claimant, subject: string, payload: Uint8Array): Right {
  const tokens = subject.split('.');
  const kind = lineOf(tokens);
  const line = isOfWorld(who, tokens) ? table.get(kind) : undefined;
  const target = (kind === BOARD ? tokens.slice(3).join('.') : tokens.at(-1)) ?? '';
  // A last `>` would reach further than the line it stands in.
  if (!line || (target.endsWith('>') && kind !== BOARD)) return drop(`no participant of ${who.world} may ${deed} ${subject}`);
  const [least, rule] = line;
  return isAtLeast(who.role, least) ? rule(who, target, payload) : drop(tooLittle(who.role, least, `${deed} ${subject}`));
}

/** Which line of a table speaks of a subject or pattern. */
function lineOf([, , kind, last, ...rest]: readonly string[]): string {
  if (last === undefined) return kind ?? '';
  // Before the blackboard: a floor may be called like it.
  if ((last === 'st' || last === 'inv') && rest.length === 1) return `*.${last}.*`;
  if (kind === 'bb') return BOARD;
  if (kind === 'doc' && rest.length === 1) return `doc.*.${rest[0]}`;
  return rest.length === 0 ? `${kind}.*` : '';
}

/** The line of the blackboard, whose names have any number of tokens. */
const BOARD = 'bb.>';

const isOfWorld = (who: Claimant, [version, world]: readonly string[]): boolean => version === 'v1' && world === who.world;

function lineForBucket(who: Claimant, bucket: string): readonly [Role, SwapRule] | undefined {
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
