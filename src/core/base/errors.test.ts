import { describe, expect, it } from 'vitest';
import { explain, MalformedError, MisuseError } from './errors.ts';

describe('errors', () => {
  it('explain themselves with the messages of their causes', () => {
    const root = new RangeError('the disk is full');
    const error = new MalformedError('the record cannot be read', { cause: new MisuseError('it was cut short', { cause: root }) });
    expect(explain(error)).toBe('the record cannot be read: it was cut short: the disk is full');
  });

  it('are told by their names, and whatever else is thrown as text', () => {
    expect([new MalformedError('x').name, new MisuseError('x').name]).toEqual(['MalformedError', 'MisuseError']);
    expect([explain('a text'), explain(undefined), explain(new Error('x', { cause: 404 }))]).toEqual(['a text', 'undefined', 'x: 404']);
  });
});
