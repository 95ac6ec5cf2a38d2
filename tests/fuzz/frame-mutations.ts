import { chance, integerBelow, pick, type Random, randomId } from '../../src/core/base/random.ts';
import { encodeFrame, type FrameRecord, joinFrames } from '../../src/core/bus/frames.ts';

/** Texts that mean something to a door, by what they stand for; `nonsense` must mean nothing anywhere. */
const subjects = ['v1.w.chat', 'v1.w.f0.st.puma', 'v1.w.f1.st.aibo', 'v1.w.cmd.robot', 'v1.w.cam.front', 'v1.w.av.mallory'];
const patterns = [...subjects, 'v1.w.*.st.*', 'v1.w.>', '>', 'v1.*.cam.*', '*.*.f0.st.puma'];
const keys = ['puma', 'aibo'];
const nonsense = ['', '..', 'ü', '>.>', 'x'.repeat(300), 'v1.w.*', 'ann'];
const counts = [0, 1, 2, 3, 127, 128, 8191, 8192, 65_536, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER];

function noise(random: Random, length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, () => integerBelow(random, 256));
}

/** A record with the right form. With `folly` (0 to 1) it says what no participant may say. */
function record(random: Random, folly: number): FrameRecord {
  const text = (sensible: readonly string[]) => pick(random, chance(random, folly) ? nonsense : sensible);
  const count = () => pick(random, counts);
  const number = integerBelow(random, chance(random, folly) ? 1e6 : 4);
  const payload = noise(random, integerBelow(random, 40));
  if (chance(random, folly)) {
    return pick<FrameRecord>(random, [
      { type: 'publish', subject: text(subjects), from: text(nonsense), payload },
      { type: 'hello', protocol: count(), world: text(keys), name: randomId(random, 5), resume: { id: text(keys), secret: text(keys) } },
      { type: 'welcome', id: text(keys), secret: text(keys), hub: text(keys), info: text(nonsense) },
      { type: 'value', watch: number, key: text(keys), revision: text(keys), value: payload },
      { type: 'goodbye', code: count(), text: text(nonsense) },
    ]);
  }
  return pick<FrameRecord>(random, [
    { type: 'publish', subject: text(subjects), from: '', payload },
    { type: 'alias', number, subject: text(subjects), from: '' },
    { type: 'aliased', number, payload },
    { type: 'unsubscribe', subscription: integerBelow(random, patterns.length) },
    { type: 'request', request: count(), subject: text(subjects), timeoutMs: count(), payload },
    { type: 'reply', question: integerBelow(random, 50), payload },
    { type: 'get', request: count(), bucket: text(subjects), key: text(keys) },
    {
      type: 'swap',
      request: count(),
      bucket: text(subjects),
      key: text(keys),
      expected: chance(random, 0.5) ? '1' : undefined,
      value: payload,
    },
    { type: 'watch', watch: number, bucket: text(subjects) },
    { type: 'unwatch', watch: number },
    { type: 'ping', stamp: count(), seen: count() },
  ]);
}

/** The numbers that sensible records use. */
const numbers = [0, 1, 2, 3].map((number) => encodeFrame({ type: 'alias', number, subject: `v1.w.f0.st.number-${number}`, from: '' }));

/** Each pattern has a number of its own, and is let go before it is subscribed to again. */
function resubscribe(random: Random): Uint8Array<ArrayBuffer> {
  const subscription = integerBelow(random, patterns.length);
  const pattern = patterns[subscription] as string;
  return joinFrames([encodeFrame({ type: 'unsubscribe', subscription }), encodeFrame({ type: 'subscribe', subscription, pattern })]);
}

const valid = (random: Random, folly = 0.3): Uint8Array<ArrayBuffer> =>
  joinFrames([
    ...numbers,
    resubscribe(random),
    ...Array.from({ length: 1 + integerBelow(random, 5) }, () => encodeFrame(record(random, folly))),
  ]);

/** Ways to spoil a frame. */
const mutations: readonly ((random: Random) => Uint8Array<ArrayBuffer>)[] = [
  (random) => valid(random),
  (random) => noise(random, integerBelow(random, 300)),
  (random) => Uint8Array.of(1, ...noise(random, integerBelow(random, 300))),
  function flippedBits(random) {
    const frame = valid(random);
    for (let flips = 1 + integerBelow(random, 4); flips > 0; flips--) {
      const at = integerBelow(random, frame.length);
      frame[at] = (frame[at] as number) ^ (1 << integerBelow(random, 8));
    }
    return frame;
  },
  function truncated(random) {
    const frame = valid(random);
    return frame.slice(0, integerBelow(random, frame.length));
  },
  function spliced(random) {
    const [head, tail] = [valid(random), valid(random)];
    return Uint8Array.of(...head.subarray(0, integerBelow(random, head.length)), ...tail.subarray(integerBelow(random, tail.length)));
  },
  (random) => new Uint8Array(60_000 + integerBelow(random, 20_000)).fill(1),
];

/** `sly`: every frame is one that a participant could send, in an order that makes no sense. `wild`: anything. */
export const hostileFrame = (random: Random, mood: 'sly' | 'wild'): Uint8Array<ArrayBuffer> =>
  mood === 'sly' ? valid(random, 0.002) : pick(random, mutations)(random);
