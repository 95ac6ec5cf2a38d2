import { type Grant, participantSubjects } from './participant-subjects.ts';

/** A user of nats.conf with all that the participant may say and hear: one of the list `users` of `authorization`, or of an account. */
export function userBlock(grant: Grant, publicKey: string): string {
  const { publish, subscribe } = participantSubjects(grant);
  const lines = (subjects: readonly string[]) => subjects.map((subject) => `        "${subject}"`).join('\n');
  return `    # ${grant.participant} in the world ${grant.world}
    { nkey: ${publicKey}, permissions: {
      publish: [
${lines(publish)}
      ]
      subscribe: [
${lines(subscribe)}
      ]
    } }
`;
}
