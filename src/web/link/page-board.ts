import type { NewVariable } from '../../core/blackboard/blackboard.ts';
import type { WriteOutcome } from '../../core/blackboard/mount.ts';
import type { BoardValue } from '../../core/blackboard/value.ts';
import type { BoardLink, BoardLook, BoardWish, WholeReading } from './board-link.ts';
import type { Answer, Call } from './page-messages.ts';
import { unexpected } from './unexpected-answer.ts';

/** The near side of the blackboard in the worker. */
export class PageBoard implements BoardLink {
  readonly #call: (call: Call) => Promise<Answer>;

  constructor(call: (call: Call) => Promise<Answer>) {
    this.#call = call;
  }

  async look(wish: BoardWish): Promise<BoardLook> {
    const answer = await this.#call({ kind: 'look-at-board', wish });
    if (answer.kind !== 'board') throw unexpected(answer, 'look-at-board');
    return answer.look;
  }

  async read(names: readonly string[]): Promise<readonly WholeReading[]> {
    const answer = await this.#call({ kind: 'read-board', names });
    if (answer.kind !== 'read') throw unexpected(answer, 'read-board');
    return answer.readings;
  }

  async write(name: string, value: BoardValue): Promise<WriteOutcome> {
    const answer = await this.#call({ kind: 'write-on-board', name, value });
    if (answer.kind !== 'written') throw unexpected(answer, 'write-on-board');
    return answer.outcome;
  }

  async declare(name: string, variable: NewVariable): Promise<void> {
    const answer = await this.#call({ kind: 'declare-on-board', name, variable });
    if (answer.kind !== 'nothing') throw unexpected(answer, 'declare-on-board');
  }
}
