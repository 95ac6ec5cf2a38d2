import type { Answer } from './page-messages.ts';
import { LinkError } from './world-link.ts';

/** What to throw for an answer that is none to what was asked: it failed, and says why. */
export const unexpected = (answer: Answer, asked: string): LinkError =>
  new LinkError(answer.kind === 'failed' ? answer.reason : `the participant answered ${answer.kind} to ${asked}`);
