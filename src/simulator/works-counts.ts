/** What is counted in each seed, beside what every place counts: printed with the other means. */
export const WORKS_COUNTS = [
  'swapsChecked',
  'storeCrashes',
  /** Changes that a crash of the Store took before they were on its disk, answers that it took, and changes that it acknowledged. */
  'savesUndone',
  'answersLost',
  'savesKept',
  /** Things that programs did; programs that somebody else went on with; programs and tasks that ran when an owner, or who performed the task, died. */
  'effects',
  'programsTakenOver',
  'programsInFlight',
  'taskStarts',
  'tasksEnded',
  'tasksInFlight',
  /** Ages of values that were compared with the truth. */
  'valuesChecked',
  /** Times that the second world began anew from the Store. */
  'annexFoundings',
] as const;

export type WorksCounts = Readonly<Record<(typeof WORKS_COUNTS)[number], number>>;

export const NO_WORKS: Omit<WorksCounts, 'swapsChecked'> = {
  ...{ storeCrashes: 0, savesUndone: 0, answersLost: 0, savesKept: 0, effects: 0, programsTakenOver: 0, programsInFlight: 0 },
  ...{ taskStarts: 0, tasksEnded: 0, tasksInFlight: 0, valuesChecked: 0, annexFoundings: 0 },
};
