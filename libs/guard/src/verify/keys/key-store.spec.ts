import { createPublicKey, generateKeyPairSync } from 'node:crypto';

import type { KeySet } from './key-set.ts';
import { KeyStore } from './key-store.ts';

const MINUTE = 60_000;

const newPem = () => generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' });
const pem = newPem();

/** A store with a controlled issuer and clock. */
function bench() {
  const issuer = { kids: ['a'], pem, down: false, fetches: 0, hold: Promise.resolve() };
  const failures: boolean[] = [];
  const clock: { at: number; ticks?: number; now(): number; elapsed(): number } = {
    at: 1_000_000,
    now: () => clock.at,
    elapsed: () => clock.ticks ?? clock.at,
  };
  const fetchKeys = async (): Promise<KeySet> => {
    issuer.fetches++;
    await issuer.hold;
    if (issuer.down) throw new Error('down');
    return new Map(
      issuer.kids.map((kid) => [kid, { kid, algorithm: 'EdDSA', key: createPublicKey(issuer.pem) } as const]),
    );
  };
  const store = new KeyStore({ clock, fetchKeys, onFailure: (_, hasKeys) => failures.push(hasKeys) });
  const find = async (kid: string) => (await store.find(kid))?.kid;
  return { issuer, failures, clock, store, find };
}

const unavailable = expect.objectContaining({ code: 'temporarily_unavailable' }) as Error;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('KeyStore', () => {
  it('fetches on first need, once for many', async () => {
    const { issuer, find } = bench();
    expect(issuer.fetches).toBe(0);
    expect(await Promise.all(['a', 'a', 'b', 'a'].map(find))).toEqual(['a', 'a', undefined, 'a']);
    expect(issuer.fetches).toBe(1);
  });

  it('looks again for an unknown key, at most every 30 s', async () => {
    const { issuer, clock, find } = bench();
    await find('a');
    issuer.kids = ['a', 'b'];
    expect(await Promise.all(['b', 'c', 'd', 'b'].map(find))).toEqual(['b', undefined, undefined, 'b']);
    expect(issuer.fetches).toBe(2);
    issuer.kids = ['a', 'b', 'c'];
    clock.at += 29_999;
    expect(await find('c')).toBeUndefined();
    expect(issuer.fetches).toBe(2);
    clock.at += 1;
    expect(await find('c')).toBe('c');
    for (let i = 0; i < 100; i++) await find(`invented-${i}`);
    expect(issuer.fetches).toBe(3);
  });

  it('refreshes after 10 minutes, behind the back of the call', async () => {
    const { issuer, clock, find } = bench();
    await find('a');
    clock.at += 10 * MINUTE - 1;
    await find('a');
    expect(issuer.fetches).toBe(1);
    clock.at += 1;
    issuer.kids = ['b'];
    expect(await find('a')).toBe('a');
    await settled();
    expect(issuer.fetches).toBe(2);
    expect(await find('a')).toBeUndefined();
  });

  it('waits for the refresh after 20 minutes, so that a withdrawn key gets no more call', async () => {
    const { issuer, clock, find } = bench();
    await find('a');
    clock.at += 20 * MINUTE;
    issuer.kids = ['b'];
    expect(await find('a')).toBeUndefined();
  });

  it('goes on with the keys at hand while the issuer is down, and tries every 30 s', async () => {
    const { issuer, clock, failures, find } = bench();
    await find('a');
    issuer.down = true;
    for (let i = 0; i < 100; i++) {
      clock.at += MINUTE;
      expect(await find('a')).toBe('a');
      expect(await find('a')).toBe('a');
      await settled();
    }
    expect(issuer.fetches).toBeLessThanOrEqual(101);
    expect(failures.every((hasKeys) => hasKeys)).toBe(true);
    issuer.down = false;
    clock.at += MINUTE;
    await find('a');
    await settled();
    const { fetches } = issuer;
    clock.at += MINUTE;
    await find('a');
    expect(issuer.fetches).toBe(fetches);
  });

  it('does not make calls wait for an issuer that hangs', async () => {
    const { issuer, clock, find } = bench();
    await find('a');
    issuer.hold = new Promise(() => undefined);
    clock.at += 11 * MINUTE;
    expect(await find('a')).toBe('a');
    expect(await find('a')).toBe('a');
    expect(issuer.fetches).toBe(2);
  });

  it('is unavailable while there never were keys, trying once a second', async () => {
    const { issuer, clock, failures, find } = bench();
    issuer.down = true;
    await Promise.all([1, 2, 3].map(() => expect(find('a')).rejects.toEqual(unavailable)));
    await expect(find('a')).rejects.toEqual(unavailable);
    expect(issuer.fetches).toBe(1);
    expect(failures).toEqual([false]);
    issuer.down = false;
    clock.at += 999;
    await expect(find('a')).rejects.toEqual(unavailable);
    clock.at += 1;
    expect(await find('a')).toBe('a');
  });

  it('takes a clock that was set back for a reason to look again', async () => {
    const { issuer, clock, find } = bench();
    await find('a');
    clock.at -= 60 * MINUTE;
    issuer.kids = ['b'];
    expect(await find('b')).toBe('b');
  });

  it('says at once what it knows, and holds a key while it stands', async () => {
    const { issuer, clock, store, find } = bench();
    await find('a');
    const key = store.find('a');
    if (key === undefined || key instanceof Promise) throw new Error('it waited');
    expect(store.holds(key)).toBe(true);
    clock.at += 10 * MINUTE;
    expect(store.holds(key)).toBe(true);
    await settled();
    expect(issuer.fetches).toBe(2);
    expect(store.holds(key)).toBe(true);
    expect(store.find('a')).toBe(key);
  });

  it('keeps holding a key while the issuer is down, and not after a pause before it was asked', async () => {
    const { issuer, clock, store, find } = bench();
    await find('a');
    const key = (await store.find('a'))!;
    issuer.down = true;
    clock.at += 20 * MINUTE;
    expect(store.holds(key)).toBe(false);
    await settled();
    for (let i = 0; i < 100; i++) {
      clock.at += MINUTE;
      expect(store.holds(key)).toBe(true);
      await settled();
    }
    expect(issuer.fetches).toBe(102);
  });

  it('takes other material under the same kid for another key', async () => {
    const { issuer, clock, store, find } = bench();
    await find('a');
    const key = (await store.find('a'))!;
    issuer.pem = newPem();
    clock.at += 10 * MINUTE;
    await find('a');
    await settled();
    expect(store.holds(key)).toBe(false);
    expect(await store.find('a')).not.toBe(key);
  });

  it('goes by the time that elapsed, however the wall clock is set', async () => {
    const { issuer, clock, find } = bench();
    clock.ticks = 0;
    await find('a');
    for (const jump of [60, -600, 100_000, -100_000]) {
      clock.at += jump * MINUTE;
      expect(await find('a')).toBe('a');
    }
    expect(issuer.fetches).toBe(1);
    issuer.kids = ['b'];
    clock.at -= 60 * MINUTE;
    clock.ticks += 20 * MINUTE;
    expect(await find('a')).toBeUndefined();
    expect(issuer.fetches).toBe(2);
  });

  it('forgets a compromised key and reads at once, past a fetch that runs', async () => {
    const { issuer, store, find } = bench();
    issuer.kids = ['a', 'b'];
    await find('a');
    expect(store.kids()).toEqual(['a', 'b']);
    const key = (await store.find('a'))!;
    const hold = () => new Promise<void>((resolve) => (release = resolve));
    let release = () => {};
    issuer.hold = hold();
    const looking = store.find('c');
    expect(issuer.fetches).toBe(2);
    store.dropAndReload('a');
    expect([store.holds(key), store.kids()]).toEqual([false, ['b']]);
    const first = release;
    issuer.hold = hold();
    first();
    await looking;
    expect(issuer.fetches).toBe(3);
    issuer.kids = ['b'];
    release();
    await settled();
    expect(store.kids()).toEqual(['b']);
    store.dropAndReload('a');
    await settled();
    expect(issuer.fetches).toBe(3);
  });
});
