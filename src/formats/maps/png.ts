import { decode } from 'fast-png';
import { explain } from '../../core/base/errors.ts';
import { refusal } from '../import-error.ts';
import { checkPixels, type GreyImage } from './grey-image.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, i) => bytes[i] === byte);

/** Colours count as their mean; what is more than half transparent is clear. */
export function readPng(file: string, bytes: Uint8Array): GreyImage {
  if (!isPng(bytes) || bytes.length < 24) throw refusal(file, 'is no PNG');
  // Before it is unpacked: a few kilobytes can say that they are gigabytes.
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkPixels(file, head.getUint32(16), head.getUint32(20));
  const image = unpacked(file, bytes);
  const { width: columns, height: rows, data, channels, depth, palette } = image;
  const most = 2 ** depth - 1;
  const shades = new Uint8Array(columns * rows);
  const clear = new Uint8Array(columns * rows);
  const colours = palette ? 3 : channels < 3 ? 1 : 3;
  const hasAlpha = !palette && (channels === 2 || channels === 4);
  const valueAt = (pixel: number, channel: number): number => {
    if (palette) return (palette[data[pixel] as number]?.[channel] ?? 0) / 255;
    return (data[pixel * channels + channel] as number) / most;
  };
  for (let pixel = 0; pixel < shades.length; pixel++) {
    let sum = 0;
    for (let channel = 0; channel < colours; channel++) sum += valueAt(pixel, channel);
    shades[pixel] = Math.round((sum / colours) * 255);
    const opacity = palette ? (palette[data[pixel] as number]?.[3] ?? 255) / 255 : hasAlpha ? valueAt(pixel, channels - 1) : 1;
    if (opacity < 0.5) clear[pixel] = 1;
  }
  return { columns, rows, shades, clear };
}

function unpacked(file: string, bytes: Uint8Array): ReturnType<typeof decode> {
  try {
    return decode(bytes, { checkCrc: true });
  } catch (thrown) {
    throw refusal(file, `is a PNG that cannot be read: ${explain(thrown)}`);
  }
}
