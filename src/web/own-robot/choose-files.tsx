import { Button, FileButton } from '@mantine/core';
import { IconFile, IconFolder, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { Failure } from '../controls/failure.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { type BroughtFiles, chosenFiles } from './dropped-files.ts';
import classes from './own-robot.module.css';

export interface ChooseFilesProps {
  readonly onFiles: (files: BroughtFiles) => void;
  /** `again`: after files that could not be imported. */
  readonly look: 'first' | 'again';
}

export function ChooseFiles({ onFiles, look }: ChooseFilesProps) {
  const folder = useRef<HTMLInputElement>(null);
  const attempt = useAttempt();
  const take = (files: Iterable<File>) => attempt.run(async () => onFiles(chosenFiles(files)));
  return (
    <div className={classes.choose} data-look={look}>
      {look === 'first' && (
        <>
          <IconUpload size={28} color="var(--mh-muted)" aria-hidden />
          <strong>Drop files, a folder or a zip here</strong>
          <p>URDF with its meshes, glTF, COLLADA, STL, OBJ or VRML.</p>
        </>
      )}
      <span className={classes.buttons}>
        <FileButton multiple onChange={take}>
          {(props) => (
            <Button {...props} variant={look === 'first' ? 'filled' : 'default'} leftSection={<IconFile size={16} />}>
              Choose files
            </Button>
          )}
        </FileButton>
        <Button variant="default" leftSection={<IconFolder size={16} />} onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </span>
      <input
        ref={(input) => {
          folder.current = input;
          // React knows no such attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        onChange={(event) => event.currentTarget.files && take([...event.currentTarget.files])}
      />
      <Failure text={attempt.failure} />
    </div>
  );
}
