import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { chance, pick, type Random } from '../../src/core/base/random.ts';
import { applyEdits, checkEdl, floorPlanOf, formatEdl, parseEdl, readCfg, writeCfg } from '../../src/core/maps/maps.ts';
import { drawFloor } from '../../src/formats/maps/floor-drawing.ts';
import { mutated } from './file-mutations.ts';
import { type Answers, fuzzTexts, type TextFuzzOptions, type TextFuzzReport } from './texts.ts';

/** An editor asks after every key. */
export const LONGEST_MS = 50;
/** A floor of two hundred members; what takes longer has more to say. */
const LONGEST_TEXT = 20_000;
/** Of texts in which one member stands as often as there is room. */
const CROWDED_SHARE = 0.02;

const NO_NUMBER = /NaN|Infinity/;
/** Between the tags of a drawing: names, which may be anything. */
const WORDS = />[^<]*</g;

const samples = ['src/core/maps/samples/fig-8.edl', 'examples/research-floor.edl'].map((path) => Uint8Array.from(readFileSync(path)));

/** Spoilt maps, so many. */
export const fuzzEdl = (options: TextFuzzOptions): TextFuzzReport =>
  fuzzTexts({ spoilt, answersOf, check: (text) => void checkEdl(text) }, options);

function spoilt(random: Random): string {
  const text = new TextDecoder().decode(mutated(random, pick(random, samples), pick(random, samples)));
  return (chance(random, CROWDED_SHARE) ? crowded(random, text) : text).slice(0, LONGEST_TEXT);
}

/** Without numbers, which may be there only once. */
function crowded(random: Random, text: string): string {
  const [field, ...members] = text.replaceAll(/^\d+ (?=[A-Z]+:)/gm, '').split(/\n(?=[A-Z]+:)/);
  if (members.length === 0) return text;
  const again = `${pick(random, members)}\n`;
  return [field, ...members, again.repeat(Math.ceil(LONGEST_TEXT / again.length))].join('\n');
}

function answersOf(text: string): Answers {
  const problems: string[] = [];
  const { document, diagnostics } = checkEdl(text, { robotRadiusCm: 30 });
  const isCompiled = document !== undefined && diagnostics.every(({ severity }) => severity !== 'error');
  if (isCompiled && !isDeepStrictEqual(readCfg(writeCfg(document)).document, document)) problems.push('its .cfg reads otherwise');
  if (document && NO_NUMBER.test(drawFloor(floorPlanOf(document), '').replaceAll(WORDS, '><')))
    problems.push('its drawing has numbers that are none');
  const tidy = formatEdl(text).text;
  if (tidy !== undefined) {
    if (!isDeepStrictEqual(parseEdl(tidy).document, document)) problems.push('formatting changed what it says');
    if (formatEdl(tidy).text !== tidy) problems.push('formatting it again changes it again');
  }
  for (const { fix } of diagnostics.slice(0, 3)) if (fix) checkEdl(applyEdits(text, fix.edits));
  return { isCompiled, isFormatted: tidy !== undefined, problems };
}
