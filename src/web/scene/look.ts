import type { Paint } from '../../core/geometry/shape.ts';

export type Theme = 'light' | 'dark';

/** What the two themes change in 3D. Colours are sRGB. */
export interface Look {
  readonly accent: string;
  readonly accentText: string;
  readonly warn: string;
  readonly ground: string;
  readonly skyTop: string;
  readonly skyBottom: string;
  readonly grid: { readonly colour: string; readonly fine: number; readonly coarse: number };
  readonly hemisphere: { readonly sky: string; readonly ground: string; readonly intensity: number };
  readonly key: { readonly colour: string; readonly intensity: number };
  readonly fill: { readonly colour: string; readonly intensity: number };
  /** Of the bodies that stand for what is drawn when something touches. */
  readonly shapes: { readonly robot: string; readonly part: string; readonly furniture: string };
  /** Lines painted on the floor round a station. */
  readonly floorLine: { readonly colour: string; readonly opacity: number };
}

export const LOOKS: Readonly<Record<Theme, Look>> = {
  light: {
    accent: '#0B727B',
    accentText: '#085B63',
    warn: '#B86E00',
    ground: '#CDD5D5',
    skyTop: '#EEF1F0',
    skyBottom: '#D9DFDD',
    grid: { colour: '#4A5856', fine: 0.12, coarse: 0.3 },
    hemisphere: { sky: '#FFFFFF', ground: '#A6AEAC', intensity: 0.98 },
    key: { colour: '#FFF9F1', intensity: 2.05 },
    fill: { colour: '#DCEBF5', intensity: 0.4 },
    shapes: { robot: '#7446C4', part: '#B34C0D', furniture: '#4C6B8A' },
    floorLine: { colour: '#5F6C69', opacity: 0.6 },
  },
  dark: {
    accent: '#3CC4CE',
    accentText: '#6AD6DE',
    warn: '#F0B64C',
    ground: '#3A4447',
    skyTop: '#1B2224',
    skyBottom: '#14191B',
    grid: { colour: '#CFE0DE', fine: 0.06, coarse: 0.17 },
    hemisphere: { sky: '#C3D5DB', ground: '#2A3235', intensity: 0.85 },
    key: { colour: '#FFF0DF', intensity: 1.9 },
    fill: { colour: '#BFD8E6', intensity: 0.9 },
    shapes: { robot: '#B79AF0', part: '#F59A5B', furniture: '#8FB2D6' },
    floorLine: { colour: '#9DB0AE', opacity: 0.35 },
  },
};

/** How a paint takes light. `ownShare` 1 takes the entity's own colour instead of `colour`. */
export interface Surface {
  readonly colour: string;
  readonly roughness: number;
  readonly metalness: number;
  readonly glow: number;
  readonly ownShare: 0 | 1;
  readonly opacity: number;
}

const matt = (colour: string, roughness: number): Surface => ({ colour, roughness, metalness: 0, glow: 0, ownShare: 0, opacity: 1 });

const SURFACES = {
  own: { ...matt('#FFFFFF', 0.62), ownShare: 1 },
  bone: matt('#EAE7E0', 0.66),
  graphite: matt('#50585B', 0.7),
  foot: matt('#33393C', 0.8),
  steel: { ...matt('#B4BCBF', 0.36), metalness: 0.75 },
  aluminium: { ...matt('#D3D8D9', 0.45), metalness: 0.45 },
  rubber: matt('#1C1F20', 0.95),
  wood: matt('#D9BC94', 0.8),
  glass: { ...matt('#C4DADB', 0.12), opacity: 0.3 },
  lamp: { ...matt('#8FE07A', 0.5), glow: 0.7 },
} as const satisfies Record<Exclude<Paint, `#${string}`>, Surface>;

const isNamed = (paint: Paint): paint is keyof typeof SURFACES => Object.hasOwn(SURFACES, paint);

export const surfaceOf = (paint: Paint): Surface => (isNamed(paint) ? SURFACES[paint] : matt(paint, 0.66));
