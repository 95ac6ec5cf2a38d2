import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { SiteAnswer } from '../../../core/api/http.ts';
import { Failure } from '../../controls/failure.tsx';
import { RestingRows } from '../../controls/resting-rows.tsx';
import { useAttempt } from '../../controls/use-attempt.ts';
import type { PutSite } from '../../hub-api/hub-api.ts';
import { useObservable, usePiece } from '../../page/use-observable.ts';
import type { MapSession } from '../map-session.ts';
import type { MapsVisit } from '../maps-visit.ts';
import classes from './building.module.css';
import { ChooseFloor } from './choose-floor.tsx';
import { chosenFloor, type FloorChoice, firstChoice } from './floor-choice.ts';
import { objectionTo } from './put-button.tsx';
import { Outcome } from './put-outcome.tsx';

export interface PutPanelProps {
  readonly visit: MapsVisit;
  readonly session: MapSession;
  readonly name: string;
  readonly onClose: () => void;
}

/** Which floor this map is to be, then what became of it. It floats beside the drawing, which shows who is in the way. */
export function PutPanel({ visit, session, name, onClose }: PutPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const { building } = visit;
  const state = useObservable(building.state);
  const floors = state.kind === 'known' ? state.floors : [];
  const objection = usePiece(session.problems, objectionTo);
  const [chosen, setChosen] = useState<FloorChoice>();
  const [answer, setAnswer] = useState<SiteAnswer>();
  const attempt = useAttempt();
  useEffect(() => {
    panel.current?.focus();
    void building.ask();
    return () => session.pointed.set(undefined);
  }, [building, session]);
  const choice = chosen ?? firstChoice(floors, session.document, name);
  const floor = chosenFloor(choice, floors);
  const put = (inTheWay: PutSite['inTheWay']) => {
    if ('objection' in floor) return;
    session.pointed.set(undefined);
    attempt.run(async () => {
      const { name: as, heightCm } = floor;
      const edl = session.shared.text.toString();
      setAnswer(await building.put({ name: as, heightCm, edl, map: session.document }, inTheWay));
    });
  };
  const isAsked = state.kind === 'asking' || state.kind === 'failed';
  return (
    <section
      ref={panel}
      className={classes.panel}
      tabIndex={-1}
      aria-label="Put into the world"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !attempt.isRunning) onClose();
      }}
    >
      <header className={classes.head}>
        <h2>Put {name} into the world</h2>
        <CloseButton aria-label="Close" size={32} onClick={onClose} />
      </header>
      {state.kind === 'asking' && <RestingRows count={2} heightPx={32} />}
      {state.kind === 'failed' && <Failure text={state.reason} />}
      {answer ? (
        <Outcome answer={answer} session={session} world={visit.world} />
      ) : (
        !isAsked && <ChooseFloor state={state} floors={floors} mapName={name} choice={choice} onChoose={setChosen} />
      )}
      {attempt.isRunning && (
        <p className={classes.words} role="status">
          The hub puts it in. Everybody sees the walls move in a moment.
        </p>
      )}
      <Failure
        text={attempt.failure ?? (answer ? undefined : (objection ?? (isAsked || !('objection' in floor) ? undefined : floor.objection)))}
      />
      <Feet
        answer={answer}
        isReady={!isAsked && objection === undefined && !('objection' in floor)}
        isRunning={attempt.isRunning}
        onPut={put}
        onAgain={() => setAnswer(undefined)}
        onClose={onClose}
      />
    </section>
  );
}

interface FeetProps {
  readonly answer: SiteAnswer | undefined;
  readonly isReady: boolean;
  readonly isRunning: boolean;
  readonly onPut: (inTheWay: PutSite['inTheWay']) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The ways on. */
function Feet({ answer, isReady, isRunning, onPut, onAgain, onClose }: FeetProps) {
  if (answer?.kind === 'applied') {
    return (
      <footer className={classes.foot}>
        <Button onClick={onClose}>Done</Button>
      </footer>
    );
  }
  return (
    <footer className={classes.foot}>
      <Button variant="default" disabled={isRunning} onClick={onClose}>
        Cancel
      </Button>
      {answer?.kind === 'refused' && (
        <Button loading={isRunning} disabled={!isReady} onClick={() => onPut('keep free')}>
          Move them and put it in
        </Button>
      )}
      {answer?.kind === 'wrong' && <Button onClick={onAgain}>Choose again</Button>}
      {!answer && (
        <Button loading={isRunning} disabled={!isReady} onClick={() => onPut('refuse')}>
          Put it in
        </Button>
      )}
    </footer>
  );
}
