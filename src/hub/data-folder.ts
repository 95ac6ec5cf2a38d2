import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what users saved is kept unless they say otherwise: where their system keeps such things. */
export function defaultDataFolder(): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'manyhands');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'manyhands');
  return join(XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'manyhands');
}
