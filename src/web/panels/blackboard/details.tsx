import { IconArrowRight, IconChartLine } from '@tabler/icons-react';
import type { BoardVariable, HeldReading, ShownValue } from '../../link/board-link.ts';
import { useObservable } from '../../page/use-observable.ts';
import { LineMark } from '../../plot/line-mark.tsx';
import { ageText, fixed } from '../../quantities/quantities.ts';
import classes from './blackboard.module.css';
import { Age } from './board-rows.tsx';
import { keyOfTrace, type Trace, tracesOf } from './traces.ts';
import { useBoard, useReading } from './use-board.ts';
import { valueText, withUnit } from './value-words.ts';
import { WriteField } from './write-field.tsx';

/** What is selected: all that is known of it, and what can be done with it. */
export function Details({ variable }: { readonly variable: BoardVariable | undefined }) {
  if (!variable) return <p className={classes.hint}>Select a value to see where it came from, to plot it or to write it.</p>;
  return <Chosen variable={variable} />;
}

function Chosen({ variable }: { readonly variable: BoardVariable }) {
  const { reading, nowMs } = useReading(variable.name);
  const held = reading?.held;
  return (
    <section className={classes.details} aria-label={`About ${variable.name}`}>
      <header>
        <h3>{variable.name}</h3>
        <p>{natureOf(variable)}</p>
      </header>
      <div className={classes.now}>
        <strong>{held ? inWords(held.value, variable.unit) : 'Nobody has written it yet'}</strong>
        {reading && held && <Age reading={reading} nowMs={nowMs} />}
      </div>
      {held && <Origin held={held} grownMs={Math.max(0, nowMs - reading.orderedMs)} />}
      <WriteField variable={variable} shown={held?.value} />
      <Plottable traces={tracesOf(variable, held?.value)} />
    </section>
  );
}

const inWords = (value: ShownValue, unit: string): string => {
  const { text, unit: shown } = valueText(value, unit);
  return withUnit(text, shown);
};

function natureOf({ type, unit, writers, goodForMs }: BoardVariable): string {
  const what = unit === '' ? type : `${type}, ${unit}`;
  const good = goodForMs === undefined ? '' : `; good for ${ageText(goodForMs)}`;
  switch (writers.kind) {
    case 'anyone':
      return `${what}; anyone may write it${good}`;
    case 'participant':
      return `${what}; only ${writers.name} may write it${good}`;
    case 'mounted':
      return `${what}; of the world itself`;
  }
}

/** The way it came, with how much of its age it got where; what passed since is the last one's. */
function Origin({ held, grownMs }: { readonly held: HeldReading; readonly grownMs: number }) {
  const { hops, writer, isWriterHere, age } = held;
  return (
    <>
      <p className={classes.origin}>
        {writer === '' ? 'Nobody has it in hand' : `Written by ${writer}`}
        {!isWriterHere && writer !== '' && <em> who is gone</em>}
        {age.kind === 'unknown' && <em className={classes.reason}>Age unknown: {age.reason}</em>}
      </p>
      {age.kind === 'known' && hops.length > 1 && (
        <ol className={classes.hops} aria-label="Hops">
          {hops.map(({ node, kind, shareMs, basis }, i) => (
            <li key={wayTo(hops, i)}>
              {i > 0 && <IconArrowRight size={12} aria-hidden />}
              <span>{node === '' ? 'nobody' : node}</span>
              {kind !== 'participant' && <small>{kind}</small>}
              <small>
                {shareText(i === hops.length - 1 ? shareMs + grownMs : shareMs)}
                {basis === 'assumed' && ' assumed'}
              </small>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A value may pass one node twice: the way there tells the two apart. */
const wayTo = (hops: HeldReading['hops'], index: number): string =>
  hops
    .slice(0, index + 1)
    .map(({ node }) => node)
    .join(' > ');

const shareText = (shareMs: number): string => (shareMs < 10 ? `${fixed(shareMs, 1)} ms` : ageText(shareMs));

function Plottable({ traces }: { readonly traces: readonly Trace[] }) {
  const { log } = useBoard();
  const drawn = useObservable(log.traces);
  if (traces.length === 0) return null;
  return (
    <fieldset className={classes.plottable} aria-label="Plot">
      {traces.map((trace) => {
        const line = drawn.find((other) => keyOfTrace(other) === keyOfTrace(trace));
        const label = trace.component ?? 'Plot';
        return (
          <button key={keyOfTrace(trace)} type="button" aria-pressed={line !== undefined} onClick={() => log.toggle([trace])}>
            {line ? <LineMark name={trace.component ?? 'Plotted'} colour={line.colour} /> : <IconChartLine size={14} aria-hidden />}
            {!line && label}
          </button>
        );
      })}
    </fieldset>
  );
}
