/** Rigid-body dynamics by Rapier. `openDynamics` loads the engine when it is first needed: it is a megabyte that most pages never want. */
import type { Dynamics } from '../core/physics/physics.ts';

export async function openDynamics(): Promise<Dynamics> {
  const { openRapier } = await import('./rapier-dynamics.ts');
  return openRapier();
}
