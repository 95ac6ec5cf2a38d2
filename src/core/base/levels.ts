/** The height that a floor of a building is at. */
export interface Level {
  readonly id: string;
  readonly heightM: number;
}

/** What comes up is on a floor a little before it is level with it: nothing stands in the way that it does not know. */
const BELOW_M = 0.5;

/** The floor that something at a height is on: the highest that is not above it. What is under all of them is on the lowest. */
export function levelAt<T extends Level>(levels: readonly T[], zM: number): T | undefined {
  const lowest = levels.reduce<T | undefined>((least, level) => (least && least.heightM <= level.heightM ? least : level), undefined);
  return levels.reduce(
    (found, level) => (level.heightM - BELOW_M <= zM && (!found || level.heightM > found.heightM) ? level : found),
    lowest,
  );
}
