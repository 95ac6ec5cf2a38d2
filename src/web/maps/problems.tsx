import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconChevronDown, IconChevronUp, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Diagnostic } from '../../core/maps/maps.ts';
import { usePiece } from '../page/use-observable.ts';
import { type MapSession, memberAt } from './map-session.ts';
import classes from './maps.module.css';

const words = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What is wrong with the map, each with its place, and a fix where there is one. */
export function Problems({ session }: { readonly session: MapSession }) {
  const diagnostics = usePiece(session.problems, (problems) => problems.diagnostics);
  const count = usePiece(session.reading, (reading) => reading.document?.members.length ?? 0);
  const [isOpen, setOpen] = useState(true);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const summary = [errors > 0 && words(errors, 'error'), warnings > 0 && words(warnings, 'warning')].filter(Boolean).join(', ');
  return (
    <section className={classes.problems} aria-label="Problems">
      <UnstyledButton className={classes.problemsHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {diagnostics.length === 0 ? (
          <IconCircleCheck size={16} data-mood="ok" />
        ) : (
          <SeverityIcon severity={errors > 0 ? 'error' : 'warning'} />
        )}
        <span>{diagnostics.length === 0 ? 'No problems' : summary}</span>
        <span className={classes.spring} />
        <small>{words(count, 'member')}</small>
        {diagnostics.length > 0 && (isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />)}
      </UnstyledButton>
      {isOpen && diagnostics.length > 0 && (
        <ul>
          {diagnostics.map((each) => (
            <Problem key={`${each.from} ${each.code} ${each.message}`} session={session} diagnostic={each} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SeverityIcon({ severity }: { readonly severity: Diagnostic['severity'] }) {
  return severity === 'error' ? (
    <IconAlertCircle size={16} data-mood="bad" aria-label="Error" />
  ) : (
    <IconAlertTriangle size={16} data-mood="warn" aria-label="Warning" />
  );
}

function Problem({ session, diagnostic }: { readonly session: MapSession; readonly diagnostic: Diagnostic }) {
  const { severity, message, remedy, line, from, fix } = diagnostic;
  const go = () => {
    const member = memberAt(session.reading.get(), from);
    if (member === undefined) session.shown.set({ at: from });
    else session.select(member);
  };
  return (
    <li className={classes.problem}>
      <SeverityIcon severity={severity} />
      <button type="button" onClick={go}>
        <span>{message}</span>
        {remedy !== undefined && <small>{remedy}</small>}
      </button>
      <small className={classes.line}>line {line}</small>
      {fix && session.mayWrite && (
        <button type="button" className={classes.fix} onClick={() => session.apply(fix.edits)}>
          {fix.title}
        </button>
      )}
    </li>
  );
}
