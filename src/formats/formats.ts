/**
 * Bodies that others made, to models of the catalog and back: URDF, glTF, COLLADA, STL, OBJ and VRML, alone, in folders or in zips.
 * SPEC.md has the rules. Runs in Node and in a browser's worker; whoever calls it with files of strangers runs it in a worker, with limits
 * of time and memory.
 */
import { isId } from '../core/base/ids.ts';
import type { Model } from '../core/robots/model.ts';
import { bareMesh } from './bare-mesh.ts';
import { exportedFiles } from './export-body.ts';
import { ImportError, refusal } from './import-error.ts';
import type { ImportedBody, ImportOptions, SourceFiles } from './imported-body.ts';
import { formatOf, isGeometry, Meshes } from './meshes.ts';
import { SourceFolder } from './source-folder.ts';
import { urdfModel } from './urdf.ts';
import { IS_XACRO } from './urdf-document.ts';

export { ImportError, type ImportProblem } from './import-error.ts';
export type { ImportedBody, ImportOptions, SourceFiles } from './imported-body.ts';

/** Which of the files can be imported, best first: robots before meshes, and what lies high in the folder before what lies deep. */
export function sourcesIn(files: SourceFiles): string[] {
  return sourcesOf(new SourceFolder(files));
}

const order = ['urdf', 'glb', 'gltf', 'dae', 'wrl', 'vrml', 'wrz', 'obj', 'stl'];

function sourcesOf(folder: SourceFolder): string[] {
  const depth = (path: string) => path.split('/').length;
  return folder.paths
    .filter((path) => (formatOf(path) === 'urdf' || isGeometry(path)) && !/(^|\/)(__MACOSX\/|\._)/.test(path))
    .sort((a, b) => order.indexOf(formatOf(a)) - order.indexOf(formatOf(b)) || depth(a) - depth(b) || (a < b ? -1 : 1));
}

/** Members of a zip count as files. Rejects with ImportError whatever cannot be imported whole. */
export async function importBody(files: SourceFiles, options: ImportOptions = {}): Promise<ImportedBody> {
  const first = options.main ?? [...files.keys()][0] ?? '';
  try {
    return imported(files, options);
  } catch (thrown) {
    if (thrown instanceof ImportError) throw thrown;
    // A reader that stumbles has met something nobody thought of: for whoever imports, the file is what is wrong.
    throw new ImportError([{ file: first, message: `cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}` }], {
      cause: thrown,
    });
  }
}

function imported(files: SourceFiles, options: ImportOptions): ImportedBody {
  const { unitM, id } = options;
  if (unitM !== undefined && !(unitM >= 1e-6 && unitM <= 1000)) throw refusal('', `a unit of ${unitM} m is none: 0.000001 to 1000`);
  if (id !== undefined && !isId(id)) throw refusal('', `"${id}" is no id: use 1 to 64 of a-z, 0-9, _ and -`);
  const folder = new SourceFolder(files);
  const path = options.main ?? sourcesOf(folder)[0];
  const macro =
    path === undefined ? folder.paths.find((each) => formatOf(each) === 'xacro') : formatOf(path) === 'xacro' ? path : undefined;
  if (macro !== undefined) throw refusal(macro, IS_XACRO);
  if (path === undefined) throw refusal([...files.keys()][0] ?? '', `nothing here can be imported: ${order.join(', ')} can`);
  const meshes = new Meshes(folder);
  const model = formatOf(path) === 'urdf' ? urdfModel(path, folder, meshes, options) : bareMesh(path, meshes, options);
  return { model, meshes: meshes.encoded, problems: meshes.problems };
}

/** `robot.urdf` and a `meshes/*.glb` for each mesh it shows. */
export async function exportBody(model: Model, meshes: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  return exportedFiles(model, meshes);
}
