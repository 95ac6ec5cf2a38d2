import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDocument, edl, fig8 } from '../maps.contract.ts';
import { compileEdl, parseEdl, readCfg, writeCfg } from '../maps.ts';

const FIG_8 = `900;500
CORRIDOR;1;450;50;0;900;100
CORRIDOR;2;450;250;90;500;100
JUNCTION;3;400;50;0;100
JUNCTION;4;500;50;0;100
JUNCTION;5;450;100;90;100
DOOR;6;250;100;90;100
DOOR;7;500;350;0;100
`;

describe('the compiled form', () => {
  it('[E11] is a row for the field and one for each member', () => {
    expect(compileEdl(fig8)).toEqual({ cfg: FIG_8, diagnostics: [] });
    const { document } = parseEdl(
      edl('4 NOTICE: x= 130 y= 121 theta= 270 height= 150 file= room-a.png', 'POINT: x= 1.5 y= 2 theta= 0 name= "Way; out"'),
    );
    expect(document && writeCfg(document)).toBe('1000;600\nNOTICE;4;130;121;270;150;room-a.png\nPOINT;;1.5;2;0;"Way; out"\n');
  });

  it('[E12] reads back as what was written', () => {
    expect(readCfg(FIG_8)).toEqual({ document: parseEdl(fig8).document, diagnostics: [] });
    fc.assert(
      fc.property(anyDocument, (document) => {
        const cfg = writeCfg(document);
        const reading = readCfg(cfg);
        expect(reading).toEqual({ document, diagnostics: [] });
        expect(reading.document && writeCfg(reading.document)).toBe(cfg);
      }),
      { numRuns: 500 },
    );
  });

  it.each([',', '\t', ' ', '; '])('[E13] takes %j between values', (separator) => {
    const cfg = `# a comment\n\n${FIG_8.replaceAll(';', separator).replaceAll('\n', '\r\n')}  # made by hand`;
    expect(readCfg(cfg)).toEqual({ document: parseEdl(fig8).document, diagnostics: [] });
  });

  it.each([
    ['', 'field-missing', 1, 1],
    ['900', 'field-missing', 1, 1],
    ['900;500;3', 'stray', 1, 9],
    ['900;500\nWALL;1;5;x;0;7', 'not-a-number', 2, 10],
    ['900;500\nWALL;1;5;5;0', 'missing-attribute', 2, 1],
    ['900;500\n WAL;1;5;5;0;7', 'unknown-keyword', 2, 2],
    ['900;500\nWALL;1;5;5;0;7;a name;more', 'stray', 2, 23],
    ['900;500\nWALL;1;5;5;0;7\nWALL;1;5;5;0;7', 'duplicate-number', 3, 6],
  ])('[E13] says what is wrong in %j', (cfg, code, line, column) => {
    expect(readCfg(cfg).diagnostics.at(-1)).toMatchObject({ code, line, column });
  });
});
