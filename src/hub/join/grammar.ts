import type { LeaseRequest } from '../../core/api/messages.ts';
import type { Place, WordReader } from './word-reader.ts';

/** One command: how it is written, what it does, and how its words are read. */
export interface Syntax<A> {
  /** Words in capitals are to be filled in; ID is an entity, WHO a participant, COMMAND a command. */
  readonly usage: string;
  readonly summary: string;
  readonly example?: string;
  readonly read: (words: WordReader) => A;
}

const syntax = <A>(usage: string, summary: string, read: (words: WordReader) => A, example?: string): Syntax<A> => ({
  usage,
  summary,
  read,
  ...(example !== undefined && { example }),
});

const nothing = () => ({});
const optionalSeconds = (words: WordReader) => (words.isEmpty ? undefined : words.seconds());
const entityOnly = (words: WordReader) => ({ entity: words.id('ID') });

/** Every command of `join`, in the order in which `help` shows them. */
export const grammar = {
  help: syntax('help [COMMAND]', 'lists the commands, or explains one', (words) => ({
    about: words.isEmpty ? undefined : words.word('COMMAND'),
  })),
  list: syntax('list', 'shows all entities: who owns them, where they are', nothing),
  who: syntax('who', 'shows everybody who is here', nothing),
  insert: syntax(
    'insert NAME [--model MODEL] [--at X,Y[,YAW]] [--dofs N] [--static] [--hosts WHO,WHO] [--id NEW-ID]',
    'puts a new entity into the world, with the joints of its model if the catalog has it; --dofs gives it N others, --hosts names the only ones who may own it',
    readInsert,
    "insert 'Puma 560' --model puma-560 --at 1,2,90",
  ),
  remove: syntax('remove ID', 'takes an entity out of the world', entityOnly),
  move: syntax(
    'move ID DOF VALUE [SECONDS]',
    'moves one degree of freedom, named or numbered from 0; VALUE is in radians or metres, or has a unit: 90deg, 20cm',
    (words) => ({ entity: words.id('ID'), dof: words.word('DOF'), to: words.quantity('VALUE'), seconds: optionalSeconds(words) }),
    'move puma-560 0 90deg 2',
  ),
  assume: syntax(
    'assume ID VALUE,VALUE,... [SECONDS]',
    'moves several degrees of freedom as one, from the first on: they arrive together; _ leaves one as it is',
    (words) => ({ entity: words.id('ID'), values: words.quantities('VALUES'), seconds: optionalSeconds(words) }),
    'assume puma-560 0,45deg,-90deg,_,20deg 3',
  ),
  go: syntax(
    'go ID X,Y[,YAW] [SECONDS]',
    'moves an entity straight to a place; metres and degrees; at 0.5 m/s if no time is given',
    (words) => ({ entity: words.id('ID'), to: words.place('X,Y'), seconds: optionalSeconds(words) }),
    'go patrol 2,1,90 4',
  ),
  place: syntax(
    'place ID X,Y[,YAW]',
    'puts an entity somewhere at once',
    (words) => ({ entity: words.id('ID'), at: words.place('X,Y') }),
    'place table 0,2',
  ),
  drive: syntax(
    'drive ID FORWARD TURN SECONDS',
    'holds the stick for so long, then lets go: metres and degrees a second, left is positive',
    (words) => ({
      entity: words.id('ID'),
      forwardMPerS: words.number('FORWARD', { low: -100, high: 100 }),
      turnDegPerS: words.number('TURN', { low: -3600, high: 3600 }),
      seconds: words.seconds(),
    }),
    'drive patrol 0.5 30 3',
  ),
  ride: syntax('ride ID ID', 'lets the first ride on the second, where it is now', (words) => ({
    entity: words.id('ID'),
    parent: words.id('ID'),
  })),
  grasp: syntax('grasp ID', 'closes the gripper of a robot on the part between its fingers', entityOnly),
  release: syntax('release ID', 'opens the gripper: what was in it stays there, or falls', entityOnly),
  halt: syntax('halt ID', 'ends what an entity is doing, and gets it off what it rides on', entityOnly),
  stop: syntax(
    'stop ID|all [REASON]',
    'stops one or all, whoever drives: nothing moves until it is re-armed',
    (words) => ({ ...entityOnly(words), reason: words.isEmpty ? 'stopped by hand' : words.rest('REASON') }),
    'stop all a person is in the cell',
  ),
  rearm: syntax('rearm ID', 'takes back a stop', entityOnly),
  lease: syntax(
    'lease ID ask|release|cancel|grant WHO|refuse WHO|force REASON',
    'governs who alone may move a robot; force takes it from whoever has it',
    (words) => ({ entity: words.id('ID'), request: readLease(words) }),
    'lease patrol force class begins',
  ),
  take: syntax('take ID', 'asks for an entity to be handed over, or takes it if its owner has gone', entityOnly),
  start: syntax(
    'start ID FILE [--positions FILE] [--wait]',
    'runs the program of a file on a robot, at who owns it; --wait waits for its end and shows what it printed',
    (words) => ({
      positions: words.option('--positions')?.word('--positions'),
      isWaiting: words.flag('--wait'),
      entity: words.id('ID'),
      file: words.word('FILE'),
    }),
    'start puma examples/first.prg --positions examples/first.pos',
  ),
  program: syntax('program ID pause|resume|step|end', 'pauses the program of a robot, lets it go on, or ends it', (words) => ({
    entity: words.id('ID'),
    order: words.choice('what to do', ['pause', 'resume', 'step', 'end'] as const),
  })),
  programs: syntax('programs', 'shows the programs of all robots', nothing),
  flag: syntax(
    'flag ID|N VALUE',
    'sets the flag of a robot, or flag N of the environment, 1 to 10',
    (words) => ({ of: words.id('ID'), value: words.number('VALUE', { low: -(2 ** 31), high: 2 ** 31 - 1 }) }),
    'flag 3 1',
  ),
  flags: syntax('flags', 'shows the flags of the environment, and of robots those that are set', nothing),
  watch: syntax(
    'watch ID|all [HZ]',
    'shows where it is, live, up to so many times a second',
    (words) => ({ ...entityOnly(words), hz: words.isEmpty ? undefined : words.number('HZ', { low: 0.1, high: 100 }) }),
    'watch patrol 5',
  ),
  unwatch: syntax('unwatch [ID|all]', 'ends watching', (words) => ({ entity: words.isEmpty ? 'all' : words.id('ID') })),
  time: syntax('time', 'shows world time and how well the clocks agree', nothing),
  pause: syntax('pause', 'holds world time for everybody', nothing),
  run: syntax('run [RATE]', 'lets world time run, at 1 or at another rate', (words) => ({
    rate: words.isEmpty ? 1 : words.number('RATE', { low: 0.01, high: 100 }),
  })),
  step: syntax('step SECONDS', 'advances a paused world', (words) => ({ seconds: words.seconds() })),
  reset: syntax('reset', 'puts everything where it started', nothing),
  chat: syntax('chat TEXT', 'says something to everybody', (words) => ({ text: words.rest('TEXT') })),
  wait: syntax('wait SECONDS', 'does nothing for so long', (words) => ({ seconds: words.seconds() })),
  'wait-for': syntax(
    'wait-for ID here|gone|owned|orphaned|mine|moving|still|stopped|armed|leased|free|owner WHO|at X,Y [SECONDS]',
    'waits until it is so, 10 s at most or as long as said; at: within 2 cm',
    (words) => ({ entity: words.id('ID'), condition: readCondition(words), seconds: words.isEmpty ? 10 : words.seconds() }),
    'wait-for patrol owner alice 5',
  ),
  leave: syntax('leave', 'says goodbye', nothing),
} as const;

export type CommandName = keyof typeof grammar;
export type CommandOf<K extends CommandName> = { readonly kind: K } & Readonly<ReturnType<(typeof grammar)[K]['read']>>;
export type CommandLine = { [K in CommandName]: CommandOf<K> }[CommandName];

export const commandNames = Object.keys(grammar) as CommandName[];

/** What people type out of habit. */
export const synonyms: ReadonlyMap<string, CommandName> = new Map([
  ['quit', 'leave'],
  ['exit', 'leave'],
  ['ls', 'list'],
  ['rm', 'remove'],
  ['?', 'help'],
  ['say', 'chat'],
]);

function readInsert(words: WordReader) {
  return {
    model: words.option('--model')?.id('--model') ?? 'box',
    at: words.option('--at')?.place('--at') ?? ({ x: 0, y: 0, yawRad: 0 } as Place),
    dofs: words.option('--dofs')?.number('--dofs', { low: 0, high: 64 }),
    hosts: words.option('--hosts')?.ids('--hosts'),
    id: words.option('--id')?.id('--id'),
    isStatic: words.flag('--static'),
    name: words.word('NAME'),
  };
}

function readLease(words: WordReader): LeaseRequest {
  const kind = words.choice('the request', ['ask', 'release', 'cancel', 'grant', 'refuse', 'force']);
  switch (kind) {
    case 'grant':
    case 'refuse':
      return { kind, to: words.id('WHO') };
    case 'force':
      return { kind, reason: words.rest('REASON') };
    default:
      return { kind };
  }
}

export type Condition =
  | { readonly kind: 'here' | 'gone' | 'owned' | 'orphaned' | 'mine' | 'moving' | 'still' | 'stopped' | 'armed' | 'leased' | 'free' }
  | { readonly kind: 'owner'; readonly who: string }
  | { readonly kind: 'at'; readonly place: Place };

function readCondition(words: WordReader): Condition {
  const kinds = [
    'here',
    'gone',
    'owned',
    'orphaned',
    'mine',
    'moving',
    'still',
    'stopped',
    'armed',
    'leased',
    'free',
    'owner',
    'at',
  ] as const;
  const kind = words.choice('the condition', kinds);
  switch (kind) {
    case 'owner':
      return { kind, who: words.id('WHO') };
    case 'at':
      return { kind, place: words.place('X,Y') };
    default:
      return { kind };
  }
}
