import { isId } from '../base/ids.ts';

/** What a frame is about decides how it queues: lanes never wait for each other. */
export type Lane = 'control' | 'command' | 'state' | 'video';

/** Every subject of a world, in one place. `v1` is the version of what the payloads mean. */
export const subjects = {
  state: (world: string, region: string, entity: string) => `v1.${world}.${region}.st.${entity}`,
  statesOfRegion: (world: string, region: string) => `v1.${world}.${region}.st.*`,
  /** What a keeper holds of a region, for those who look at it. */
  inventory: (world: string, region: string, keeper: string) => `v1.${world}.${region}.inv.${keeper}`,
  inventories: (world: string, region: string) => `v1.${world}.${region}.inv.*`,
  allStates: (world: string) => `v1.${world}.*.st.*`,
  command: (world: string, entity: string) => `v1.${world}.cmd.${entity}`,
  /** One-way words to an owner that must never queue behind commands: stops and held control. */
  urgent: (world: string, entity: string) => `v1.${world}.now.${entity}`,
  beat: (world: string, participant: string) => `v1.${world}.hb.${participant}`,
  allBeats: (world: string) => `v1.${world}.hb.*`,
  clock: (world: string) => `v1.${world}.clk`,
  /** Words to one participant: nonces of held control, requests for a lease. */
  control: (world: string, participant: string) => `v1.${world}.ctl.${participant}`,
  /** Repair: a participant lists what it holds, and gets what is newer. */
  repair: (world: string, participant: string) => `v1.${world}.fix.${participant}`,
  snapshot: (world: string) => `v1.${world}.snap`,
  chat: (world: string) => `v1.${world}.chat`,
  /** From a hub to all: the catalog of models has changed. */
  catalog: (world: string) => `v1.${world}.cat`,
  /** Between hubs: somebody asked to re-arm something; the hub on duty for the world writes it down. */
  rearming: (world: string) => `v1.${world}.rearm`,
  /** Between hubs: to save the world, asked of the hub on duty for it. */
  save: (world: string) => `v1.${world}.save`,
  /** Between hubs, of no world: what each tells of itself. */
  hub: (hub: string) => `hubs.v1.${hub}`,
  hubs: 'hubs.v1.*',
  /** Answered by a hub with nothing, at once: to measure how far it is. */
  hubEcho: (hub: string) => `hubs.v1.${hub}.echo`,
  avatar: (world: string, participant: string) => `v1.${world}.av.${participant}`,
  camera: (world: string, camera: string) => `v1.${world}.cam.${camera}`,
  /** A value of the blackboard: its name, or a pattern of names, with dots for slashes. */
  variable: (world: string, dottedName: string) => `v1.${world}.bb.${dottedName}`,
  /** Late join to the blackboard: what a keeper holds of it. */
  board: (world: string) => `v1.${world}.bbs`,
  /** To who owns a robot: somebody listens to its sensors. */
  sensing: (world: string, entity: string) => `v1.${world}.sen.${entity}`,
  /** To all owners: somebody listens to sensors of whatever robot. */
  sensingAll: (world: string) => `v1.${world}.sen`,
  /** What a sensor would measure, asked of whoever knows the whole world. */
  sense: (world: string) => `v1.${world}.sense`,
  /** Edits of a document, to who keeps it. */
  documentEdits: (world: string, document: string) => `v1.${world}.doc.${document}.edit`,
  /** To compare a copy of a document with the keeper's. */
  documentSync: (world: string, document: string) => `v1.${world}.doc.${document}.sync`,
  /** From the keeper to all: what it took. */
  documentNews: (world: string, document: string) => `v1.${world}.doc.${document}.news`,
  /** Who has a document open, and where their cursors are. */
  documentPresence: (world: string, document: string) => `v1.${world}.doc.${document}.at`,
  /** Which documents there are. */
  documentList: (world: string) => `v1.${world}.docs`,
  /** From the keeper to all: there are others now. */
  documentListNews: (world: string) => `v1.${world}.docnews`,
  /** To make, rename and remove documents. */
  documentDesk: (world: string) => `v1.${world}.docdesk`,
  /** getPath, asked of one host. */
  paths: (world: string, host: string) => `v1.${world}.path.${host}`,
  /** Who plans here: answered by the first who does. */
  pathHosts: (world: string) => `v1.${world}.paths`,
  /** From a host that plans to all, every few seconds. */
  pathHost: (world: string, host: string) => `v1.${world}.pathhost.${host}`,
} as const;

/** The buckets of a world. */
export const buckets = {
  ownership: (world: string) => `v1.${world}.own`,
  entities: (world: string) => `v1.${world}.ent`,
  time: (world: string) => `v1.${world}.time`,
  /** What the variables of the blackboard are. Not named as their values are: on NATS records are messages too, and who listens to all values would get them. */
  declarations: (world: string) => `v1.${world}.var`,
  /** Between hubs: whose turn it is to change the building. */
  site: (world: string) => `v1.${world}.site`,
  /** Between hubs: all that was saved has been put back since the world began. */
  restored: (world: string) => `v1.${world}.restored`,
  /** Programs that run, by what is in them. */
  programs: (world: string) => `v1.${world}.prog`,
  /** The task that is performed. */
  tasks: (world: string) => `v1.${world}.task`,
  /** Who goes where, floor by floor, and who has an elevator. */
  ways: (world: string) => `v1.${world}.ways`,
} as const;

export function laneOf(subject: string): Lane {
  const tokens = subject.split('.');
  if (tokens.length === 5 && (tokens[3] === 'st' || tokens[3] === 'inv')) return 'state';
  switch (tokens[2]) {
    case 'cam':
      return 'video';
    case 'av':
    case 'bb':
      return 'state';
    case 'cmd':
    // Texts can be large, and must never hold up a stop.
    case 'doc':
    case 'path':
      return 'command';
    default:
      return 'control';
  }
}

/** What people say to all in a world. */
export const isChat = (subject: string): boolean => subject.endsWith('.chat') && subject.split('.').length === 3;

/** A subject to publish on: ids joined by dots. */
export const isSubject = (text: string): boolean => text.length <= 255 && text.split('.').every(isId);

/** A pattern to subscribe with: ids, `*`, and `>` as the last token. */
export function isPattern(text: string): boolean {
  const tokens = text.split('.');
  return text.length <= 255 && tokens.every((token, i) => isId(token) || token === '*' || (token === '>' && i === tokens.length - 1));
}

export function matches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const tokens = subject.split('.');
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i] === '>') return tokens.length > i;
    if (i >= tokens.length || (wanted[i] !== '*' && wanted[i] !== tokens[i])) return false;
  }
  return wanted.length === tokens.length;
}

/** Whether all that matches `narrow` matches `wide`, too. */
export function covers(wide: string, narrow: string): boolean {
  const wanted = wide.split('.');
  const tokens = narrow.split('.');
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i] === '>') return tokens.length > i;
    const isCovered = wanted[i] === '*' ? tokens[i] !== '>' : wanted[i] === tokens[i];
    if (i >= tokens.length || !isCovered) return false;
  }
  return wanted.length === tokens.length;
}
