import type { HubCard } from '../../../core/api/hubs.ts';
import { LineMark } from '../../plot/line-mark.tsx';
import { fixed } from '../../quantities/quantities.ts';
import classes from './cluster.module.css';
import { roundTripOf } from './cluster-facts.ts';

/** From each hub to each other and back, as the one in the row measured it. Who does not answer has a dash. */
export function LinksTable({ hubs, colours }: { readonly hubs: readonly HubCard[]; readonly colours: ReadonlyMap<string, number> }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-look="links">
        <thead>
          <tr>
            <th scope="col">From, ms</th>
            {hubs.map(({ hub, name }) => (
              <th key={hub} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hubs.map((from) => (
            <tr key={from.hub}>
              <th scope="row">
                <LineMark name={from.name} colour={colours.get(from.hub)} />
              </th>
              {hubs.map((to) => {
                const roundTripMs = roundTripOf(hubs, from.hub, to.hub);
                return (
                  <td key={to.hub} data-none={roundTripMs === undefined || undefined}>
                    {from === to ? '' : roundTripMs === undefined ? '–' : fixed(roundTripMs, roundTripMs < 10 ? 1 : 0)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
