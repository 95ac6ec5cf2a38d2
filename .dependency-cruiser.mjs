/**
 * Who may import whom. ARCHITECTURE.md explains the picture; `npm run check` enforces it, through scripts/arrows.ts.
 *
 * TypeScript's project references are the first wall between the top-level folders (they reject type-only imports too), but they let a
 * project through to whatever its references reference. These tables close that gap and also hold inside core.
 * When an arrow is wrong, change it here, in the folder's tsconfig.json and in ARCHITECTURE.md, with the reason.
 */

import { Visitor } from '@swc/core/Visitor.js';

// The visitor that dependency-cruiser walks swc's trees with throws at a `using` declaration: it does not know the word yet.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (/** @type {any} */ statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

/** Each folder of src, and what it may import: a folder, or a folder inside one. */
export const arrowsBetweenFolders = {
  core: [],
  // The ports of core on the system's clock and randomness.
  platform: ['core'],
  transports: ['core'],
  storage: ['core'],
  channels: ['core'],
  // The port of core on a rigid-body engine.
  dynamics: ['core'],
  formats: ['core/base', 'core/geometry', 'core/robots', 'core/maps'],
  // Pure codecs: a codec knows no socket and no world.
  protocols: ['core/base'],
  // Drivers and gateways never import each other: both speak to the world through core.
  drivers: ['core', 'protocols', 'channels'],
  gateways: ['core', 'protocols', 'channels'],
  library: ['core', 'dynamics', 'platform', 'transports'],
  // The library again, on the bus itself: in Node only.
  headless: ['core', 'dynamics', 'platform', 'transports', 'library'],
  simulator: ['core', 'dynamics'],
  hub: [
    'core',
    'platform',
    'transports',
    'storage',
    'channels',
    'dynamics',
    'formats',
    'protocols',
    'drivers',
    'gateways',
    'library',
    'headless',
    'simulator',
  ],
  web: ['core', 'platform', 'dynamics', 'formats', 'transports/socket'],
};

const belowHost = [
  'base',
  'bus',
  'store',
  'api',
  'geometry',
  'blackboard',
  'documents',
  'robots',
  'maps',
  'world',
  'sensors',
  'physics',
  'planners',
  'knowledge',
  'programs',
  'tasks',
  'agents',
  'recorder',
  'elevators',
  'buildings',
  'navigation',
];

/** Each folder of src/core, and what else of core it may import. */
export const arrowsInsideCore = {
  base: [],
  bus: ['base'],
  // What is remembered is what the others speak of: it names their types, and they know nothing of a store.
  store: ['base', 'geometry', 'robots', 'api'],
  geometry: ['base'],
  // Schemas of messages: whoever sends or receives them imports api, so api itself stays at the bottom.
  api: ['base'],
  // Time, presence and what is mounted reach it through ports: it knows no world.
  blackboard: ['base', 'bus'],
  // What is asked about documents as wholes is checked by schemas.
  documents: ['base', 'bus', 'store', 'api'],
  // A model makes the draft of an entity, and is checked by a schema.
  robots: ['base', 'geometry', 'api'],
  maps: ['base', 'geometry'],
  world: ['base', 'bus', 'api', 'robots'],
  // What of a world is in the Store, and which hub writes it there.
  saving: ['base', 'bus', 'api', 'store', 'world'],
  // These see the rest of the world only through the Surroundings port, which host implements.
  sensors: ['base', 'geometry', 'robots', 'maps'],
  physics: ['base', 'geometry', 'robots', 'maps'],
  planners: ['base', 'geometry', 'robots', 'maps'],
  // What robots see of maps, and plan on.
  knowledge: ['base', 'geometry', 'robots', 'maps', 'planners', 'blackboard'],
  programs: ['base', 'robots'],
  // Whose programs they are, and whose flags, comes through ports.
  tasks: ['base', 'bus', 'api', 'robots', 'programs'],
  agents: ['base', 'geometry', 'robots', 'maps', 'blackboard', 'sensors', 'planners'],
  // Models of shafts and cabins, and what their owners do.
  elevators: ['base', 'geometry', 'robots', 'world'],
  // What a site's maps are as bodies: models and the drafts of entities, and who would stand in them.
  buildings: ['base', 'geometry', 'api', 'robots', 'maps', 'physics', 'elevators'],
  // Where robots are sent, and how they get there: asked of planners, driven by commands.
  navigation: ['base', 'bus', 'api', 'robots', 'maps', 'planners', 'physics', 'elevators', 'world'],
  recorder: ['base', 'bus', 'store', 'world'],
  host: belowHost,
  // Programs at the owner of their robot: motions, grasps and sensors are the host's.
  running: [...belowHost, 'host'],
  practice: [...belowHost, 'host', 'running'],
};

/** Packages that run unchanged in Node, in browsers and in workers, and do no I/O. */
const packagesOfCore = ['zod', 'clipper2-ts', '@lezer/common', '@lezer/lr', 'yjs'];

// Tests may wire anything to anything: they are held only to the rules about cycles.
const testFile = '\\.(test|contract)\\.ts$';

const anyOf = (/** @type {readonly string[]} */ folders) => `(${folders.join('|')})`;

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** @type {Rule[]} */
const betweenFolders = Object.entries(arrowsBetweenFolders).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  comment: `${folder} may import ${allowed.length === 0 ? 'no other folder of src' : `only ${allowed.join(', ')}`}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: testFile },
  to: { path: '^src/', pathNot: `^src/${anyOf([folder, ...allowed])}/` },
}));

/** @type {Rule[]} */
const insideCore = Object.entries(arrowsInsideCore).map(([folder, allowed]) => ({
  name: `core-${folder}-imports`,
  comment: `core/${folder} may import ${allowed.length === 0 ? 'no other folder of core' : `of core only ${allowed.join(', ')}`}`,
  severity: 'error',
  from: { path: `^src/core/${folder}/`, pathNot: testFile },
  to: { path: '^src/core/', pathNot: `^src/core/${anyOf([folder, ...allowed])}/` },
}));

/** @type {Rule[]} */
const everywhere = [
  {
    name: 'no-cycle',
    comment: 'two files that import each other are one file in two pieces: move what both need below both',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolved',
    comment: 'the file or package that is imported does not exist',
    severity: 'error',
    from: {},
    // Our own package is there only once it is built, which may be happening just now; the compiler looks after that.
    to: { couldNotResolve: true, pathNot: '^manyhands(/planners)?$' },
  },
  {
    name: 'product-imports-test',
    comment: 'what is shipped may not lean on a test',
    severity: 'error',
    from: { path: '^src/', pathNot: testFile },
    to: { path: [testFile, '^tests/', '^(scripts|bench|examples)/'] },
  },
  {
    name: 'product-imports-development-package',
    comment: 'what is shipped may import only packages listed under "dependencies" in package.json',
    severity: 'error',
    // The page is bundled: what it imports is inside of it, so whoever installs the product needs none of it.
    from: { path: '^src/(?!web/)', pathNot: testFile },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'page-imports-unlisted-package',
    comment: 'the page may import only packages listed in package.json',
    severity: 'error',
    from: { path: '^src/web/', pathNot: testFile },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

/** @type {Rule[]} */
const pureAndIsomorphic = [
  {
    name: 'core-imports-platform',
    comment: 'core does no I/O: what is outside reaches it through a port (Clock, Bus, Store, Random)',
    severity: 'error',
    from: { path: '^src/core/', pathNot: testFile },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'core-imports-package',
    comment: `core may import only the packages ${packagesOfCore.join(', ')}: they do no I/O and run everywhere`,
    severity: 'error',
    from: { path: '^src/core/', pathNot: testFile },
    to: { dependencyTypes: ['npm'], pathNot: `node_modules/${anyOf(packagesOfCore)}/` },
  },
  {
    name: 'library-reaches-node',
    comment: 'the library runs in browsers too: nothing it imports, however far down, may need Node',
    severity: 'error',
    from: { path: '^src/(platform|library)/', pathNot: testFile },
    to: { path: ['^node:', '^(fs|net|http|os|path|stream|crypto|events|worker_threads)$', 'node_modules/ws/'], reachable: true },
  },
];

export const forbidden = [...betweenFolders, ...insideCore, ...everywhere, ...pureAndIsomorphic];

/** @type {import('dependency-cruiser').ICruiseOptions} */
export const options = {
  // TypeScript 7 has no compiler API: with any other parser dependency-cruiser sees no module at all, and finds nothing wrong.
  parser: 'swc',
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^(dist|tests/checks/fixtures)/' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
};

export default { forbidden, options };
