import { textToBytes } from '../../core/base/bytes.ts';
import { refusal } from '../import-error.ts';
import { checkPixels, type GreyImage } from './grey-image.ts';

/** Portable grey map, binary (P5). */
export function writePgm({ columns, rows, shades }: GreyImage): Uint8Array {
  const head = textToBytes(`P5\n${columns} ${rows}\n255\n`);
  const bytes = new Uint8Array(head.length + shades.length);
  bytes.set(head);
  bytes.set(shades, head.length);
  return bytes;
}

/** Both kinds: binary (P5, one or two bytes a pixel) and text (P2). */
export function readPgm(file: string, bytes: Uint8Array): GreyImage {
  const head = new HeadReader(file, bytes);
  const kind = head.word();
  if (kind !== 'P5' && kind !== 'P2') throw refusal(file, `begins with "${kind.slice(0, 8)}", not with P5 or P2: it is no grey map`);
  const [columns, rows, most] = [head.count('columns'), head.count('rows'), head.count('the brightest shade')];
  checkPixels(file, columns, rows);
  if (most < 1 || most > 65_535) throw refusal(file, `its brightest shade is ${most}: 1 to 65535`);
  const shades = new Uint8Array(columns * rows);
  const put = (i: number, value: number) => {
    shades[i] = Math.round((Math.min(value, most) / most) * 255);
  };
  if (kind === 'P2') {
    for (let i = 0; i < shades.length; i++) put(i, head.count('a shade'));
    return { columns, rows, shades };
  }
  const [start, width] = [head.at + 1, most > 255 ? 2 : 1];
  if (bytes.length < start + shades.length * width)
    throw refusal(
      file,
      `has ${Math.max(bytes.length - start, 0)} bytes of pixels, not the ${shades.length * width} that ${columns} × ${rows} need`,
    );
  for (let i = 0; i < shades.length; i++) {
    const at = start + i * width;
    put(i, width === 1 ? (bytes[at] as number) : ((bytes[at] as number) << 8) | (bytes[at + 1] as number));
  }
  return { columns, rows, shades };
}

class HeadReader {
  at = 0;
  readonly #file: string;
  readonly #bytes: Uint8Array;

  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = bytes;
  }

  /** The next word; '' at the end. Comments go from # to the end of their line. */
  word(): string {
    for (let code = this.#bytes[this.at]; code !== undefined && (code <= 0x20 || code === 0x23); code = this.#bytes[this.at]) {
      if (code === 0x23) while (this.at < this.#bytes.length && this.#bytes[this.at] !== 0x0a) this.at++;
      else this.at++;
    }
    let word = '';
    for (let code = this.#bytes[this.at]; code !== undefined && code > 0x20 && word.length < 16; code = this.#bytes[++this.at])
      word += String.fromCharCode(code);
    return word;
  }

  count(what: string): number {
    const word = this.word();
    if (!/^\d{1,9}$/.test(word)) throw refusal(this.#file, `${word === '' ? 'ends' : `has "${word}"`} where ${what} should stand`);
    return Number(word);
  }
}
