import { SegmentedControl } from '@mantine/core';
import { IconDeviceTv } from '@tabler/icons-react';
import { Initials } from '../controls/initials.tsx';
import { StopButton } from '../controls/stop-button.tsx';
import { TipButton } from '../controls/tip-button.tsx';
import type { WorldLink } from '../link/world-link.ts';
import { Bar, Way } from '../page/bar.tsx';
import { KeysButton } from '../page/keys-dialog.tsx';
import { usePage } from '../page/page-context.ts';
import { ThemeButton } from '../page/theme-button.tsx';
import { useObservable } from '../page/use-observable.ts';
import { StatusChip } from '../world/status-chip.tsx';
import classes from './monitor.module.css';
import type { MonitorVisit } from './monitor-visit.ts';

type Place = 'world' | 'monitor' | 'maps';

const PLACES: readonly { readonly value: Place; readonly label: string }[] = [
  { value: 'world', label: '3D' },
  { value: 'monitor', label: 'Monitor' },
  { value: 'maps', label: 'Map editor' },
];

/** Stop is last and always in the same corner. */
export function MonitorBar({ visit, name }: { readonly visit: MonitorVisit; readonly name: string }) {
  const { router } = usePage();
  const { world } = visit;
  const go = (place: Place) => {
    if (place === 'world') router.go({ kind: 'world', world, layout: undefined });
    if (place === 'maps') router.go({ kind: 'maps', world, document: undefined });
  };
  return (
    <Bar>
      <Way to={{ kind: 'world', world, layout: undefined }} label={`Back to the world ${name}`} look="title">
        {name}
      </Way>
      <StatusChip link={visit.link} />
      <span className={classes.places}>
        <SegmentedControl aria-label="View of this world" data={[...PLACES]} value="monitor" onChange={(value) => go(value as Place)} />
      </span>
      <span className={classes.spring} />
      <People link={visit.link} />
      <span className={classes.wide}>
        <ThemeButton />
        <KeysButton place="monitor" />
      </span>
      <TipButton label="For a wall screen" keys="W" onClick={() => enterWall(() => router.go({ kind: 'monitor', world, screen: 'wall' }))}>
        <IconDeviceTv size={18} />
      </TipButton>
      <StopButton look="bar" label="Stop every robot of this world" onStop={() => visit.stopAll()} />
    </Bar>
  );
}

/** A browser that does not let the page take the whole screen shows it in its window. */
function enterWall(go: () => void): void {
  go();
  document.documentElement.requestFullscreen?.().catch(() => undefined);
}

const MOST = 5;

function People({ link }: { readonly link: WorldLink }) {
  const people = useObservable(link.people).filter(({ presence }) => presence !== 'headless');
  const me = useObservable(link.me);
  return (
    <span className={classes.people}>
      {people.slice(0, MOST).map(({ id, name, colour, presence }) => (
        <Initials
          key={id}
          name={name}
          label={id === me?.id ? `${name} (you)` : name}
          colour={colour}
          sizePx={28}
          look={id === me?.id ? 'me' : presence === 'away' ? 'away' : 'plain'}
        />
      ))}
      {people.length > MOST && <span>+{people.length - MOST}</span>}
    </span>
  );
}
