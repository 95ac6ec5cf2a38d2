import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedError } from '../base/errors.ts';
import { decodeBody, encodeBody } from './sent-body.ts';

describe('a body that is sent', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.string()),
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }),
        (model, meshes) => {
          expect(decodeBody(encodeBody(model, meshes))).toEqual({ model: JSON.parse(JSON.stringify(model)), meshes });
        },
      ),
    );
  });

  it('is refused wherever it is cut short, and when it is something else', () => {
    const whole = encodeBody({ id: 'a' }, [Uint8Array.of(1, 2, 3)]);
    const bare = encodeBody({ id: 'a' }, []);
    for (let length = 0; length < whole.length; length++)
      if (length !== bare.length) expect(() => decodeBody(whole.slice(0, length)), `${length} bytes`).toThrow(MalformedError);
    fc.assert(fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => void expect(() => decodeBody(bytes)).toThrow(MalformedError)));
  });
});
