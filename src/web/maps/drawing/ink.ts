/** The page's colours, for a canvas: it knows no variables. */
export interface Ink {
  readonly panel: string;
  readonly sunk: string;
  readonly soft: string;
  readonly line: string;
  readonly line2: string;
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly warn: string;
  readonly bad: string;
  readonly onTag: string;
  /** By number of the palette. */
  tag(colour: number): string;
}

export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--mh-${name}`).trim();
  return {
    ...{ panel: of('panel'), sunk: of('sunk'), soft: of('soft'), line: of('line'), line2: of('line2'), text: of('text') },
    ...{ muted: of('muted'), accent: of('accent'), onAccent: of('on-accent'), warn: of('warn'), bad: of('bad'), onTag: of('on-tag') },
    tag: (colour) => of(`tag-${colour}`),
  };
}
