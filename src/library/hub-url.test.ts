import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseUrl } from './hub-url.ts';

describe('normaliseUrl', () => {
  it.each([
    ['http://127.0.0.1:7330', undefined, 'ws://127.0.0.1:7330/v1/worlds/demo'],
    ['http://127.0.0.1:7330/', undefined, 'ws://127.0.0.1:7330/v1/worlds/demo'],
    ['127.0.0.1:7330', undefined, 'ws://127.0.0.1:7330/v1/worlds/demo'],
    ['localhost:7330/lab', undefined, 'ws://localhost:7330/v1/worlds/lab'],
    [' http://host:80/lab/ ', undefined, 'ws://host/v1/worlds/lab'],
    ['https://class.example/lab', undefined, 'wss://class.example/v1/worlds/lab'],
    ['ws://[::1]:7330/v1/worlds/lab', undefined, 'ws://[::1]:7330/v1/worlds/lab'],
    ['http://host:7330', 'lab', 'ws://host:7330/v1/worlds/lab'],
    ['http://host:7330/lab', 'lab', 'ws://host:7330/v1/worlds/lab'],
    ['http://host:7330/w/lab', undefined, 'ws://host:7330/v1/worlds/lab'],
  ])('%s with world %s is %s', (text, world, url) => {
    expect(normaliseUrl(text, world)).toMatchObject({ kind: 'address', url });
  });

  it('takes a join link, which says by itself which world it is for', () => {
    const address = { kind: 'address', hub: 'https://class.example', link: 'abc.def', worldIs: 'assumed' };
    expect(normaliseUrl('https://class.example/j#abc.def')).toMatchObject(address);
    expect(normaliseUrl('https://class.example/j#abc.def', 'lab')).toMatchObject({ ...address, world: 'lab', worldIs: 'named' });
    expect(normaliseUrl('https://class.example/lab')).toMatchObject({ link: undefined, worldIs: 'named' });
  });

  it.each([
    ['', undefined, 'no address'],
    ['http://', undefined, 'no address'],
    ['ftp://host/lab', undefined, 'no address of a hub'],
    ['http://host/Two Worlds', undefined, 'does not name a world'],
    ['http://host/a/b', undefined, 'does not name a world'],
    ['http://user:secret@host/lab', undefined, 'password'],
    ['http://host/lab', 'class', 'lab, but class'],
  ])('%j with world %s is refused: %s', (text, world, reason) => {
    const found = normaliseUrl(text, world);
    expect(found.kind === 'wrong' && found.reason).toContain(reason);
  });

  it('never throws, whatever is typed', () => {
    const isAnswered = (text: string) => expect(['address', 'wrong']).toContain(normaliseUrl(text).kind);
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => void isAnswered(text)));
  });
});
