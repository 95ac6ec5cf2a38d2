import { clearScreenDown, createInterface, cursorTo, moveCursor } from 'node:readline';
import { complete, type Vocabulary } from './completion.ts';

/** A prompt that stays at the bottom, below whatever is printed while one types. */
export interface Terminal {
  print(text: string): void;
  /** Ends when the user leaves with Ctrl-C or Ctrl-D, or the signal is aborted. */
  readLines(options: { prompt: string; vocabulary: () => Vocabulary; ending: AbortSignal; onLine: (line: string) => void }): Promise<void>;
}

export function openTerminal(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  let prompt: ReturnType<typeof createInterface> | undefined;
  return {
    print(text) {
      if (!prompt) {
        output.write(`${text}\n`);
        return;
      }
      const { rows } = prompt.getCursorPos();
      moveCursor(output, 0, -rows);
      cursorTo(output, 0);
      clearScreenDown(output);
      // readline goes up as many rows as the line had before it draws it again.
      output.write(`${text}\n${'\n'.repeat(rows)}`);
      prompt.prompt(true);
    },
    readLines: ({ prompt: text, vocabulary, ending, onLine }) =>
      new Promise((resolve) => {
        const line = createInterface({ input, output, prompt: text, completer: (typed: string) => complete(typed, vocabulary()) });
        prompt = line;
        const close = () => line.close();
        ending.addEventListener('abort', close);
        line.on('line', (typed) => {
          onLine(typed);
          if (!ending.aborted) line.prompt();
        });
        line.on('SIGINT', () => {
          if (line.line === '') return line.close();
          line.write(null, { ctrl: true, name: 'e' });
          line.write(null, { ctrl: true, name: 'u' });
        });
        line.on('close', () => {
          ending.removeEventListener('abort', close);
          prompt = undefined;
          output.write('\n');
          resolve();
        });
        line.prompt();
      }),
  };
}
