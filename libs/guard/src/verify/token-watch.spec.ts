import { BearerFault } from '../bearer/bearer-fault.ts';
import { AUDIENCE, ISSUER, type IssuerKey, issuerKey, mint } from '../../test/support/issuer.ts';
import { TestClock } from '../testing/test-clock.ts';
import { AccessTokenVerifier } from './access-token-verifier.ts';
import { parseKeySet } from './keys/key-set.ts';
import { KeyStore } from './keys/key-store.ts';
import type { Revocations } from './revocations/revocations.ts';
import { TokenWatch } from './token-watch.ts';
import { RFC9068 } from './token/profiles/rfc9068.ts';

/** Revocations that the test takes back by hand. */
class TakenBack implements Revocations {
  version = 0;
  isAway = false;
  readonly subjects = new Set<string>();
  readonly listeners = new Set<() => void>();
  readonly ready = () => {
    if (this.isAway) throw BearerFault.unavailable('away', 1);
  };
  readonly isRevoked: Revocations['isRevoked'] = ({ token }) => this.subjects.has(token.subject);
  readonly onChange = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  takeBack(subject: string): void {
    this.subjects.add(subject);
    this.version++;
    this.listeners.forEach((listener) => listener());
  }
}

let key: IssuerKey;
let clock: TestClock;
let revocations: TakenBack;
let verifier: AccessTokenVerifier;
let watch: TokenWatch;
let ended: [string, string][];

beforeAll(async () => {
  key = await issuerKey('ES256', 'es');
});
beforeEach(() => {
  clock = new TestClock();
  revocations = new TakenBack();
  ended = [];
  const fetchKeys = () => Promise.resolve(parseKeySet({ keys: [key.jwk] }));
  const keys = new KeyStore({ clock, fetchKeys, onFailure: () => undefined });
  const trusted = { issuer: ISSUER, audiences: [AUDIENCE], profile: RFC9068, keys, revocations };
  verifier = new AccessTokenVerifier({ issuers: [trusted], clock, cacheSize: 1 });
  watch = new TokenWatch(verifier, clock);
});

async function watched(sub: string, lifetime = 600): Promise<() => void> {
  const exp = Math.floor(clock.now() / 1_000) + lifetime;
  const text = await mint(key, clock.now(), { claims: { sub, exp } });
  const token = await verifier.verify(text);
  return watch.watch(text, token, (fault) => ended.push([sub, fault.description]));
}

const settled = () => new Promise(setImmediate);

describe('TokenWatch', () => {
  it('tells when a token expires, each at its time', async () => {
    await watched('ada', 600);
    await watched('ben', 7_200);
    clock.advance('500s');
    await settled();
    expect(ended).toEqual([]);
    clock.advance('101s');
    await settled();
    expect(ended).toEqual([['ada', 'The access token expired']]);
    clock.advance('7000s');
    await settled();
    expect(ended).toHaveLength(2);
  });

  it('tells at once when a token is taken back, though the cache forgot it', async () => {
    await watched('ada');
    await watched('ben');
    revocations.takeBack('ada');
    await settled();
    expect(ended).toEqual([['ada', 'The access token is not valid']]);
  });

  it('looks at all of them again at most every 250 ms, and never forgets a change', async () => {
    await watched('ada');
    revocations.takeBack('nobody');
    revocations.takeBack('ada');
    await settled();
    expect(ended).toEqual([]);
    clock.advance('250ms');
    await settled();
    expect(ended).toHaveLength(1);
  });

  it('judges the others too where one cannot be told', async () => {
    const text = await mint(key, clock.now(), { claims: { sub: 'ada' } });
    watch.watch(text, await verifier.verify(text), () => {
      throw new Error('gone');
    });
    await watched('ada');
    revocations.takeBack('ada');
    await settled();
    expect(ended).toHaveLength(1);
  });

  it('lets other work run while it judges many', async () => {
    for (let count = 0; count < 600; count++) await watched(`ada${count}`);
    let turns = 0;
    const turn = () => void (ended.length < 600 && ++turns && setImmediate(turn));
    for (let count = 0; count < 600; count++) revocations.subjects.add(`ada${count}`);
    revocations.takeBack('ada');
    turn();
    while (ended.length < 600) await settled();
    expect(turns).toBeGreaterThanOrEqual(2);
  });

  it('does not call a token ended while its issuer cannot be asked, but for its expiry', async () => {
    await watched('ada');
    revocations.isAway = true;
    revocations.takeBack('ada');
    await settled();
    expect(ended).toEqual([]);
    clock.advance('601s');
    await settled();
    expect(ended).toEqual([['ada', 'The access token expired']]);
  });

  it('tells nothing of a watch that was ended, and listens only while it watches', async () => {
    const stop = await watched('ada');
    expect(revocations.listeners.size).toBe(1);
    stop();
    stop();
    expect(revocations.listeners.size).toBe(0);
    clock.advance('601s');
    await settled();
    expect(ended).toEqual([]);
  });
});
