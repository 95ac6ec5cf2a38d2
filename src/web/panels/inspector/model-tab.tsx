import type { DegreeOfFreedom, DhRow, Model } from '../../../core/robots/model.ts';
import { Failure } from '../../controls/failure.tsx';
import type { EntityInfo } from '../../link/world-link.ts';
import { angle, fixed, lengthInCell, speed, turnSpeed } from '../../quantities/quantities.ts';
import { missingParts } from '../../world/missing-parts.ts';
import { useRoom } from '../../world/room-context.ts';
import classes from './inspector.module.css';

/** The figures of the catalog. */
export function ModelTab({ info }: { readonly info: EntityInfo }) {
  const room = useRoom();
  const model = room.models.get(info.description.model);
  if (!model) {
    return (
      <p className={classes.hint}>
        The catalog has no model "{info.description.model}", so a grey box stands for it. Add the model to the hub's catalog; it appears
        here by itself.
      </p>
    );
  }
  return (
    <>
      <section className={classes.section}>
        <h3>{model.name}</h3>
        <p className={classes.hint}>{model.summary}</p>
        {model.approximate !== undefined && <p className={classes.hint}>Approximate: {model.approximate}</p>}
        {missingParts([model], room.models.meshes.missing).map(({ hash, place, reason }) => (
          <Failure key={hash} text={`The mesh of ${place} is missing, so a box stands for it: ${reason}.`} />
        ))}
        <DriveFacts model={model} />
      </section>
      {model.dofs.length > 0 && <Limits dofs={model.dofs} />}
      {model.dh && <DhTable rows={model.dh} />}
    </>
  );
}

function DriveFacts({ model: { drive } }: { readonly model: Model }) {
  if (!drive) return null;
  return (
    <dl className={classes.facts}>
      <dt>Wheel diameter</dt>
      <dd>{lengthInCell(drive.wheelRadiusM * 2)}</dd>
      <dt>Track</dt>
      <dd>{lengthInCell(drive.trackM)}</dd>
      <dt>Speed</dt>
      <dd>{speed(drive.speedMPerS)}</dd>
      <dt>Turning</dt>
      <dd>{turnSpeed(drive.turnRadPerS)}</dd>
    </dl>
  );
}

function Limits({ dofs }: { readonly dofs: readonly DegreeOfFreedom[] }) {
  return (
    <section className={classes.section} data-ruled>
      <h3>Degrees of freedom</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Name</th>
            <th>from</th>
            <th>to</th>
            <th>speed</th>
          </tr>
        </thead>
        <tbody>
          {dofs.map((dof) => {
            const isAngle = dof.kind === 'rotation';
            const text = isAngle ? angle : lengthInCell;
            return (
              <tr key={dof.name}>
                <th scope="row">{dof.name}</th>
                <td>{text(dof.low)}</td>
                <td>{text(dof.high)}</td>
                <td>{isAngle ? turnSpeed(dof.speedPerS) : speed(dof.speedPerS)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const numbered = (rows: readonly DhRow[]) => rows.map((row, index) => ({ joint: index + 1, ...row }));

function DhTable({ rows }: { readonly rows: readonly DhRow[] }) {
  return (
    <section className={classes.section} data-ruled>
      <h3>
        Denavit-Hartenberg <small>standard</small>
      </h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Joint</th>
            <th>d, mm</th>
            <th>a, mm</th>
            <th>α</th>
            <th>θ offset</th>
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ joint, d, a, alpha, offset }) => (
            <tr key={joint}>
              <th scope="row">{joint}</th>
              <td>{fixed(d * 1000, 1)}</td>
              <td>{fixed(a * 1000, 1)}</td>
              <td>{angle(alpha)}</td>
              <td>{angle(offset)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
