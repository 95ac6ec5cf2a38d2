import { Button, Tooltip } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { usePiece } from '../../page/use-observable.ts';
import type { MapProblems, MapSession } from '../map-session.ts';
import classes from './building.module.css';

/** Why a map cannot be put into a world, in words for who looks at it; undefined: it can. Warnings keep nobody from it. */
export function objectionTo({ diagnostics, of: { document } }: MapProblems): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  if (errors > 0) return `${errors === 1 ? '1 error' : `${errors} errors`} in the map: mend ${errors === 1 ? 'it' : 'them'} first.`;
  return document ? undefined : 'The map says no LENGTH and WIDTH yet.';
}

interface PutButtonProps {
  readonly session: MapSession;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

/** Makes the map a floor of the running world, after a question or two. */
export function PutButton({ session, isOpen, onPress }: PutButtonProps) {
  const objection = usePiece(session.problems, objectionTo);
  return (
    <Tooltip label={objection} disabled={objection === undefined} events={{ hover: true, focus: true, touch: true }}>
      <Button
        className={classes.button}
        aria-label="Put into the world"
        aria-expanded={isOpen}
        {...(objection !== undefined && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': objection })}
        leftSection={<IconBuilding size={18} />}
        onClick={() => objection === undefined && onPress()}
      >
        Put into the world
      </Button>
    </Tooltip>
  );
}
