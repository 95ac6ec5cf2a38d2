import { concernsOneself, PUBLISH, REQUEST, SUBSCRIBE, SWAP } from '../../core/api/rights.ts';
import { requireId } from '../../core/base/ids.ts';
import { inboxesOf, inboxOf } from './inboxes.ts';
import { deskOf } from './nats-wire.ts';
import { newsPrefixOf } from './server.ts';

export interface Grant {
  readonly space: string;
  readonly world: string;
  readonly participant: string;
}

/** Subjects as NATS knows them, `*` and `>` included: what is not among them its servers refuse. */
export interface GrantedSubjects {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** All that a participant of one world needs on the bus itself, from the same table that a hub's door goes by. */
export function participantSubjects(grant: Grant): GrantedSubjects {
  const { space, world, participant } = grant;
  for (const [what, id] of Object.entries(grant)) requireId(id, what);
  const said = (subject: string) => `${space}.${participant}.${subject}`;
  const heard = (subject: string) => `${space}.*.${subject}`;
  const inWorld = (lines: Lines): string[] =>
    [...lines].map(([line, [, rule]]) => `v1.${world}.${concernsOneself(rule) ? line.replace(/\*$/, participant) : line}`);
  return {
    publish: [
      ...[...inWorld(PUBLISH), ...inWorld(REQUEST)].map(said),
      `${deskOf(space)}.${participant}.${world}`,
      // Answers: to whoever asked, under a name that only the asked have seen.
      `${inboxesOf(space)}*.*`,
    ],
    subscribe: [
      ...inWorld(SUBSCRIBE).map(heard),
      ...[...SWAP.keys()].map((bucket) => `${newsPrefixOf(space)}.v1.${world}.${bucket}.*`),
      `${inboxOf({ space, label: participant })}.*`,
    ],
  };
}

type Lines = typeof PUBLISH;
