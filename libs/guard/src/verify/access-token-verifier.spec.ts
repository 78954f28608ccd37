import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

import { BearerFault } from '../bearer/bearer-fault.ts';
import { AccessTokenVerifier } from './access-token-verifier.ts';
import { type KeySet, parseKeySet } from './keys/key-set.ts';
import { KeyStore } from './keys/key-store.ts';
import { NO_REVOCATIONS } from './revocations/revocations.ts';
import { RFC9068 } from './token/profiles/rfc9068.ts';
import type { VerifiedAccessToken } from './token/verified-access-token.ts';

const MINUTE = 60_000;
const ISSUER = 'https://auth.example.com';
const AUDIENCE = 'https://notes.example.com';

const newPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwkOf = (kid: string, key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kid });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A verifier whose issuer, revocations and clock the test moves. */
function bench({ cacheSize = 100 } = {}) {
  const pair = newPair();
  const clock = { at: 1_800_000_000_000, now: () => clock.at };
  const issuer = { keys: [jwkOf('k', pair.publicKey)], down: false, fetches: 0 };
  const fetchKeys = async (): Promise<KeySet> => {
    issuer.fetches++;
    if (issuer.down) throw new Error('down');
    return parseKeySet(issuer);
  };
  const revocations = {
    ...NO_REVOCATIONS,
    version: 1,
    revoked: new Set<string>(),
    asked: 0,
    ready: (): void | Promise<void> => undefined,
    isRevoked({ token, key }: { token: VerifiedAccessToken; key: { kid: string } }) {
      this.asked++;
      return this.revoked.has(String(token.tokenId)) || this.revoked.has(key.kid);
    },
    change(...revoked: string[]) {
      this.revoked = new Set(revoked);
      this.version++;
    },
  };
  const looked = { found: 0, missed: 0 };
  const verifier = new AccessTokenVerifier({
    issuers: [
      {
        issuer: ISSUER,
        audiences: [AUDIENCE],
        profile: RFC9068,
        keys: new KeyStore({ clock, fetchKeys, onFailure: () => undefined }),
        revocations,
      },
    ],
    clock,
    cacheSize,
    observer: { lookedUp: (found) => void looked[found ? 'found' : 'missed']++, verified: () => undefined },
  });
  const seconds = clock.at / 1_000;
  const mint = (claims: object = {}, { kid = 'k', privateKey = pair.privateKey } = {}) => {
    const fixed = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', client_id: 'app', jti: 'j1', iat: seconds };
    const header = part({ alg: 'ES256', typ: 'at+jwt', kid });
    const text = `${header}.${part({ ...fixed, exp: seconds + 86_400, ...claims })}`;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${text}.${signature.toString('base64url')}`;
  };
  const verify = async (text: string) => verifier.verify(text);
  return { verifier, verify, mint, clock, issuer, revocations, looked };
}

const invalid = expect.objectContaining({ code: 'invalid_token' }) as Error;
const thrice = (text: string) => [text, text, text];
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('AccessTokenVerifier', () => {
  it('answers at once once it has the keys, and with the same object for a repeated token', async () => {
    const { verifier, verify, mint, looked, issuer } = bench();
    const token = await verify(mint());
    expect(token).toMatchObject({ subject: 'ada', tokenId: 'j1' });
    expect(verifier.verify(mint({ jti: 'j2' }))).toMatchObject({ tokenId: 'j2' });
    const text = mint({ jti: 'j3' });
    expect(verifier.verify(text)).toBe(verifier.verify(text));
    expect([looked, issuer.fetches]).toEqual([{ found: 1, missed: 3 }, 1]);
  });

  it('lets no call change what the next one sees', async () => {
    const { verify, mint } = bench();
    const { claims } = await verify(mint({ roles: ['reader'], act: { sub: 'eve', deep: [{}] } }));
    const { roles, act } = claims as { roles: string[]; act: { sub: string; deep: object[] } };
    expect(() => roles.push('admin')).toThrow(TypeError);
    expect(() => (act.sub = 'ada')).toThrow(TypeError);
    expect(() => Object.assign(act.deep[0]!, { a: 1 })).toThrow(TypeError);
  });

  it('shares one fetch between many calls before the first keys', async () => {
    const { verify, mint, issuer } = bench();
    const text = mint();
    const tokens = await Promise.all(Array.from({ length: 50 }, () => verify(text)));
    expect(new Set(tokens.map(({ subject }) => subject))).toEqual(new Set(['ada']));
    expect(issuer.fetches).toBe(1);
  });

  it('refuses a cached token at its exp', async () => {
    const { verify, mint, clock } = bench();
    const text = mint();
    clock.at += 86_400_000 - 1;
    await verify(text);
    clock.at += 1;
    for (const sent of thrice(text)) await expect(verify(sent)).rejects.toThrow('The access token expired');
  });

  it('keeps serving cached tokens through refreshes of the same keys', async () => {
    const { verify, mint, clock, looked, issuer } = bench();
    const text = mint();
    await verify(text);
    for (let hour = 0; hour < 60; hour++) {
      clock.at += 10 * MINUTE;
      await verify(text);
      await settled();
    }
    expect([looked.missed, looked.found, issuer.fetches]).toEqual([1, 60, 61]);
  });

  it('keeps serving cached tokens while the issuer is down, without a signature each', async () => {
    const { verify, mint, clock, looked, issuer } = bench();
    const text = mint();
    await verify(text);
    issuer.down = true;
    for (let hour = 0; hour < 20; hour++) {
      clock.at += hour === 0 ? 10 * MINUTE : 60 * MINUTE;
      await verify(text);
      await settled();
    }
    expect([looked.missed, looked.found]).toEqual([1, 20]);
  });

  it.each([
    ['is not published any more', () => []],
    ['has other material under its kid', () => [jwkOf('k', newPair().publicKey)]],
  ])('refuses a cached token when its key %s', async (_, keys) => {
    const { verify, mint, clock, issuer } = bench();
    const text = mint();
    await verify(text);
    issuer.keys = keys();
    clock.at += 10 * MINUTE;
    await verify(text);
    await settled();
    await expect(verify(text)).rejects.toEqual(invalid);
  });

  it('waits for the keys after a pause before a cached token serves', async () => {
    const { verify, mint, clock, issuer } = bench();
    const text = mint();
    await verify(text);
    issuer.keys = [];
    clock.at += 20 * MINUTE;
    await expect(verify(text)).rejects.toEqual(invalid);
  });

  it.each(['j1', 'k'])('judges cached tokens again after each change of the revocations (%s)', async (named) => {
    const { verify, mint, revocations } = bench();
    const text = mint();
    for (const sent of thrice(text)) await verify(sent);
    expect(revocations.asked).toBe(1);
    revocations.change();
    for (const sent of thrice(text)) await verify(sent);
    expect(revocations.asked).toBe(2);
    revocations.change(named);
    for (const sent of thrice(text)) await expect(verify(sent)).rejects.toEqual(invalid);
    revocations.change();
    expect((await verify(text)).tokenId).toBe('j1');
  });

  it('judges by what is known when a wait for the revocations ends', async () => {
    const { verify, mint, revocations, clock } = bench();
    const waiting = [mint(), mint({ jti: 'j2' }), mint({ jti: 'j3', exp: clock.at / 1_000 + 1 })];
    await verify(waiting[0]!);
    let end = () => {};
    const wait = new Promise<void>((resolve) => (end = resolve));
    revocations.ready = () => wait;
    const outcomes = Promise.allSettled(waiting.map(verify));
    await settled();
    revocations.change('j1');
    clock.at += 1_000;
    end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  it('is unavailable while the revocations are, for cached tokens too', async () => {
    const { verify, mint, revocations } = bench();
    const text = mint();
    await verify(text);
    const unavailable = BearerFault.unavailable('no snapshot yet', 1);
    revocations.ready = () => Promise.reject(unavailable);
    await expect(verify(text)).rejects.toBe(unavailable);
    await expect(verify(mint({ jti: 'j2' }))).rejects.toBe(unavailable);
    await expect(verify(`${text}A`)).rejects.toEqual(invalid);
  });

  it('keeps what it knows through a flood of bad tokens', async () => {
    const { verify, mint, looked } = bench({ cacheSize: 3 });
    const known = ['j1', 'j2', 'j3'].map((jti) => mint({ jti }));
    for (const text of known) await verify(text);
    const { privateKey } = newPair();
    for (let at = 0; at < 500; at++) {
      const jti = `bad-${at}`;
      const expired = mint({ jti, exp: 1 });
      const foreign = mint({ jti, aud: 'https://other.example.com' });
      const bad = [`${at}.${at}.${at}`, mint({ jti }, { privateKey }), mint({ jti }, { kid: jti }), expired, foreign];
      for (const text of bad) await expect(verify(text)).rejects.toEqual(invalid);
    }
    const { missed } = looked;
    for (const text of known) await verify(text);
    expect(looked.missed).toBe(missed);
  });

  it('of cacheSize 0 verifies each time', async () => {
    const { verify, mint, looked } = bench({ cacheSize: 0 });
    const text = mint();
    for (const sent of thrice(text)) await verify(sent);
    expect(looked).toEqual({ found: 0, missed: 3 });
  });

  it('refuses a revoked token under its other signature too (ECDSA is malleable)', async () => {
    const { verify, mint, revocations } = bench();
    const text = mint();
    const twin = withOtherSignature(text);
    expect(twin).not.toBe(text);
    await verify(text);
    expect((await verify(twin)).tokenId).toBe('j1');
    revocations.change('j1');
    for (const sent of [twin, text]) await expect(verify(sent)).rejects.toEqual(invalid);
  });
});

/** The order of P-256's group (FIPS 186-5): where (r, s) signs, (r, n - s) does. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function withOtherSignature(token: string): string {
  const [header, payload, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  bytes.write((ORDER - s).toString(16).padStart(64, '0'), 32, 'hex');
  return `${header}.${payload}.${bytes.toString('base64url')}`;
}
