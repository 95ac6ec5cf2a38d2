import { Settable } from '../link/observable.ts';
import { TextSession, type TextSessionPorts } from './text-session.ts';

/** One person's work on a text that is shown as a table: what it says is told whenever somebody has changed it. */
export class ObservedText extends TextSession {
  readonly text: Settable<string>;

  constructor(ports: TextSessionPorts) {
    super(ports);
    const { text } = this.shared;
    this.text = new Settable(text.toString());
    text.observe(() => this.text.set(text.toString()));
  }
}
