import * as Blockly from 'blockly/core';
import { darkTokens, lightTokens } from '../../theme/tokens.ts';
import { BLOCK_COLOURS } from './block-words.ts';

/** Blocks have the same colours in light and dark, white ink on each; what is around them follows the page. */
export function blockTheme(scheme: 'light' | 'dark'): Blockly.Theme {
  const tokens = scheme === 'dark' ? darkTokens : lightTokens;
  const blockStyles = Object.fromEntries(
    Object.entries(BLOCK_COLOURS).map(([topic, colour]) => [
      topic,
      { colourPrimary: colour, colourSecondary: mixed(colour, 0.22), colourTertiary: mixed(colour, -0.25), hat: '' },
    ]),
  );
  const theme = new Blockly.Theme(
    `manyhands-${scheme}`,
    blockStyles,
    {},
    {
      workspaceBackgroundColour: tokens.sunk,
      toolboxBackgroundColour: tokens.panel,
      toolboxForegroundColour: tokens.text,
      flyoutBackgroundColour: tokens.bg,
      flyoutForegroundColour: tokens.text,
      flyoutOpacity: 0.97,
      scrollbarColour: tokens.control,
      scrollbarOpacity: 0.5,
      insertionMarkerColour: tokens.accent,
      insertionMarkerOpacity: 0.5,
    },
  );
  theme.setFontStyle({ family: 'Inter Variable, system-ui, sans-serif', weight: '500', size: 10 });
  theme.setStartHats(false);
  return theme;
}

/** Towards white, or, below 0, towards black. */
function mixed(colour: string, share: number): string {
  const towards = share > 0 ? 255 : 0;
  const part = (at: number): string => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(value + (towards - value) * Math.abs(share))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
