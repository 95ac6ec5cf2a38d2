import type { BoardRights } from '../../core/api/rights.ts';
import { explain, MalformedError } from '../../core/base/errors.ts';
import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import {
  type Declaration,
  type Declarer,
  decodeDeclaration,
  objectionToDeclaration,
  objectionToValue,
} from '../../core/blackboard/declaration.ts';
import { typeOfFrame } from '../../core/blackboard/frame.ts';
import { isName } from '../../core/blackboard/names.ts';
import { ROBOTS } from '../../core/host/world-mount.ts';

/**
 * What a world's declarations have against what somebody at the door wants to write. What is not declared here yet is let through: it may be on its way, and no
 * reader takes it before it is.
 */
export const boardRightsOf = (board: Pick<Blackboard, 'declaration'>, who: Declarer): BoardRights => ({
  objectionToValue: (variable, payload) =>
    orMalformed(() => {
      const name = variable.replaceAll('.', '/');
      if (!isName(name)) return `${name} is not a name of the blackboard`;
      if (isMounted(name)) return `${name} is mounted: write it as a command`;
      const declaration = board.declaration(name);
      return declaration && objectionToValue(declaration, who.id, typeOfFrame(payload));
    }),
  objectionToDeclaration: (key, present, next) =>
    orMalformed(() => {
      const declared = next && decodeDeclaration(next, key);
      if (declared && isMounted(declared.name)) return `${declared.name} cannot be declared: all of ${ROBOTS}/ is mounted`;
      return objectionToDeclaration(who, present && presentOrNone(present, key), declared);
    }),
});

const isMounted = (name: string): boolean => name === ROBOTS || name.startsWith(`${ROBOTS}/`);

/** A record that nobody can read is nobody's. */
function presentOrNone(bytes: Uint8Array, key: string): Declaration | undefined {
  try {
    return decodeDeclaration(bytes, key);
  } catch (error) {
    if (error instanceof MalformedError) return undefined;
    throw error;
  }
}

function orMalformed(judge: () => string | undefined): string | undefined {
  try {
    return judge();
  } catch (error) {
    if (error instanceof MalformedError) return explain(error);
    throw error;
  }
}
