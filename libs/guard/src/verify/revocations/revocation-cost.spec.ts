import { createHmac, randomUUID } from 'node:crypto';

import type { VerifiedAccessToken } from '../token/verified-access-token.ts';
import { KINDS, parseEntries } from './revocation-entry.ts';
import { RevocationList } from './revocation-list.ts';

const LOG = 'A'.repeat(22);
const ENTRIES = 100_000;

function filled(): RevocationList {
  const list = new RevocationList({ onNewLog: () => undefined, onMore: () => undefined });
  const wire = KINDS.map((k) => {
    const digests = Array.from({ length: ENTRIES / KINDS.length }, (_, at) =>
      createHmac('sha256', LOG).update(`${k}\0${at}`).digest().subarray(0, 16),
    );
    return { k, h: Buffer.concat(digests).toString('base64url'), exp: 4e9 };
  });
  list.add({ log: LOG, issuedAt: 1, entries: parseEntries(wire).entries });
  return list;
}

const token = (): VerifiedAccessToken => ({
  issuer: 'https://issuer',
  subject: randomUUID(),
  audience: [],
  clientId: 'notebook',
  scopes: [],
  familyId: randomUUID(),
  tokenId: randomUUID(),
  issuedAt: 1_800_000_000_000,
  expiresAt: 1_800_000_600_000,
  claims: {},
});

/** Microseconds of CPU for one judgement, in the best of rounds: others use the machine too. */
function costOf(judge: (at: number) => boolean): number {
  const rounds = Array.from({ length: 20 }, () => {
    const start = process.cpuUsage();
    for (let at = 0; at < 2_000; at++) if (judge(at)) throw new Error('it is not revoked');
    return process.cpuUsage(start).user / 2_000;
  });
  return Math.min(...rounds);
}

describe('the cost of revocations, with 100,000 entries of all kinds', () => {
  it('is two microseconds for a token that was judged before, and some more for a new one', () => {
    const list = filled();
    const judged = Array.from({ length: 2_000 }, () => ({ token: token(), key: { kid: 'k1' } }));
    const fresh = costOf((at) => list.isRevoked({ token: judged[at]!.token, key: { kid: 'k1' } }));
    const again = costOf((at) => list.isRevoked(judged[at]!));
    process.stdout.write(`${list.size} entries: new ${fresh.toFixed(1)} µs, again ${again.toFixed(2)} µs\n`);
    // Two or three times what it takes: a machine may be busy.
    expect(again).toBeLessThan(6);
    expect(fresh).toBeLessThan(60);
  });
});
