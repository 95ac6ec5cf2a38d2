import { inThe, type Mutant, one, rare } from './mutant.ts';

const atHubs = (...fault: Parameters<typeof one>): Mutant => inThe('hubs', one(...fault));

/** Faults that do harm where there are several hubs, and servers that keep the records. */
export const HUB_MUTANTS: readonly Mutant[] = [
  atHubs(
    'no-new-listing',
    'who was away takes nothing from the list that it gets when it is back',
    'bus/record-mirror.ts',
    'if (this.#relisting) this.#listed.add(event.entry.key);\n        this.#set(',
    'if (this.#relisting) this.#listed.add(event.entry.key);\n        else this.#set(',
  ),
  atHubs(
    'namesake-leads',
    'who comes back under the id of the one whose clock led leads by its own',
    'world/clock-sync.ts',
    'const leads = record?.value.leader === bus.self && record.value.life === this.#life;',
    'const leads = record?.value.leader === bus.self;',
  ),
  atHubs(
    'namesake-goes-on',
    'who comes back under the id of an owner goes on under its epoch',
    'world/holdings.ts',
    'const isOurs = isNamed && (isGiven || this.#ownership.isOurWord(entity));',
    'const isOurs = isNamed;',
  ),
  atHubs(
    'own-name-is-proof',
    'a write that met a conflict is taken for done when the copy of the record has our name, whoever wrote it',
    'world/ownership.ts',
    "if (known?.value.nonce === nonce) return { kind: 'written'",
    "if (known?.value.owner === this.#context.bus.self) return { kind: 'written'",
  ),
  atHubs(
    'vouches-for-the-gone',
    'a hub goes on promising for who has left its door',
    'world/heartbeat.ts',
    'if (presence.goodUntilMs >= now) continue;',
    'this.#vouched.set(id, { ...presence, goodUntilMs: now + 1000 });\n      if (now > 0) continue;',
  ),
  rare(
    atHubs(
      'deaf-at-another-hub',
      'who comes to a hub that does not know yet what it owns, and may not listen for it, never asks again',
      'world/replica.ts',
      'this.#inbox.connectionLost();',
      '',
    ),
  ),
  atHubs(
    'nobody-adopts',
    'what has work to do is left alone when its owner goes',
    'world/replica.ts',
    'if (this.#hasJoined && this.#isResident) this.holdings.adopt();',
    '',
  ),
  atHubs(
    'returns-as-another',
    'who goes to another hub is let in there under another id',
    'bus/simulated-visit.ts',
    'const link = door.admit(this.self, this.#options.node);',
    "const link = door.admit(this.#made > 0 ? this.self.concat('-again') : this.self, this.#options.node);",
  ),
  atHubs(
    'viewers-drive',
    'a viewer holds a stick',
    'api/rights.ts',
    "if (isAtLeast(who.role, 'operator')) return ALLOW;",
    "if (isAtLeast(who.role, 'viewer')) return ALLOW;",
  ),
  atHubs(
    'beats-of-anybody',
    'a beat may be in the name of another',
    'api/rights.ts',
    "['hb.*', ['viewer', asOneself]]",
    "['hb.*', ['viewer', anyone]]",
  ),
  atHubs(
    'states-of-anybody',
    'a state is passed on whoever says it',
    'api/rights.ts',
    "['*.st.*', ['operator', asOwner]]",
    "['*.st.*', ['operator', anyone]]",
  ),
  atHubs(
    'commands-are-overheard',
    'commands are heard by who does not own what they are for',
    'api/rights.ts',
    "['cmd.*', ['operator', ofOwned]]",
    "['cmd.*', ['operator', anyone]]",
  ),
  atHubs(
    'gives-what-is-not-its-own',
    'an operator gives away what another owns',
    'api/rights.ts',
    "owner === who.id || who.title(key) === 'owner' ? ALLOW",
    "owner !== '' ? ALLOW",
  ),
  atHubs(
    'any-epoch-follows',
    'a record may be followed by one of any epoch',
    'api/rights.ts',
    'if (!isTouch && (step < 1 || step > LARGEST_STEP))',
    'if (!isTouch && step > LAST_EPOCH)',
  ),
];
