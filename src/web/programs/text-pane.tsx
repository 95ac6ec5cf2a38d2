import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { codeFolding, indentOnInput } from '@codemirror/language';
import { useEffect, useRef } from 'react';
import type { Observable } from '../link/observable.ts';
import { openTextEditor, showProblems } from '../texts/text-editor.ts';
import { type LanguageSource, languageHelp } from './language-help.ts';
import type { ProgramSession } from './program-session.ts';
import classes from './programs.module.css';
import { robotLanguage } from './robot-language.ts';
import { runGutter, type Standing, showStanding } from './run-gutter.ts';

export interface TextPaneProps {
  readonly session: ProgramSession;
  readonly source: () => LanguageSource;
  readonly standing: Observable<Standing | undefined>;
}

/** The program as text. */
export function TextPane({ session, source, standing }: TextPaneProps) {
  const holder = useRef<HTMLDivElement>(null);
  const asked = useRef(source);
  asked.current = source;
  useEffect(() => {
    if (!holder.current) return;
    const { view, close } = openTextEditor(session, {
      ...{ parent: holder.current, label: 'Text of the program' },
      extensions: [
        runGutter(session),
        robotLanguage(),
        languageHelp(() => asked.current()),
        closeBrackets(),
        codeFolding(),
        indentOnInput(),
      ],
      keys: [{ key: 'Shift-Alt-f', run: () => session.format() }, ...closeBracketsKeymap, ...completionKeymap, indentWithTab],
    });
    const tellProblems = () => showProblems(view, session, session.reading.get());
    const tellStanding = () => view.dispatch({ effects: showStanding(standing.get()) });
    const endings = [session.reading.subscribe(tellProblems), standing.subscribe(tellStanding)];
    tellProblems();
    tellStanding();
    return () => {
      for (const end of endings) end();
      close();
    };
  }, [session, standing]);
  return <div ref={holder} className={classes.text} />;
}
