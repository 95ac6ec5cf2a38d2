/** Why something stands although it was to go on, after the word "stopped": the same wherever it is said. */
export const contactWords = (entity: string, other: string, otherName: string | undefined): string =>
  entity === other ? 'it would touch itself' : `${otherName ?? 'something'} in its way`;
