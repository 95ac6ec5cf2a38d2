/** Rigid-body dynamics by Rapier. The engine is loaded when it is first needed: it is a megabyte that most pages never want. */
import type { Engine } from '../core/physics/physics.ts';

export async function loadEngine(): Promise<Engine> {
  const { loadRapier } = await import('./rapier-dynamics.ts');
  return loadRapier();
}
