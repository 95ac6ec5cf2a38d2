/** The colours of the page, by what they are for. The test beside this file computes every pair of text and ground again. */
export interface Tokens {
  /** Page; panels and cards; read-only wells. */
  readonly bg: string;
  readonly panel: string;
  readonly sunk: string;
  /** Behind a hovered row; behind a selected one. */
  readonly hover: string;
  readonly soft: string;
  /** Dividers; edges of buttons; edges of inputs, slider tracks and switches. */
  readonly line: string;
  readonly line2: string;
  readonly control: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly accentText: string;
  readonly onAccent: string;
  readonly ok: string;
  readonly okTint: string;
  readonly warn: string;
  readonly warnTint: string;
  readonly bad: string;
  readonly badTint: string;
  /** Stop buttons and the Stop mark on the timeline, nothing else. */
  readonly stop: string;
  readonly stopEdge: string;
}

const stop = { stop: '#D02A2A', stopEdge: '#A81F1F' };

export const lightTokens: Tokens = {
  bg: '#EEF1F0',
  panel: '#FFFFFF',
  sunk: '#F4F6F5',
  hover: '#EDF1F0',
  soft: '#DDF1F2',
  line: '#DCE2E0',
  line2: '#BFC9C6',
  control: '#82908C',
  text: '#17211F',
  muted: '#52605D',
  accent: '#0B727B',
  accentText: '#085B63',
  onAccent: '#FFFFFF',
  ok: '#2A7530',
  okTint: '#E0F2E0',
  warn: '#8A5200',
  warnTint: '#FCEFD6',
  bad: '#BF2626',
  badTint: '#FCE4E2',
  ...stop,
};

export const darkTokens: Tokens = {
  bg: '#0E1213',
  panel: '#171D1F',
  sunk: '#111617',
  hover: '#20282A',
  soft: '#12363A',
  line: '#283133',
  line2: '#414C4F',
  control: '#6C797C',
  text: '#E8EDEC',
  muted: '#A3AFAD',
  accent: '#3CC4CE',
  accentText: '#6AD6DE',
  onAccent: '#05201F',
  ok: '#7ACB81',
  okTint: '#173420',
  warn: '#F0B64C',
  warnTint: '#3A2B0D',
  bad: '#FF8A80',
  badTint: '#421B1B',
  ...stop,
};

export const ON_STOP = '#FFFFFF';

/** `--mh-accent-text` for `accentText`. */
export const variableOf = (token: string): string => `--mh-${token.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export const variablesOf = (tokens: Tokens): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).map(([token, colour]) => [variableOf(token), colour]));
