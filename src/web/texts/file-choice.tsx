import type { RefObject } from 'react';

export interface FileChoiceProps {
  /** Clicked by whatever asks for the file. */
  readonly ref: RefObject<HTMLInputElement | null>;
  /** For who cannot see it. */
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** A file of this person's machine. The same one can be chosen twice in a row. */
export function FileChoice({ ref, label, accept, onFile }: FileChoiceProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      hidden
      aria-label={label}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (file) onFile(file);
        event.currentTarget.value = '';
      }}
    />
  );
}

/** What a document is called that is made of a file: as the file is, without its ending. */
export const nameOfFile = (file: File, otherwise: string): string => file.name.replace(/\.[^.]*$/, '').slice(0, 80) || otherwise;
