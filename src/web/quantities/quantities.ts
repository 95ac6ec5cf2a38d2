/**
 * Numbers as people read them: fixed decimals for each quantity, a true minus, a space before the unit but none before a degree sign.
 * Everything inside is in radians, metres and milliseconds.
 */
export const MINUS = '−';

const DEGREES_PER_RADIAN = 180 / Math.PI;

export const toDegrees = (radians: number): number => radians * DEGREES_PER_RADIAN;
export const toRadians = (degrees: number): number => degrees / DEGREES_PER_RADIAN;

export function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

export const angle = (radians: number): string => `${fixed(toDegrees(radians), 1)}°`;
export const lengthInCell = (metres: number): string => `${fixed(metres * 1000, 0)} mm`;
export const lengthOnFloor = (metres: number): string => `${fixed(metres, 1)} m`;
export const speed = (metresPerS: number): string => `${fixed(metresPerS, 2)} m/s`;
export const turnSpeed = (radiansPerS: number): string => `${fixed(toDegrees(radiansPerS), 0)} °/s`;
/** Grams below a kilogram. */
export const mass = (kilograms: number): string =>
  kilograms < 0.9995 ? `${fixed(kilograms * 1000, kilograms < 0.0095 ? 1 : 0)} g` : `${fixed(kilograms, 1)} kg`;
export const share = (fraction: number): string => `${fixed(fraction * 100, 0)} %`;
export const multiple = (factor: number): string => `${Number(factor.toFixed(2))}×`;

/** Ages and latencies: milliseconds up to ten seconds, whole seconds from there. */
export const ageText = (ageMs: number): string =>
  !Number.isFinite(ageMs) ? 'unknown' : ageMs < 10_000 ? `${fixed(ageMs, 0)} ms` : `${fixed(ageMs / 1000, 0)} s`;

/** Round trips and delays: on one network they are often below a millisecond. */
export const roundTripText = (ms: number): string => (ms < 1000 ? `${fixed(ms, ms < 10 ? 1 : 0)} ms` : `${fixed(ms / 1000, 1)} s`);

export const errorBound = (boundMs: number): string => (Number.isFinite(boundMs) ? `± ${fixed(boundMs, 1)} ms` : 'not yet');

/** How long something has lasted: `8 s`, `2 min 14 s`, `3 h 5 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** World time as `00:12:47.3`. */
export function clockFace(worldMs: number): string {
  const tenths = Math.floor(Math.max(0, worldMs) / 100);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(tenths / 10);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${tenths % 10}`;
}

/** A mark on the timeline: `2:00`, `1:02:00`. */
export function timelineMark(worldMs: number): string {
  const seconds = Math.round(worldMs / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = `${Math.floor(seconds / 60) % 60}`;
  return seconds < 3600 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(seconds / 3600)}:${two(Number(minutes))}:${two(seconds % 60)}`;
}

export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${fixed(bytes / 1000, 0)} KB`;
  return `${fixed(bytes / 1e6, 1)} MB`;
}

export const megabytes = (bytes: number): string => `${fixed(bytes / 1e6, 0)} MB`;

/** How many a second: `0.4 /s`, `212 /s`, `1.2 k/s`. */
export const perSecond = (count: number): string =>
  count < 10 ? `${fixed(count, 1)} /s` : count < 10_000 ? `${fixed(count, 0)} /s` : `${fixed(count / 1000, 1)} k/s`;

/** The time of day as `10:44` or `10:44:12`, whatever the browser's language. */
export const timeOfDay = (atMs: number): string => new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
export const timeOfDayWithSeconds = (atMs: number): string => new Date(atMs).toLocaleTimeString('en-GB');

/** How long ago, for a card: `now`, `12 min ago`, `yesterday`, `9 Nov`. Both in milliseconds since 1970. */
export function ago(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  if (hours < 48) return 'yesterday';
  return new Date(atMs).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}

/** Reads what a person typed, with either minus, with or without its unit. Undefined when there is no number in it. */
export function readNumber(text: string): number | undefined {
  const match = /^\s*([-−+]?\d+(?:[.,]\d+)?)\s*(?:°|°\/s|mm|m|%|m\/s|kg)?\s*$/.exec(text);
  return match?.[1] === undefined ? undefined : Number(match[1].replace(MINUS, '-').replace(',', '.'));
}
