import { bytesToText, textToBytes } from '../../core/base/bytes.ts';

/** A layout as it stands in an address: base64 without what addresses do not like. */
export function encodeLayout(layout: unknown): string {
  const text = String.fromCharCode(...textToBytes(JSON.stringify(layout)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Undefined for what is no layout: whoever typed the address gets their own instead. */
export function decodeLayout(code: string): unknown {
  try {
    const text = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(bytesToText(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
