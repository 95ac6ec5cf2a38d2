import type { Theme } from './look.ts';
import { INK_ON_TAG } from './palette.ts';

/** A sheet of its own, so that the scene brings its looks with it wherever it is put. */
const RULES = `
.mh-scene { position: absolute; inset: 0; overflow: hidden; }
.mh-scene canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; touch-action: none; outline: none; }
.mh-overlay { position: absolute; inset: 0; pointer-events: none; overflow: hidden; font: 500 12px/16px 'Inter Variable', Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; contain: strict; }
.mh-label { position: absolute; left: 0; top: 0; height: 22px; display: inline-flex; align-items: center; gap: 6px; padding: 0 8px; box-sizing: border-box; border-radius: 11px; white-space: nowrap; color: var(--scene-text); background: var(--scene-panel); box-shadow: 0 0 0 1px var(--scene-line), 0 2px 6px var(--scene-shade); opacity: 0; transition: opacity 80ms cubic-bezier(.2, 0, 0, 1); will-change: transform; }
.mh-label[data-shown] { opacity: 1; transition-duration: 120ms; }
.mh-label[data-kind='person'] { color: var(--scene-on-tag); font-weight: 600; background: var(--label-colour); box-shadow: 0 2px 6px var(--scene-shade); }
.mh-label[data-kind='joint'] { color: var(--scene-accent-text); font-weight: 600; }
.mh-label[data-kind='contact'] { color: var(--scene-warn); font-weight: 600; background: var(--scene-warn-tint); box-shadow: 0 0 0 1px var(--scene-warn), 0 2px 6px var(--scene-shade); }
.mh-label[data-stopped] { background: linear-gradient(var(--scene-solid), var(--scene-solid)) padding-box, repeating-linear-gradient(135deg, #D02A2A 0 5px, var(--scene-solid) 5px 9px) border-box; border: 3px solid transparent; height: 26px; border-radius: 13px; box-shadow: 0 2px 6px var(--scene-shade); }
.mh-label[data-stale] > .mh-swatch { filter: saturate(.45); }
.mh-swatch { width: 10px; height: 10px; border-radius: 3px; flex: none; background: var(--label-colour); }
.mh-initials { min-width: 18px; height: 18px; margin-right: -6px; border-radius: 9px; display: grid; place-items: center; font-size: 9.5px; line-height: 1; font-weight: 700; color: var(--scene-on-tag); background: var(--driver-colour); }
.mh-age { color: var(--scene-bad); }
.mh-missing { color: var(--scene-warn); }
.mh-pointer { position: absolute; left: 0; top: 0; width: 18px; height: 18px; filter: drop-shadow(0 1px 2px var(--scene-shade)); will-change: transform; }
.mh-pulse { position: absolute; left: 0; top: 0; width: 0; height: 0; }
.mh-pulse::before, .mh-pulse::after { content: ''; position: absolute; left: -5px; top: -5px; width: 10px; height: 10px; box-sizing: border-box; border-radius: 50%; background: var(--scene-warn); border: 2px solid var(--scene-solid); }
.mh-pulse::after { left: -22px; top: -22px; width: 44px; height: 44px; background: none; border: 3px solid var(--scene-warn); opacity: 0; animation: mh-pulse 700ms cubic-bezier(.2, 0, 0, 1) 2; }
@keyframes mh-pulse { from { transform: scale(.2); opacity: 1; } to { transform: scale(1.6); opacity: 0; } }
.mh-axes { position: absolute; left: 28px; bottom: 28px; width: 72px; height: 72px; overflow: visible; }
.mh-axes text { font: 600 10px/1 'Inter Variable', Inter, system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; fill: #FFFFFF; }
@media (prefers-reduced-motion: reduce) { .mh-label { transition: none; } .mh-pulse::after { animation: none; opacity: .8; } }
`;

const VARIABLES: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  light: {
    '--scene-panel': 'rgb(255 255 255 / 92%)',
    '--scene-solid': '#FFFFFF',
    '--scene-line': 'rgb(220 226 224 / 80%)',
    '--scene-text': '#17211F',
    '--scene-shade': 'rgb(0 0 0 / 12%)',
    '--scene-accent-text': '#085B63',
    '--scene-bad': '#BF2626',
    '--scene-warn': '#8A5200',
    '--scene-warn-tint': '#FCEFD6',
    '--scene-on-tag': INK_ON_TAG.light,
  },
  dark: {
    '--scene-panel': 'rgb(23 29 31 / 92%)',
    '--scene-solid': '#171D1F',
    '--scene-line': 'rgb(40 49 51 / 80%)',
    '--scene-text': '#E8EDEC',
    '--scene-shade': 'rgb(0 0 0 / 45%)',
    '--scene-accent-text': '#6AD6DE',
    '--scene-bad': '#FF8A80',
    '--scene-warn': '#F0B64C',
    '--scene-warn-tint': '#3A2B0D',
    '--scene-on-tag': INK_ON_TAG.dark,
  },
};

let sheet: CSSStyleSheet | undefined;

/** Once for a document, however many scenes it has. */
export function adoptOverlayStyle(root: Document): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(RULES);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

export function setOverlayTheme(element: HTMLElement, theme: Theme): void {
  for (const [name, value] of Object.entries(VARIABLES[theme])) element.style.setProperty(name, value);
}
