import { Switch } from '@mantine/core';
import { useObservable } from '../page/use-observable.ts';
import type { Guidance } from './guidance.ts';

/** What is drawn of plans and sensors. */
export function OverlaySwitches({ guidance }: { readonly guidance: Guidance }) {
  const shown = useObservable(guidance.shown);
  const common = { size: 'xs', labelPosition: 'left' } as const;
  return (
    <>
      <Switch
        {...common}
        label="Paths and goals"
        checked={shown.paths}
        onChange={({ currentTarget: { checked } }) => guidance.shown.set({ ...shown, paths: checked })}
      />
      <Switch
        {...common}
        label="Sensors of the selected"
        checked={shown.sensors !== 'none'}
        onChange={({ currentTarget: { checked } }) => guidance.shown.set({ ...shown, sensors: checked ? 'selected' : 'none' })}
      />
      <Switch
        {...common}
        label="Sensors of all"
        checked={shown.sensors === 'all'}
        onChange={({ currentTarget: { checked } }) => guidance.shown.set({ ...shown, sensors: checked ? 'all' : 'selected' })}
      />
    </>
  );
}
