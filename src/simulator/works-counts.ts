/** What is counted in each seed, beside what every place counts: printed with the other means. */
export const WORKS_COUNTS = ['swapsChecked'] as const;

export type WorksCounts = Readonly<Record<(typeof WORKS_COUNTS)[number], number>>;
