import { type KeyChain, type KeyPurpose, chainsOf, droppableKeysOf, dueKey, keysOf, publicKeysOf } from './key-chain';

const NOW = 1_700_000_000_000;
const SECOND = 1000;
const ACCESS: KeyChain = { purpose: 'access_token', alg: 'ES256', rotation: 1000, announce: 400, retire: 60 };

const key = (kid: string, purpose: KeyPurpose, alg: string, more: object = {}) => ({
  kid,
  purpose,
  alg,
  sequence: 1,
  createdAt: NOW,
  signsFrom: NOW,
  signsUntil: NOW + 3600 * SECOND,
  longestTokenTtl: 60,
  compromisedAt: null,
  ...more,
});
const ES = key('es', 'access_token', 'ES256');
const ED = key('ed', 'access_token', 'EdDSA');
const RS = key('rs', 'id_token', 'RS256');
const ID_ES = key('id-es', 'id_token', 'ES256');
const KEYS = [RS, ES, ID_ES, ED];

const kids = (keys: readonly { kid: string }[]) => keys.map(({ kid }) => kid);
const [, ES_CHAIN, RS_CHAIN] = chainsOf(KEYS, ACCESS) as [KeyChain, KeyChain, KeyChain];

describe('chains of keys', () => {
  it('are one of access tokens, and one for each algorithm of ID tokens that there are keys of', () => {
    expect(chainsOf([], ACCESS)).toEqual([ACCESS]);
    expect(chainsOf(KEYS, ACCESS)).toEqual([
      ACCESS,
      { ...ACCESS, purpose: 'id_token', alg: 'ES256' },
      { ...ACCESS, purpose: 'id_token', alg: 'RS256' },
    ]);
  });

  it('hold access tokens of every algorithm, and ID tokens of one', () => {
    expect(kids(keysOf(KEYS, ACCESS))).toEqual(['es', 'ed']);
    expect(kids(keysOf(KEYS, ES_CHAIN))).toEqual(['id-es']);
    expect(kids(keysOf(KEYS, RS_CHAIN))).toEqual(['rs']);
  });

  it('are all public', () => {
    expect(kids(publicKeysOf([RS, ES, ID_ES], ACCESS, NOW))).toEqual(['es', 'id-es', 'rs']);
    const gone = { ...RS, compromisedAt: NOW };
    expect(kids(publicKeysOf([gone, ES], ACCESS, NOW))).toEqual(['es']);
  });

  it('of ID tokens are made by nobody before they are asked for, then by the schedule', () => {
    expect(dueKey([], ACCESS, NOW)).toMatchObject({ alg: 'ES256', sequence: 1 });
    expect(dueKey([ES], RS_CHAIN, NOW)).toBeNull();
    expect(dueKey([{ ...RS, compromisedAt: NOW }], RS_CHAIN, NOW)).toBeNull();
    expect(dueKey([RS], RS_CHAIN, NOW + 599 * SECOND)).toBeNull();
    const next = { alg: 'RS256', sequence: 2, signsFrom: NOW + 1000 * SECOND };
    expect(dueKey([RS], RS_CHAIN, NOW + 600 * SECOND)).toMatchObject(next);
  });

  it('of ID tokens go when they are used no more; the access tokens keep their last', () => {
    const end = NOW + (3600 + 60 + 60) * SECOND;
    expect(droppableKeysOf([RS, ES], ACCESS, end - 1)).toEqual([]);
    expect(kids(droppableKeysOf([RS, ES], ACCESS, end))).toEqual(['rs']);
    // A key that is not deleted may come back, so it stays public.
    expect(kids(publicKeysOf([RS, ES], ACCESS, end))).toEqual(['es', 'rs']);
  });
});
