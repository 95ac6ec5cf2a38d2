import { describe, expect, it } from 'vitest';
import { Signal } from './signal.ts';

describe('a signal', () => {
  it('tells its handlers in the order they were added', () => {
    const signal = new Signal<number>();
    const heard: string[] = [];
    signal.on((value) => heard.push(`first ${value}`));
    signal.on((value) => heard.push(`second ${value}`));
    signal.emit(7);
    expect(heard).toEqual(['first 7', 'second 7']);
  });

  it('tells a handler as often as it was added, and each disposal ends one', () => {
    const signal = new Signal<string>();
    const heard: string[] = [];
    const handler = (value: string) => void heard.push(value);
    const one = signal.on(handler);
    signal.on(handler);
    signal.emit('twice');
    one[Symbol.dispose]();
    one[Symbol.dispose]();
    signal.emit('once');
    expect(heard).toEqual(['twice', 'twice', 'once']);
  });

  it('tells those who listened when it was emitted, whatever they do to it', () => {
    const signal = new Signal<void>();
    const heard: string[] = [];
    const early = signal.on(() => {
      heard.push('early');
      early[Symbol.dispose]();
      signal.on(() => heard.push('late'));
    });
    signal.emit();
    expect(heard).toEqual(['early']);
    signal.emit();
    expect(heard).toEqual(['early', 'late']);
  });
});
