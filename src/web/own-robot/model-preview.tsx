import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Model } from '../../core/robots/model.ts';
import type { MeshSource } from '../scene/mesh-source.ts';
import { LoneStage } from './lone-stage.ts';
import classes from './own-robot.module.css';

export interface ModelPreviewProps {
  readonly model: Model | undefined;
  readonly meshes: MeshSource;
  /** Of its degrees of freedom; home where one is missing. */
  readonly values?: readonly number[];
  /** The degree of freedom that is shown with its range. */
  readonly dof?: number | undefined;
}

/** A model in 3D that can be turned. */
export function ModelPreview({ model, meshes, values, dof }: ModelPreviewProps) {
  const host = useRef<HTMLDivElement>(null);
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const motion = useReducedMotion() ? 'reduced' : 'full';
  const first = useRef({ theme, motion } as const);
  const [stage, setStage] = useState<LoneStage>();
  useEffect(() => {
    if (!host.current) return;
    const made = new LoneStage(host.current, { meshes, ...first.current });
    setStage(made);
    return () => {
      setStage(undefined);
      made[Symbol.dispose]();
    };
  }, [meshes]);
  useEffect(() => stage?.setTheme(theme), [stage, theme]);
  useEffect(() => {
    if (model)
      stage?.show(
        model,
        model.dofs.map(({ home }, index) => values?.[index] ?? home),
      );
  }, [stage, model, values]);
  useEffect(() => stage?.point(model && dof !== undefined && dof < model.dofs.length ? dof : undefined), [stage, dof, model]);
  return <div ref={host} className={classes.preview} role="img" aria-label={model ? `${model.name} in 3D: drag to turn` : 'Preview'} />;
}
