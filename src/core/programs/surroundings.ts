import { drivenDofs, type Model } from '../robots/robots.ts';

/** What is known of where a program will run. What is left out is not looked at. */
export interface Surroundings {
  readonly model?: Model | undefined;
  /** Names of the taught positions. */
  readonly positions?: readonly string[] | undefined;
  readonly robots?: readonly string[] | undefined;
  /** Points, rooms and floors of the map. */
  readonly places?: readonly string[] | undefined;
  readonly sensors?: readonly string[] | undefined;
}

/** Of a base without joints: what `move(1, 500)` and `move(2, 90)` move. */
export const BASE_DOFS = ['forward', 'turn'] as const;

/** Whether its base goes where it is sent. */
export const canDrive = ({ drive, gait }: Model): boolean => drive !== undefined || gait !== undefined;

/** The degrees of freedom that programs move, as they are named there: joints; of a base that has none its way forward and its turn. */
export function dofNames(model: Model): readonly string[] {
  const joints = drivenDofs(model).map(({ name }) => plainName(name));
  return joints.length === 0 && canDrive(model) ? BASE_DOFS : joints;
}

/** By its name, or by its number from 1; below 0 when there is none. */
export function dofIndex(dof: string | number, model: Model): number {
  const names = dofNames(model);
  if (typeof dof === 'string') return names.indexOf(plainName(dof));
  return dof >= 1 && dof <= names.length ? dof - 1 : -1;
}

/** `J1 waist` is `waist`, and `Gripper` is `gripper`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/^j\d+ /, '');
