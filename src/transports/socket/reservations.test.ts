import { expect, it } from 'vitest';
import { VirtualTime } from '../../core/base/virtual-time.ts';
import { systemRandom } from '../../platform/system-random.ts';
import { Reservations } from './reservations.ts';

const clock = new VirtualTime().clock();

/** Every text that differs from the secret in one letter, and those that are shorter or longer. */
const wrong = (secret: string): string[] => [
  ...Array.from(secret, (letter, i) => `${secret.slice(0, i)}${letter === 'x' ? 'y' : 'x'}${secret.slice(i + 1)}`),
  secret.slice(1),
  secret.slice(0, -1),
  `${secret}x`,
  '',
];

it('[S2] proves an id by its whole secret and nothing else', () => {
  const reservations = new Reservations(clock, systemRandom, 1000);
  const secret = reservations.hold('ann');
  expect(reservations.prove('ann', secret)).toBe('proven');
  expect(wrong(secret).map((guess) => reservations.prove('ann', guess))).toEqual(wrong(secret).map(() => 'wrong'));
  expect(reservations.prove('ann', reservations.hold('bob'))).toBe('wrong');
});

it('[S30] proves an id that another hub gave by the whole secret that hubs make of it', () => {
  const reservations = new Reservations(clock, systemRandom, 1000, (id) => `made of ${id}`);
  expect(reservations.prove('ann', 'made of ann')).toBe('proven');
  expect(wrong('made of ann').map((guess) => reservations.prove('ann', guess))).toEqual(wrong('made of ann').map(() => 'wrong'));
});
