import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeJson } from '../../src/core/api/messages.ts';
import { planarPose } from '../../src/core/base/pose.ts';
import { pioneer3dx } from '../../src/core/robots/catalog/pioneer-3-dx.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { joinBus } from '../../src/headless/headless.ts';
import { joinWorld, type World } from '../../src/library/manyhands.ts';
import type { BusKey } from '../../src/transports/nats/bus-key.ts';
import { type DeskQuestion, decodeAnswer, encodeQuestion } from '../../src/transports/nats/desk-words.ts';
import { HubCluster } from '../processes/hub-cluster.ts';
import type { HubProcess } from '../processes/hub-process.ts';
import { JoinProcess } from '../processes/join-process.ts';
import { ForeignClient } from './foreign-client.ts';

const run = promisify(execFile);
const SLOW = { timeout: 60_000 };
const WITHIN = { timeout: 15_000, interval: 50 };
const SPACE = 'site';
const robot = (x: number) => draftOf(pioneer3dx, { pose: planarPose(x, 0, 0) });
const xOf = (world: World, id: string): number | undefined => world.entity(id)?.posture.pose.x;

/** Says it again when it was lost: two cores may be busy with other tests. */
const insist = (world: World, id: string, x: number): Promise<void> =>
  expect.poll(async () => (await world.command(id, { kind: 'place', pose: planarPose(x, 0, 0) })).kind, WITHIN).toBe('done');

let opened: AsyncDisposableStack;
let folder: string;
let cluster: HubCluster;
let hub: HubProcess;
let keyFile: string;
let key: BusKey;
let bus: string;
let ann: World;

/** As its operator does it: what is printed goes into nats.conf. */
async function grant(world: string, name: string): Promise<{ file: string; user: string }> {
  const file = join(folder, `${name}.key`);
  const words = ['bus', 'grant', world, '--as', name, '--out', file, '--space', SPACE];
  const { stdout } = await run(process.execPath, ['src/hub/main.ts', ...words]);
  return { file, user: stdout };
}

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  folder = mkdtempSync(join(tmpdir(), 'manyhands-direct-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const { file, user } = await grant('lab', 'agent-1');
  keyFile = file;
  key = JSON.parse(readFileSync(file, 'utf8')) as BusKey;
  const configuration = `authorization { users: [\n    { user: hub, password: hub }\n${user}] }`;
  cluster = opened.use(await HubCluster.start(1, { configuration, user: 'hub' }));
  bus = `nats://${cluster.nats.addresses.join(',')}`;
  const starter = await cluster.apart(SPACE);
  hub = opened.use(await starter.start('one', '--world', 'lab'));
  ann = opened.use(await joinWorld(`${hub.url}/lab`, { name: 'Ann', onError: () => undefined }));
}, 90_000);
afterAll(() => opened.disposeAsync());

describe('a participant on the bus itself', () => {
  it('[N9] [N10] is in the world like any other: seen, moved, taken over from, and taking over', SLOW, async () => {
    await using agent = await JoinProcess.join(bus, 'agent-1', '--bus-credentials', keyFile);
    expect(agent.id).toBe('agent-1');
    await expect.poll(() => ann.participants.map(({ id }) => id), WITHIN).toContain('agent-1');
    await agent.must('insert "Cart" --id cart --at 1,0');
    await expect.poll(() => xOf(ann, 'cart'), WITHIN).toBe(1);
    expect(ann.entity('cart')?.owner).toBe('agent-1');
    await insist(ann, 'cart', 3);
    await agent.must('go cart 4,0,0 1');
    await expect.poll(() => xOf(ann, 'cart'), WITHIN).toBe(4);
    await agent.kill();
    await expect.poll(() => ann.entity('cart')?.isLive, WITHIN).toBe(false);
    await insist(ann, 'cart', 5);
    expect(ann.entity('cart')?.isMine).toBe(true);
    const visitor = await joinWorld(`${hub.url}/lab`, { name: 'Visitor', onError: () => undefined });
    await visitor.insert(robot(8), 'left-behind');
    await visitor.leave();
    await using again = await joinBus(bus, { credentials: readFileSync(keyFile, 'utf8'), onError: () => undefined });
    await expect.poll(() => again.entity('left-behind')?.isLive, WITHIN).toBe(false);
    await insist(again, 'left-behind', 9);
    await expect.poll(() => [xOf(ann, 'left-behind'), ann.entity('left-behind')?.owner], WITHIN).toEqual([9, 'agent-1']);
  });

  it('[N10] is refused by the desk what a door would refuse', SLOW, async () => {
    await using agent = await joinBus(bus, { credentials: readFileSync(keyFile, 'utf8'), onError: () => undefined });
    await ann.insert({ ...robot(12), hosts: [ann.id] }, 'hosted');
    await expect.poll(() => agent.entity('hosted')?.owner, WITHIN).toBe(ann.id);
    await expect(agent.insert({ ...robot(14), hosts: ['ann'] }, 'never')).rejects.toThrow();
    await using foreign = await ForeignClient.connect(cluster.nats.addresses, key.seed);
    const ask = async (question: DeskQuestion) =>
      decodeAnswer(
        await foreign.ask(
          `DESK_${SPACE}.agent-1.lab`,
          encodeQuestion(question),
          `_INBOX_${SPACE}.agent-1.${Math.random().toString(36).slice(2)}`,
        ),
      );
    const own = 'v1.lab.own';
    const got = await ask({ type: 'get', bucket: own, key: 'hosted' });
    if (got.type !== 'got' || !got.entry) throw new Error(`the desk answered ${got.type}`);
    const expected = got.entry.revision;
    const theft = encodeJson({ owner: 'agent-1', epoch: 2 ** 40, nonce: 'x' });
    const gift = encodeJson({ owner: 'ben', epoch: 2 ** 40, nonce: 'x' });
    expect(await ask({ type: 'swap', bucket: own, key: 'hosted', expected, value: theft })).toMatchObject({ type: 'refused' });
    expect(await ask({ type: 'swap', bucket: own, key: 'hosted', expected, value: gift })).toMatchObject({ type: 'refused' });
    expect(await ask({ type: 'swap', bucket: 'v1.lab.time', key: 'leader', expected: undefined, value: theft })).toMatchObject({
      type: 'refused',
    });
    for (const bucket of ['v1.office.own', 'v1.lab', 'v1.lab.own.x', 'hubs'])
      expect(await ask({ type: 'list', bucket, after: '' })).toMatchObject({ type: 'refused' });
    expect(ann.entity('hosted')?.owner).toBe(ann.id);
  });

  it.each([
    ['--world', 'office', 2, 'for the world lab'],
    ['--bus-credentials', 'nowhere.key', 2, 'cannot be read'],
    ['--bus-credentials', 'package.json', 2, 'bus grant'],
  ])('says what is wrong with %s %s', SLOW, async (option, value, code, words) => {
    const args = ['src/hub/main.ts', 'join', bus, '--as', 'agent-1', '--bus-credentials', keyFile, option, value];
    await expect(run(process.execPath, args)).rejects.toMatchObject({ code, stderr: expect.stringContaining(words) });
  });

  it('says that the servers do not know its key', SLOW, async () => {
    const { file } = await grant('lab', 'agent-2');
    const args = ['src/hub/main.ts', 'join', bus, '--as', 'agent-2', '--bus-credentials', file];
    await expect(run(process.execPath, args)).rejects.toMatchObject({
      code: 3,
      stderr: expect.stringContaining('do not take these credentials'),
    });
  });
});

describe("a foreign client with a participant's key", () => {
  let witness: NatsConnection;
  const seen: string[] = [];

  beforeAll(async () => {
    witness = await connect({ servers: cluster.nats.addresses, user: 'hub', pass: 'hub' });
    witness.subscribe('>', { callback: (_, { subject }) => void seen.push(subject) });
    await witness.flush();
  });
  afterAll(() => witness.close());

  const forbiddenToSay = [
    ...['ann.v1.lab.chat', 'agent-1.v1.office.chat', 'agent-1.v1.lab.hb.ann', 'agent-1.v1.lab.av.ann', 'agent-1.v1.lab.save'].map(
      (subject) => `${SPACE}.${subject}`,
    ),
    ...['agent-1.v1.lab.rearm', 'agent-1.v1.lab.cat', 'agent-1.v1.lab.r.inv.agent-1', 'agent-1.hubs.v1.hub-one'].map(
      (subject) => `${SPACE}.${subject}`,
    ),
    ...['hub-one-lab.v1.lab.hb.hub-one-lab', 'KV.v1.lab.own.cart'].map((subject) => `${SPACE}.${subject}`),
    ...[`DESK_${SPACE}.ann.lab`, `DESK_${SPACE}.agent-1.office`, 'other.agent-1.v1.lab.chat', `_INBOX_${SPACE}.hub-one.secret.x`],
    ...[`$KV.${SPACE}.v1.lab.own.cart`, `$KV.${SPACE}.v1.office.own.cart`, '$SYS.REQ.SERVER.PING'],
    ...[
      'STREAM.INFO',
      'STREAM.DELETE',
      'STREAM.PURGE',
      'STREAM.UPDATE',
      'STREAM.MSG.GET',
      'STREAM.MSG.DELETE',
      'DIRECT.GET',
      'CONSUMER.CREATE',
    ].map((call) => `$JS.API.${call}.KV_${SPACE}`),
    ...[`$JS.API.DIRECT.GET.KV_${SPACE}.$KV.${SPACE}.v1.lab.own.cart`, `$JS.API.CONSUMER.CREATE.KV_${SPACE}.me.$KV.${SPACE}.v1.lab.own.*`],
    ...['$JS.API.INFO', '$JS.API.STREAM.NAMES', '$JS.API.STREAM.CREATE.mine'],
  ];
  const forbiddenToHear = [
    ...[
      '>',
      '*',
      `${SPACE}.>`,
      `${SPACE}.*.v1.lab.>`,
      `${SPACE}.*.v1.office.chat`,
      `${SPACE}.*.v1.*.chat`,
      `${SPACE}.*.v1.lab.ctl.ann`,
      `${SPACE}.*.v1.lab.fix.*`,
    ],
    ...[
      `${SPACE}.*.hubs.v1.*`,
      `${SPACE}.*.v1.lab.save`,
      `${SPACE}.*.v1.lab.snap`,
      `${SPACE}.KV.v1.office.own.*`,
      `${SPACE}.KV.>`,
      `DESK_${SPACE}.>`,
      'other.*.v1.lab.chat',
    ],
    ...[`_INBOX_${SPACE}.>`, `_INBOX_${SPACE}.hub-one.>`, `_INBOX_${SPACE}.hub-one.*`, '_INBOX.>', `$KV.${SPACE}.>`, '$JS.>', '$SYS.>'],
  ];

  it('[N9] says nothing outside of its subjects: the servers refuse it, and nobody hears it', SLOW, async () => {
    await using foreign = await ForeignClient.connect(cluster.nats.addresses, key.seed);
    const from = seen.length;
    for (const subject of forbiddenToSay) foreign.publish(subject, 'forged', `_INBOX_${SPACE}.agent-1.answer`);
    foreign.publish(`${SPACE}.agent-1.v1.lab.chat`, encodeJson({ text: 'that was all' }));
    await foreign.connection.flush();
    await expect.poll(() => seen.slice(from), WITHIN).toContain(`${SPACE}.agent-1.v1.lab.chat`);
    await expect
      .poll(() => [...foreign.refused].toSorted(), WITHIN)
      .toEqual(forbiddenToSay.map((subject) => `publish ${subject}`).toSorted());
    const forged = new Set(forbiddenToSay);
    // What hubs and servers say themselves on such subjects goes on.
    const usual = (subject: string) =>
      subject.includes('.hb.hub-one') || subject.includes('.hubs.v1.') || subject.startsWith('$JS.API') || subject.includes('.KV.');
    expect(seen.slice(from).filter((subject) => forged.has(subject) && !usual(subject))).toEqual([]);
  });

  it('[N9] hears nothing outside of its subjects', SLOW, async () => {
    await using foreign = await ForeignClient.connect(cluster.nats.addresses, key.seed);
    for (const subject of forbiddenToHear) foreign.listen(subject);
    await foreign.connection.flush();
    await expect
      .poll(() => [...foreign.refused].toSorted(), WITHIN)
      .toEqual(forbiddenToHear.map((subject) => `subscription ${subject}`).toSorted());
    for (const subject of [
      `${SPACE}.ann.v1.office.chat`,
      `${SPACE}.ann.v1.lab.ctl.ann`,
      `_INBOX_${SPACE}.hub-one.answer`,
      'other.ann.v1.lab.chat',
    ])
      witness.publish(subject, 'secret');
    await ann.insert(robot(20), 'unheard');
    await witness.flush();
    await foreign.connection.flush();
    expect(foreign.heard).toEqual([]);
  });

  it('[N11] has no answer written to where it may not write itself', SLOW, async () => {
    await using foreign = await ForeignClient.connect(cluster.nats.addresses, key.seed);
    const from = seen.length;
    const record = await ann.insert(robot(24), 'untouched');
    const questions: readonly (readonly [string, Uint8Array])[] = [
      [`${SPACE}.agent-1.v1.lab.clk`, new Uint8Array()],
      [`${SPACE}.agent-1.v1.lab.snap`, new Uint8Array()],
      [`${SPACE}.agent-1.v1.lab.cmd.untouched`, encodeJson({})],
      [`DESK_${SPACE}.agent-1.lab`, encodeQuestion({ type: 'list', bucket: 'v1.lab.own', after: '' })],
      [`DESK_${SPACE}.agent-1.lab`, encodeQuestion({ type: 'get', bucket: 'v1.lab.ent', key: 'untouched' })],
    ];
    const targets = [
      `$KV.${SPACE}.v1.office.own.untouched`,
      `$KV.${SPACE}.v1.lab.own.untouched`,
      `${SPACE}.ann.v1.office.chat`,
      `$JS.API.STREAM.DELETE.KV_${SPACE}`,
    ];
    for (const [subject, payload] of questions) for (const reply of targets) foreign.publish(subject, payload, reply);
    const listing = encodeQuestion({ type: 'list', bucket: 'v1.lab.own', after: '' });
    const answer = decodeAnswer(await foreign.ask(`DESK_${SPACE}.agent-1.lab`, listing, `_INBOX_${SPACE}.agent-1.last`));
    expect(answer.type).toBe('page');
    expect(seen.slice(from).filter((subject) => targets.includes(subject) && !subject.endsWith('lab.own.untouched'))).toEqual([]);
    expect(ann.entity('untouched')?.owner).toBe(record.owner);
  });
});
