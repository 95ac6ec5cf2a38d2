/** Steps that people snap to, in centimetres; 0 is not at all. */
export const STEPS_CM = [0, 1, 5, 10, 25, 50, 100] as const;

const LEAST_SPACE_PX = 9;

/** The grid that is drawn: the step, or the next coarser one whose lines are not too dense to see. */
export function gridStepCm(stepCm: number, pxPerCm: number): number {
  let shown = stepCm > 0 ? stepCm : 50;
  for (let i = 0; shown * pxPerCm < LEAST_SPACE_PX && i < 20; i++) shown *= i % 2 === 0 ? 5 : 2;
  return shown;
}

/** A length that is round and about a hundred pixels long: for the scale in the corner. */
export function scaleBarCm(pxPerCm: number): number {
  const wanted = 100 / pxPerCm;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([5, 2].find((factor) => factor * power <= wanted) ?? 1);
}
