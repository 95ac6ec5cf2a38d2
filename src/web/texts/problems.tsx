import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconChevronDown, IconChevronUp, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Diagnostic, Fix } from '../../core/base/diagnostics.ts';
import classes from './texts.module.css';

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export interface ProblemsProps {
  readonly diagnostics: readonly Diagnostic[];
  /** At the right of how many there are. */
  readonly facts: ReactNode;
  readonly onShow: (diagnostic: Diagnostic) => void;
  /** Undefined for who may not change the text. */
  readonly onFix: ((fix: Fix) => void) | undefined;
}

/** What is wrong with a text, each with its place, and a fix where there is one. */
export function Problems({ diagnostics, facts, onShow, onFix }: ProblemsProps) {
  const [isOpen, setOpen] = useState(true);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const summary = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')].filter(Boolean).join(', ');
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
        {facts}
        {diagnostics.length > 0 && (isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />)}
      </UnstyledButton>
      {isOpen && diagnostics.length > 0 && (
        <ul>
          {diagnostics.map((each) => (
            <Problem key={`${each.from} ${each.code} ${each.message}`} diagnostic={each} onShow={onShow} onFix={onFix} />
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

function Problem({ diagnostic, onShow, onFix }: Pick<ProblemsProps, 'onShow' | 'onFix'> & { readonly diagnostic: Diagnostic }) {
  const { severity, message, remedy, line, fix } = diagnostic;
  return (
    <li className={classes.problem}>
      <SeverityIcon severity={severity} />
      <button type="button" onClick={() => onShow(diagnostic)}>
        <span>{message}</span>
        {remedy !== undefined && <small>{remedy}</small>}
      </button>
      <small className={classes.line}>line {line}</small>
      {fix && onFix && (
        <button type="button" className={classes.fix} onClick={() => onFix(fix)}>
          {fix.title}
        </button>
      )}
    </li>
  );
}
