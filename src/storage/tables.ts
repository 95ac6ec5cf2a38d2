import type { Generated } from 'kysely';

/** The tables, as queries see them. What they are in SQL stands in migrations/: there the names are in snake_case. */

export interface Tables {
  worlds: WorldsTable;
  entities: EntitiesTable;
  pictures: PicturesTable;
  models: ModelsTable;
  modelLinks: ModelLinksTable;
  modelDofs: ModelDofsTable;
  modelDhRows: ModelDhRowsTable;
  modelParts: ModelPartsTable;
  geometries: GeometriesTable;
  meshes: MeshesTable;
  people: PeopleTable;
  roles: RolesTable;
  invitations: InvitationsTable;
  chatLines: ChatLinesTable;
  files: FilesTable;
  contents: ContentsTable;
  documents: DocumentsTable;
  audit: AuditTable;
  secrets: SecretsTable;
  counters: CountersTable;
}

/** JSON: its reader checks it. */
type Json = string;

export interface PoseColumns {
  x: number;
  y: number;
  z: number;
  qx: number;
  qy: number;
  qz: number;
  qw: number;
}

interface WorldsTable {
  id: string;
  name: string;
  summary: string;
  template: string | null;
  createdBy: string;
  createdAtMs: number;
  openedAtMs: number;
  savedAtMs: number;
  revision: number;
  view: Json | null;
  keeper: string | null;
  kept: Generated<number>;
}

interface EntitiesTable {
  world: string;
  id: string;
  kind: string;
  description: Json;
  posture: Json;
  ride: Json | null;
  stop: Json | null;
}

interface PicturesTable {
  world: string;
  mediaType: string;
  hash: string;
  bytes: Uint8Array;
}

export interface ModelsTable {
  id: string;
  name: string;
  kind: string;
  summary: string;
  approximate: string | null;
  drive: Json | null;
  gait: Json | null;
  tool: Json | null;
  mounts: Json | null;
  massKg: number | null;
  friction: number | null;
  radiusM: number;
  heightM: number;
  /** Of the model as the product brought it; null for what it did not bring. */
  shippedHash: string | null;
}

/** `position` counts from 0, in all tables of models. */
export interface ModelLinksTable extends PoseColumns {
  model: string;
  position: number;
  name: string;
  parent: number;
  /** The position of the degree of freedom that moves it, and by which factor and period. */
  dof: number | null;
  factor: number | null;
  period: number | null;
}

export interface ModelDofsTable {
  model: string;
  position: number;
  name: string;
  kind: string;
  pivotX: number;
  pivotY: number;
  pivotZ: number;
  axisX: number;
  axisY: number;
  axisZ: number;
  low: number;
  high: number;
  speedPerS: number;
  accelerationPerS2: number | null;
  home: number;
}

export interface ModelDhRowsTable {
  model: string;
  position: number;
  d: number;
  a: number;
  alpha: number;
  thetaOffset: number;
}

export interface ModelPartsTable extends PoseColumns {
  model: string;
  link: number;
  position: number;
  geometry: string;
  paint: string;
}

export interface GeometriesTable {
  hash: string;
  shape: Json;
  /** The hash of its triangles; null for what is said in `shape` alone. */
  mesh: string | null;
}

interface MeshesTable {
  hash: string;
  sizeBytes: number;
  bytes: Uint8Array;
}

interface PeopleTable {
  id: string;
  name: string;
  colour: number;
  firstSeenMs: number;
  lastSeenMs: number;
  preferences: Json | null;
}

interface RolesTable {
  person: string;
  /** The world, or nothing for everywhere: a key cannot be null. */
  scope: string;
  world: string | null;
  role: string;
  grantedBy: string;
  grantedAtMs: number;
}

interface InvitationsTable {
  id: string;
  /** Null for everywhere. */
  world: string | null;
  role: string;
  note: string;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  revokedBy: string | null;
  revokedAtMs: number | null;
}

interface ChatLinesTable {
  world: string;
  seq: number;
  author: string;
  name: string;
  text: string;
  atMs: number;
}

interface FilesTable {
  world: string;
  contentHash: string;
  name: string;
  mediaType: string;
  addedBy: string;
  addedAtMs: number;
}

interface ContentsTable {
  hash: string;
  sizeBytes: number;
  bytes: Uint8Array;
}

interface DocumentsTable {
  world: string;
  id: string;
  name: string;
  createdBy: string;
  createdAtMs: number;
  changedAtMs: number;
  sizeBytes: number;
  state: Uint8Array;
}

interface AuditTable {
  seq: number;
  atMs: number;
  world: string | null;
  actor: string;
  name: string;
  action: string;
  subject: string | null;
  detail: string;
}

interface SecretsTable {
  name: string;
  value: Uint8Array;
}

interface CountersTable {
  name: string;
  value: number;
}
