import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MisuseError } from '../../core/base/errors.ts';
import { suggestion } from '../../core/base/nearest.ts';
import type { Model } from '../../core/robots/robots.ts';
import type { TaskSurroundings } from '../../core/tasks/tasks.ts';
import { type Demo, demos, shippedModels } from '../demos/demos.ts';
import { practiceFiles } from '../demos/practice-cell.ts';
import { readText, type TextFile } from '../edl/map-files.ts';

/** A task as text, and where the texts are that it names. */
export interface TaskFile extends TextFile {
  /** What people call it. */
  readonly title: string;
  readonly textOf: (file: string) => string | undefined;
}

const ENDING = '.task';

/** By a file's name; or by the name of one that comes with the product. */
export async function readTaskFile(name: string): Promise<TaskFile> {
  const shipped = practiceFiles.get(`${name}${ENDING}`);
  if (shipped !== undefined) return { name: `${name}${ENDING}`, title: name, text: shipped, textOf: (file) => practiceFiles.get(file) };
  const { text } = await readText(name).catch(({ cause }: Error) => {
    const shippedOnes = shippedTasks().join(', ');
    throw new MisuseError(`${name} is no file that can be read, and no task that comes with the product: those are ${shippedOnes}`, {
      cause,
    });
  });
  const folder = name === '-' ? '.' : dirname(name);
  return { name, title: name.slice(name.lastIndexOf('/') + 1).replace(/\.task$/, ''), text, textOf: (file) => textIn(folder, file) };
}

const shippedTasks = (): string[] =>
  [...practiceFiles.keys()].flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : []));

/** Undefined when there is none; a name that leads elsewhere is none. */
function textIn(folder: string, file: string): string | undefined {
  const path = join(folder, file);
  return /[/\\]/.test(file) || !existsSync(path) ? undefined : readFileSync(path, 'utf8');
}

/** What is known of where it will run. */
export function surroundingsOf(
  { textOf }: TaskFile,
  demo: Demo | undefined,
): Required<Pick<TaskSurroundings, 'program' | 'positions'>> & TaskSurroundings {
  return {
    program: (name) => textOf(`${name}.prg`),
    positions: (name) => textOf(`${name}.pos`),
    robots: demo && robotsOf(demo),
  };
}

export function demoNamed(id: string): Demo {
  const found = demos.find((demo) => demo.id === id);
  const ids = demos.map((demo) => demo.id);
  if (!found) throw new MisuseError(`no world ${id} comes with the product${suggestion(id, ids)}; there are ${ids.join(', ')}`);
  return found;
}

export function modelNamed(id: string): Model | undefined {
  return shippedModels().find((model) => model.id === id);
}

/** What has something to move. */
const robotsOf = ({ entities }: Demo): ReadonlyMap<string, Model | undefined> =>
  new Map(
    entities.flatMap(({ id, draft }) => (draft.dofs.length > 0 || isBase(modelNamed(draft.model)) ? [[id, modelNamed(draft.model)]] : [])),
  );

const isBase = (model: Model | undefined): boolean => model?.drive !== undefined || model?.gait !== undefined;
