/** Tabler's outlines, for blocks: pictures in SVG, since a block is one. */
const OUTLINES = {
  move: 'M3 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0 M10 12h2 M15 12h6 M18 9l3 3l-3 3',
  joint: 'M9 4.55a8 8 0 0 1 6 14.9m0 -4.45v5h5 M5.63 7.16l0 .01 M4.06 11l0 .01 M4.63 15.1l0 .01 M7.16 18.37l0 .01 M11 19.94l0 .01',
  speed: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0 M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0 M13.41 10.59l2.59 -2.59 M7 12a5 5 0 0 1 5 -5',
  flag: 'M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0v-9 M5 21v-7',
  wait: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0 M12 7v5l3 3',
  loop: 'M4 12v-3a3 3 0 0 1 3 -3h13m-3 -3l3 3l-3 3 M20 12v3a3 3 0 0 1 -3 3h-13m3 3l-3 -3l3 -3',
  choice:
    'M21 17h-5.397a5 5 0 0 1 -4.096 -2.133l-.514 -.734a5 5 0 0 0 -4.096 -2.133h-3.897 M21 7h-5.395a5 5 0 0 0 -4.098 2.135l-.51 .73a5 5 0 0 1 -4.097 2.135h-3.9 M18 10l3 -3l-3 -3 M18 20l3 -3l-3 -3',
  grip: 'M8 11v-3.5a1.5 1.5 0 0 1 3 0v2.5 M11 9.5v-3a1.5 1.5 0 0 1 3 0v3.5 M14 7.5a1.5 1.5 0 0 1 3 0v2.5 M17 9.5a1.5 1.5 0 0 1 3 0v4.5a6 6 0 0 1 -6 6h-2h.208a6 6 0 0 1 -5.012 -2.7l-.196 -.3c-.312 -.479 -1.407 -2.388 -3.286 -5.728a1.5 1.5 0 0 1 .536 -2.022a1.867 1.867 0 0 1 2.28 .28l1.47 1.47',
  release: 'M12 21l-8 -4.5v-9l8 -4.5l8 4.5v4.5 M12 12l8 -4.5 M12 12v9 M12 12l-8 -4.5 M15 18h7 M19 15l3 3l-3 3',
  drive: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0 M10 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0 M12 14l0 7 M10 12l-6.75 -2 M14 12l6.75 -2',
  goto: 'M9 11a3 3 0 1 0 6 0a3 3 0 0 0 -6 0 M17.657 16.657l-4.243 4.243a2 2 0 0 1 -2.827 0l-4.244 -4.243a8 8 0 1 1 11.314 0',
  sensor: 'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0 M15.51 15.56a5 5 0 1 0 -3.51 1.44 M18.832 17.86a9 9 0 1 0 -6.832 3.14 M12 12v9',
  print: 'M8 9h8 M8 13h6 M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-5l-5 3v-3h-2a3 3 0 0 1 -3 -3v-8a3 3 0 0 1 3 -3h12',
  variable:
    'M5 4c-2.5 5 -2.5 10 0 16m14 -16c2.5 5 2.5 10 0 16m-10 -11h1c1 0 1 1 2.016 3.527c.984 2.473 .984 3.473 1.984 3.473h1 M8 16c1.5 0 3 -2 4 -3.5s2.5 -3.5 4 -3.5',
  function:
    'M4 6.667a2.667 2.667 0 0 1 2.667 -2.667h10.666a2.667 2.667 0 0 1 2.667 2.667v10.666a2.667 2.667 0 0 1 -2.667 2.667h-10.666a2.667 2.667 0 0 1 -2.667 -2.667l0 -10.666 M9 15.5v.25c0 .69 .56 1.25 1.25 1.25c.71 0 1.304 -.538 1.374 -1.244l.752 -7.512a1.381 1.381 0 0 1 1.374 -1.244c.69 0 1.25 .56 1.25 1.25v.25 M9 12h6',
  leave: 'M13 12v.01 M3 21h18 M5 21v-16a2 2 0 0 1 2 -2h7.5m2.5 10.5v7.5 M14 7h7m-3 -3l3 3l-3 3',
  note: 'M13 20l7 -7 M13 20v-6a1 1 0 0 1 1 -1h6v-7a2 2 0 0 0 -2 -2h-12a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7',
} as const;

export type BlockIcon = keyof typeof OUTLINES;

/** As an address of a picture, in the ink of blocks. */
export function iconAddress(icon: BlockIcon, ink = '#ffffff'): string {
  const head = `xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="${ink}"`;
  const svg = `<svg ${head} stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${OUTLINES[icon]}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
