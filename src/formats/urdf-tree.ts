import { MOST_LINKS } from '../core/robots/model-schema.ts';
import { type ImportProblem, type Place, refusal } from './import-error.ts';
import type { UrdfDocument, UrdfJoint, UrdfLink } from './urdf-document.ts';

/** A link and the joint it hangs on; the root has none. */
export interface UrdfNode {
  readonly link: UrdfLink;
  readonly joint?: UrdfJoint | undefined;
}

/** The links of a URDF with parents before children. Whatever is no tree is refused. */
export function treeOf(file: string, { links, joints }: UrdfDocument): UrdfNode[] {
  const byName = new Map<string, UrdfLink>();
  if (links.length === 0) throw refusal(file, 'has no link');
  if (links.length > MOST_LINKS) throw refusal(file, `has ${links.length} links; at most ${MOST_LINKS} are allowed`);
  for (const link of links) {
    if (byName.has(link.name)) throw refusal(file, `two links are called "${link.name}"`, link.place);
    byName.set(link.name, link);
  }
  const above = new Map<string, UrdfJoint>();
  const below = new Map<string, UrdfJoint[]>();
  const names = new Set<string>();
  for (const joint of joints) {
    const refuse = (message: string) => refusal(file, `joint "${joint.name}" ${message}`, joint.place);
    if (names.has(joint.name)) throw refuse('has the name of another joint');
    names.add(joint.name);
    if (joint.parent === joint.child) throw refuse(`has link "${joint.child}" as its parent and as its child`);
    for (const end of [joint.parent, joint.child]) if (!byName.has(end)) throw refuse(`names link "${end}", which is not there`);
    const other = above.get(joint.child);
    if (other) throw refuse(`moves link "${joint.child}", which already hangs on joint "${other.name}"`);
    above.set(joint.child, joint);
    below.set(joint.parent, [...(below.get(joint.parent) ?? []), joint]);
  }
  const roots = links.filter(({ name }) => !above.has(name));
  const [root, second] = roots;
  if (!root) throw refusal(file, 'has no root: its joints go round in a circle', joints[0]?.place ?? START);
  if (second)
    throw refusal(
      file,
      `has ${roots.length} roots ("${root.name}", "${second.name}"${roots.length > 2 ? ', ...' : ''}): one is allowed`,
      second.place,
    );
  const nodes: UrdfNode[] = [{ link: root }];
  for (let i = 0; i < nodes.length; i++) {
    for (const joint of below.get(nodes[i]?.link.name ?? '') ?? []) {
      const link = byName.get(joint.child);
      if (link) nodes.push({ link, joint });
    }
  }
  if (nodes.length < links.length) {
    const reached = new Set(nodes.map(({ link }) => link.name));
    const lost = links.find(({ name }) => !reached.has(name));
    throw refusal(file, `link "${lost?.name ?? ''}" hangs on a circle of joints that never comes to the root`, lost?.place ?? START);
  }
  return nodes;
}

const START: Place = { line: 1, column: 1 };

/** Which joint a mimic follows in the end, through those that follow others themselves: value = multiplier · its value + offset. */
export interface Following {
  readonly master: UrdfJoint;
  readonly multiplier: number;
  readonly offset: number;
}

export function followingOf(file: string, joint: UrdfJoint, joints: ReadonlyMap<string, UrdfJoint>): Following {
  let following: Following = { master: joint, multiplier: 1, offset: 0 };
  const passed = new Set([joint.name]);
  for (let { mimic } = joint; mimic; ) {
    const master = joints.get(mimic.joint);
    if (!master) throw refusal(file, `joint "${joint.name}" mimics "${mimic.joint}", which is not there`, joint.place);
    if (passed.has(master.name)) throw refusal(file, `joint "${joint.name}" mimics itself`, joint.place);
    passed.add(master.name);
    const { multiplier, offset } = following;
    following = { master, multiplier: multiplier * mimic.multiplier, offset: multiplier * mimic.offset + offset };
    mimic = master.mimic;
  }
  return following;
}

export type Note = (place: Place, message: string) => void;

export const notesInto =
  (file: string, problems: ImportProblem[]): Note =>
  ({ line, column }, message) =>
    void problems.push({ file, line, column, message });
