import { Checkbox } from '@mantine/core';
import type { Link, Model } from '../../core/robots/model.ts';
import { withFixedPart, withMovedLink, withMovedPart } from './model-edits.ts';
import classes from './own-robot.module.css';

export interface DofMovesProps {
  readonly model: Model;
  readonly index: number;
  readonly onModel: (model: Model) => void;
}

/** Which links, and which parts of links, move with a degree of freedom. What hangs on them goes along. */
export function DofMoves({ model, index, onModel }: DofMovesProps) {
  return (
    <section className={classes.moves} aria-label="What moves with it">
      <h4>What moves with it</h4>
      <ul>
        {model.links.map((link, at) => {
          const place = `${at} of ${model.links.length}`;
          return (
            <li key={place} style={{ paddingLeft: 16 * depthOf(model, at) }}>
              <LinkRow model={model} link={link} at={at} index={index} onModel={onModel} />
              <PartRows model={model} link={link} at={at} index={index} onModel={onModel} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const MOST_DEPTH = 6;

function depthOf(model: Model, at: number): number {
  let depth = 0;
  for (let link = model.links[at]; link && link.parent >= 0 && depth < MOST_DEPTH; depth++) link = model.links[link.parent];
  return depth;
}

interface RowProps extends DofMovesProps {
  readonly link: Link;
  readonly at: number;
}

function LinkRow({ model, link, at, index, onModel }: RowProps) {
  // The base is where the entity stands: it moves with nothing.
  if (at === 0) return <span className={classes.base}>{link.name} (base)</span>;
  const other = link.dof === undefined || link.dof === index ? undefined : model.dofs[link.dof]?.name;
  return (
    <Checkbox
      label={other === undefined ? link.name : `${link.name} (moves with ${other})`}
      checked={link.dof === index}
      disabled={other !== undefined}
      onChange={(event) => onModel(withMovedLink(model, at, event.currentTarget.checked ? index : undefined))}
    />
  );
}

/** A link of one part moves as a whole; the base never does, so its parts are offered even when there is one. */
function PartRows({ model, link, at, index, onModel }: RowProps) {
  if (link.parts.length < (at === 0 ? 1 : 2)) return null;
  const isMoved = link.dof === index && at > 0;
  return (
    <ul>
      {link.parts.map((part, number) => {
        const place = `${number} of ${link.parts.length}`;
        const name = `part ${number + 1} of ${link.name}, ${part.shape.kind}`;
        return (
          <li key={place}>
            <Checkbox
              label={name}
              checked={isMoved}
              onChange={() =>
                onModel(
                  isMoved ? withFixedPart(model, { link: at, part: number }) : withMovedPart(model, { link: at, part: number }, index),
                )
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
