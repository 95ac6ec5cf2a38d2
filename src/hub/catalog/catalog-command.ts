import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import { DEFAULT_PORT } from '../../library/hub-url.ts';
import { EXIT_HELP, type ExitCode } from '../exit-codes.ts';

interface HubFlags {
  hub?: string;
  link?: string;
  as: string;
  json?: true;
}

interface ImportFlags extends HubFlags {
  id?: string;
  name?: string;
  unit?: keyof typeof UNITS_M;
  up?: 'y' | 'z';
}

const UNITS_M = { mm: 0.001, cm: 0.01, m: 1, in: 0.0254 } as const;

interface Words {
  readonly run: (action: () => Promise<ExitCode>) => Promise<void>;
  /** Throws what the command line tells people when a text is no id. */
  readonly idOf: (text: string) => string;
}

/** The options of `manyhands catalog`: what they do is in catalog.ts. */
export function addCatalogCommand(program: Command, { run, idOf }: Words): void {
  const catalog = program
    .command('catalog')
    .summary('brings robots of your own into a hub')
    .description(
      "Lists, imports, exports and removes models of a running hub. Importing needs a teacher's or an administrator's join link.",
    );

  atHub(catalog.command('import'))
    .summary('imports URDF, glTF, COLLADA, STL, OBJ and VRML')
    .description(
      'Imports a robot or a thing: a file, a folder or a zip. A URDF brings the meshes it names; several meshes are a model each.',
    )
    .argument('<file...>', 'files, folders, zips')
    .option('--id <id>', 'its id in the catalog, also to replace the one that has it (default: made from its name)', idOf)
    .option('--name <name>', 'what people call it (default: as the file says)')
    .addOption(new Option('--unit <unit>', 'unit of length in the file, where the file does not say').choices(Object.keys(UNITS_M)))
    .addOption(new Option('--up <axis>', 'axis of the file that points up, where the format does not say').choices(['y', 'z']))
    .addHelpText(
      'after',
      '\nExamples:\n  manyhands catalog import my-robot/ --link LINK\n  manyhands catalog import bracket.stl --unit mm --name Bracket --link LINK',
    )
    .action((files: string[], { id, name, unit, up, ...flags }: ImportFlags) =>
      run(async () => {
        const { importModels } = await import('./catalog.ts');
        return importModels(files, { ...identityOf(flags), id, title: name, unitM: unit && UNITS_M[unit], up });
      }),
    );

  atHub(catalog.command('list'))
    .summary('lists the models of a hub')
    .action((flags: HubFlags) => run(async () => (await import('./catalog.ts')).listModels(identityOf(flags))));

  atHub(catalog.command('export'))
    .summary('writes a model as URDF and glTF')
    .argument('<model>', 'its id', idOf)
    .option('--out <folder>', "where to (default: a new folder of the model's name)")
    .action((model: string, { out, ...flags }: HubFlags & { out?: string }) =>
      run(async () => (await import('./catalog.ts')).exportModel(model, out, identityOf(flags))),
    );

  atHub(catalog.command('remove'))
    .summary('removes a model that is in no world')
    .argument('<model>', 'its id', idOf)
    .action((model: string, flags: HubFlags) => run(async () => (await import('./catalog.ts')).removeModel(model, identityOf(flags))));
}

/** Who asks which hub, as with `join`. */
const atHub = (command: Command): Command =>
  command
    .option('--hub <url>', `address of the hub, or a join link (default: that of --link, or http://127.0.0.1:${DEFAULT_PORT})`)
    .option('--link <link>', 'join link, or what stands behind its #')
    .option('--as <name>', 'what others call you', userInfo().username)
    .option('--json', 'prints results as one JSON object a line')
    .addHelpText('after', EXIT_HELP);

const identityOf = ({ hub, link, as: name, json }: HubFlags) => ({
  hub,
  link,
  name,
  format: json ? ('json' as const) : ('human' as const),
});
