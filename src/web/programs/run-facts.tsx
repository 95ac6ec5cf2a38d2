import { useEffect, useRef } from 'react';
import type { RunView } from '../../core/running/running.ts';
import classes from './programs.module.css';

/** Variables of the program that runs, and what it printed. */
export function RunFacts({ run }: { readonly run: RunView }) {
  const { variables, printed } = run;
  const output = useRef<HTMLDivElement>(null);
  const { length } = printed;
  useEffect(() => {
    if (length > 0 && output.current) output.current.scrollTop = output.current.scrollHeight;
  }, [length]);
  if (variables.length === 0 && printed.length === 0) return null;
  return (
    <section className={classes.run} aria-label="Variables and output">
      <div>
        <h3>Variables</h3>
        <dl className={classes.variables}>
          {variables.map(({ name, value, of }) => (
            <div key={`${of} ${name}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div ref={output}>
        <h3>Output</h3>
        <pre className={classes.output}>{printed.map(({ line, text }) => `${String(line).padStart(3)}  ${text}`).join('\n')}</pre>
      </div>
    </section>
  );
}
