import { describe, expect, it } from 'vitest';
import { eventually } from '../../core/bus/harness.contract.ts';
import { openGatekeeper, TestHub } from './door-harness.contract.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { protocolsWith, tokenIn } from './token-protocol.ts';

describe('a token', () => {
  it('[S24] is shown to the gatekeeper at every attempt', async () => {
    const shown: (string | undefined)[] = [];
    const gatekeeper: Gatekeeper = {
      ...openGatekeeper,
      admit(applicant) {
        shown.push(applicant.token);
        return openGatekeeper.admit(applicant);
      },
    };
    await using hub = await TestHub.open({ gatekeeper });
    const ann = await hub.join('ann', { token: 'eyJ.abc-_.x' });
    await hub.join('bob');
    expect(shown).toEqual(['eyJ.abc-_.x', undefined]);
    await hub.stop();
    await using _again = await TestHub.open({ gatekeeper }, hub.port);
    await eventually(hub, () => expect(ann.status.kind).toBe('connected'));
    expect(shown.filter((token) => token !== undefined)).toEqual(['eyJ.abc-_.x', 'eyJ.abc-_.x']);
  });

  it('[S24] is found among the subprotocols, wherever it stands', () => {
    expect(tokenIn(protocolsWith('abc').join(', '))).toBe('abc');
    expect(tokenIn('token.abc,manyhands')).toBe('abc');
    expect(tokenIn('manyhands')).toBeUndefined();
    expect(tokenIn(undefined)).toBeUndefined();
    expect(protocolsWith(undefined)).toEqual([]);
  });
});

describe('a participant whose link holds no more', () => {
  it.each(['link-revoked', 'link-expired'] as const)('is dismissed as %s, for good', async (reason) => {
    await using hub = await TestHub.open();
    const ann = await hub.join('ann');
    hub.door.dismiss('ann', reason, 'it is over');
    await eventually(hub, () => expect(ann.status.kind).toBe('closed'));
    expect(ann.status).toMatchObject({ reason: expect.stringContaining(reason) });
    hub.door.dismiss('nobody', reason, 'it is over');
  });
});
