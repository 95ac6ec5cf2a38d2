import { check } from '../../core/api/messages.ts';
import { MalformedError } from '../../core/base/errors.ts';
import type { Pose } from '../../core/base/pose.ts';
import type { Part } from '../../core/geometry/shape.ts';
import type { DegreeOfFreedom, DhRow, Link, Model } from '../../core/robots/model.ts';
import { storedModelSchema } from '../../core/store/schemas.ts';
import { contentHash } from '../content-hash.ts';
import type { ModelDhRowsTable, ModelDofsTable, ModelLinksTable, ModelPartsTable, ModelsTable, PoseColumns } from '../tables.ts';

/** A model, taken apart into the rows of its tables. */
export interface ModelRows {
  readonly model: Omit<ModelsTable, 'shippedHash'>;
  readonly links: readonly ModelLinksTable[];
  readonly dofs: readonly ModelDofsTable[];
  readonly dhRows: readonly ModelDhRowsTable[];
  readonly parts: readonly PartRow[];
}

/** With its geometry, which is kept once by its hash, for all parts of that shape. */
export interface PartRow extends ModelPartsTable {
  readonly shape: string;
  readonly mesh: string | null;
}

export function takeApart(model: Model): ModelRows {
  const { id, name, kind, summary, approximate, links, dofs, dh, drive, gait, tool, mounts, massKg, friction, extent } = model;
  return {
    model: {
      ...{ id, name, kind, summary, approximate: approximate ?? null },
      ...{ drive: json(drive), gait: json(gait), tool: json(tool), mounts: json(mounts) },
      ...{ massKg: massKg ?? null, friction: friction ?? null },
      ...extent,
    },
    links: links.map((link, position) => ({
      model: id,
      position,
      name: link.name,
      parent: link.parent,
      dof: link.dof ?? null,
      factor: link.factor ?? null,
      period: link.period ?? null,
      ...link.origin,
    })),
    dofs: dofs.map((dof, position) => dofRow(id, position, dof)),
    dhRows: dh?.map(({ d, a, alpha, offset }, position) => ({ model: id, position, d, a, alpha, thetaOffset: offset })) ?? [],
    parts: links.flatMap(({ parts }, link) => parts.map((part, position) => partRow(id, link, position, part))),
  };
}

function dofRow(model: string, position: number, { pivot, axis, ...dof }: DegreeOfFreedom): ModelDofsTable {
  const { name, kind, low, high, speedPerS, home } = dof;
  const [pivotX, pivotY, pivotZ] = pivot;
  const [axisX, axisY, axisZ] = axis;
  const accelerationPerS2 = dof.accelerationPerS2 ?? null;
  return { model, position, name, kind, pivotX, pivotY, pivotZ, axisX, axisY, axisZ, low, high, speedPerS, accelerationPerS2, home };
}

function partRow(model: string, link: number, position: number, { shape, at, paint }: Part): PartRow {
  const text = JSON.stringify(shape);
  return { model, link, position, geometry: contentHash(text), shape: text, mesh: shape.kind === 'mesh' ? shape.mesh : null, paint, ...at };
}

const json = (value: object | undefined): string | null => (value ? JSON.stringify(value) : null);

/** Every field must be named, also those that may be left out: a new one cannot be forgotten. What it holds is checked afterwards. */
type Fields<T> = Readonly<Record<keyof Required<T>, unknown>>;

/** Throws MalformedError when the rows make no model: somebody may have written them by hand. */
export function putTogether({ model, links, dofs, dhRows, parts }: ModelRows): Model {
  for (const { link } of parts) if (!links[link]) throw new MalformedError(`model_parts: there is no link ${link}`);
  const fields: Fields<Model> = {
    id: model.id,
    name: model.name,
    kind: model.kind,
    summary: model.summary,
    approximate: model.approximate ?? undefined,
    links: inOrder(links, 'model_links').map((row) => linkFields(row, parts)),
    dofs: inOrder(dofs, 'model_dofs').map(dofFields),
    dh: dhRows.length === 0 ? undefined : inOrder(dhRows, 'model_dh_rows').map(dhFields),
    drive: parsed(model.drive, 'drive'),
    gait: parsed(model.gait, 'gait'),
    tool: parsed(model.tool, 'tool'),
    mounts: parsed(model.mounts, 'mounts'),
    massKg: model.massKg ?? undefined,
    friction: model.friction ?? undefined,
    extent: { radiusM: model.radiusM, heightM: model.heightM },
  };
  return check(storedModelSchema, fields);
}

const linkFields = (row: ModelLinksTable, parts: readonly PartRow[]): Fields<Link> => ({
  name: row.name,
  parent: row.parent,
  dof: row.dof ?? undefined,
  factor: row.factor ?? undefined,
  period: row.period ?? undefined,
  origin: poseOf(row),
  parts: inOrder(
    parts.filter(({ link }) => link === row.position),
    `model_parts of link ${row.position}`,
  ).map(partFields),
});

const partFields = (row: PartRow): Fields<Part> => ({ shape: parsed(row.shape, 'shape'), at: poseOf(row), paint: row.paint });

const dofFields = ({ name, kind, low, high, speedPerS, accelerationPerS2, home, ...row }: ModelDofsTable): Fields<DegreeOfFreedom> => ({
  name,
  kind,
  pivot: [row.pivotX, row.pivotY, row.pivotZ],
  axis: [row.axisX, row.axisY, row.axisZ],
  low,
  high,
  speedPerS,
  accelerationPerS2: accelerationPerS2 ?? undefined,
  home,
});

const dhFields = ({ d, a, alpha, thetaOffset }: ModelDhRowsTable): Fields<DhRow> => ({ d, a, alpha, offset: thetaOffset });

const poseOf = ({ x, y, z, qx, qy, qz, qw }: PoseColumns): Pose => ({ x, y, z, qx, qy, qz, qw });

/** Links and degrees of freedom are named by their positions: a gap would make them others. */
function inOrder<T extends { readonly position: number }>(rows: readonly T[], table: string): T[] {
  const sorted = [...rows].sort((a, b) => a.position - b.position);
  const wrong = sorted.findIndex(({ position }, i) => position !== i);
  if (wrong >= 0) throw new MalformedError(`${table}: position ${wrong} is missing; count from 0`);
  return sorted;
}

function parsed(text: string | null, column: string): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MalformedError(`${column} is not JSON`, { cause });
  }
}
