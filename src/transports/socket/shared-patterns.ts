/**
 * Patterns all of whose subjects are state or video; what keepers hold of regions is among these, for it was half of what a watcher received. Their messages
 * are encoded once for all participants and come without the number of a subscription; door and participant must agree on which patterns these are.
 */
export function isSharedPattern(pattern: string): boolean {
  const tokens = pattern.split('.');
  if (tokens[2] === 'cam' || tokens[2] === 'av' || tokens[2] === 'bb') return tokens.length > 3;
  return (tokens[3] === 'st' || tokens[3] === 'inv') && tokens.length === 5 && tokens[4] !== '>';
}
