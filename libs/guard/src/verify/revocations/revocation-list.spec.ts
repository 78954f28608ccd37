import { createHmac } from 'node:crypto';

import type { VerifiedAccessToken } from '../token/verified-access-token.ts';
import { parseEntries } from './revocation-entry.ts';
import { RevocationList } from './revocation-list.ts';

const NOW = 1_800_000_000;
const digest = (log: string, kind: string, value: string) =>
  createHmac('sha256', log).update(`${kind}\0${value}`).digest().toString('base64url', 0, 16);

interface Wire {
  k: string;
  of: string;
  v?: number;
  n?: number;
  exp?: number;
}

const LOG = 'A'.repeat(22);
const wire = ({ k, of, v, n, exp = NOW + 1_000 }: Wire, log = LOG) => ({
  k,
  h: digest(log, k === 'enabled' ? 'disabled' : k, of),
  exp,
  ...(n === undefined ? {} : { n: [n] }),
  ...(v === undefined ? {} : { v: [v] }),
});

const token = (claims: Record<string, unknown> = {}): VerifiedAccessToken => {
  const all = { sub: 'ada', client_id: 'app', jti: 't1', fam: 'f1', iat: NOW - 10, ...claims };
  return {
    issuer: 'https://issuer',
    subject: all.sub,
    audience: [],
    clientId: all.client_id,
    scopes: [],
    ...(all.fam === undefined ? {} : { familyId: all.fam }),
    tokenId: all.jti,
    issuedAt: all.iat * 1_000,
    expiresAt: (NOW + 600) * 1_000,
    claims: all,
  };
};

let newLogs: boolean[];
let changes = 0;
let list: RevocationList;
beforeEach(() => {
  newLogs = [];
  list = new RevocationList({ onNewLog: (dropped) => newLogs.push(dropped), onMore: () => changes++ });
});

const refuses = (claims: Record<string, unknown> = {}, kid = 'k1') =>
  list.isRevoked({ token: token(claims), key: { kid } });
const read = (wires: Wire[], { log = LOG, issuedAt = NOW } = {}) =>
  list.add({ log, issuedAt, entries: parseEntries(wires.map((entry) => wire(entry, log))).entries });

describe('what an entry refuses', () => {
  it.each<[string, Wire, Record<string, unknown>, Record<string, unknown>]>([
    ['family', { k: 'family', of: 'f1' }, {}, { fam: 'f2' }],
    ['token', { k: 'token', of: 't1' }, {}, { jti: 't2' }],
    ['grant below its epoch', { k: 'grant', of: 'ada\0app', n: 3 }, { ge: 2 }, { ge: 3 }],
    ['grant of a token without ge', { k: 'grant', of: 'ada\0app', n: 1 }, {}, { sub: 'bob' }],
    ['grant of an exchanged token', { k: 'grant', of: 'ada\0other', n: 1 }, { gc: 'other' }, {}],
    ['grant of another client', { k: 'grant', of: 'ada\0app', n: 1 }, {}, { gc: 'other' }],
    ['reissue', { k: 'reissue', of: 'ada\0app', n: 2 }, { rv: 1 }, { rv: 2, ge: 0 }],
    ['reissue of another client', { k: 'reissue', of: 'ada\0other', n: 2 }, { gc: 'other' }, {}],
    ['reissue of all grants', { k: 'reissue', of: 'ada\0', n: 2 }, { rv: 1, gc: 'other' }, { rv: 2 }],
    ['reissue of own tokens', { k: 'reissue', of: 'app\0', n: 2 }, { sub: 'app', rv: 1 }, { sub: 'app', rv: 2 }],
    ['reissue of own tokens alone', { k: 'reissue', of: 'app\0', n: 2 }, { sub: 'app' }, {}],
    ['account', { k: 'account', of: 'ada' }, {}, { sub: 'bob' }],
    ['client', { k: 'client', of: 'app', n: NOW }, { iat: NOW - 1 }, { iat: NOW }],
    ['client as holder', { k: 'client', of: 'other', n: NOW }, { gc: 'other' }, { gc: 'third' }],
    ['client in its own name', { k: 'client', of: 'app', n: NOW }, { sub: 'app', fam: undefined }, { client_id: 'b' }],
    ['client as subject', { k: 'client', of: 'app', n: NOW }, { sub: 'app', client_id: 'b' }, { client_id: 'b' }],
    ['disabled', { k: 'disabled', of: 'app' }, { iat: NOW + 5 }, { client_id: 'b' }],
    ['disabled holder', { k: 'disabled', of: 'other' }, { gc: 'other' }, {}],
    ['before', { k: 'before', of: '', n: NOW }, { iat: NOW - 1 }, { iat: NOW }],
  ])('%s', (_, entry, refused, accepted) => {
    read([]);
    expect([refuses(refused), refuses(accepted)]).toEqual([false, false]);
    read([entry]);
    expect([refuses(refused), refuses(accepted)]).toEqual([true, false]);
  });

  it('key', () => {
    read([{ k: 'key', of: 'k1' }]);
    expect([refuses({}, 'k1'), refuses({}, 'k2')]).toEqual([true, false]);
    expect([list.isCompromised('k1'), list.isCompromised('k2')]).toEqual([true, false]);
  });

  it('every kind alone, beside entries of all other kinds for others', () => {
    const others = ['family', 'token', 'grant', 'reissue', 'account', 'client', 'disabled', 'key'];
    read(others.map((k) => ({ k, of: 'someone else' })));
    expect(refuses()).toBe(false);
    read([{ k: 'token', of: 't1' }]);
    expect(refuses()).toBe(true);
  });

  it('each of those that travel together, by its own bound', () => {
    const h = ['ada\0app', 'ada\0b', 'ada\0c'].map((of) => Buffer.from(digest(LOG, 'grant', of), 'base64url'));
    const group = { k: 'grant', h: Buffer.concat(h).toString('base64url'), exp: NOW + 1_000, n: [3, 7] };
    list.add({ log: LOG, issuedAt: NOW, entries: parseEntries([group]).entries });
    expect(list.size).toBe(3);
    const bound = (gc: string) => [0, 1, 2, 3, 4, 5, 6, 7].findIndex((ge) => !refuses({ gc, ge }));
    expect(['app', 'b'].map(bound)).toEqual([3, 7]);
    // Without a bound of its own it refuses always.
    expect(refuses({ gc: 'c', ge: 1_000 })).toBe(true);
  });

  it('always, without a readable bound, and nothing that is no entry', () => {
    const strange = [
      { ...wire({ k: 'grant', of: 'ada\0app' }), n: 'many' },
      { k: 'grant' },
      { ...wire({ k: 'grant', of: 'ada\0app' }), h: 'x'.repeat(23) },
      null,
      { k: 'new', h: 'x' },
    ];
    const { entries: readable, unread } = parseEntries(strange);
    expect([readable.length, unread]).toEqual([1, 4]);
    list.add({ log: LOG, issuedAt: NOW, entries: readable });
    expect(refuses({ ge: 1_000_000 })).toBe(true);
  });

  it('strange claims count as the lowest counter, and refuse nothing by themselves', () => {
    read([
      { k: 'before', of: '', n: 5 },
      { k: 'grant', of: 'ada\0app', n: 5 },
    ]);
    for (const ge of [-1, '9', NaN, null, {}]) expect(refuses({ ge })).toBe(true);
    for (const iat of [-5, 0]) expect(refuses({ iat, sub: 'bob' })).toBe(true);
    expect(refuses({ ge: -1, sub: 'bob' })).toBe(false);
  });
});

describe('pages', () => {
  it('that come later judge a token that was judged before', () => {
    read([{ k: 'token', of: 'x' }]);
    const judged = { token: token(), key: { kid: 'k1' } };
    expect(list.isRevoked(judged)).toBe(false);
    const { version } = list;
    expect(read([{ k: 'family', of: 'f1' }])).toBe(true);
    expect(list.version).not.toBe(version);
    expect(list.isRevoked(judged)).toBe(true);
  });

  it('come twice and in another order: the highest bound counts', () => {
    for (const n of [1, 3, 2, 3]) read([{ k: 'grant', of: 'ada\0app', n }]);
    expect([refuses({ ge: 2 }), refuses({ ge: 3 })]).toEqual([true, false]);
  });

  it('that refuse nothing more leave judged tokens alone', () => {
    read([{ k: 'grant', of: 'ada\0app', n: 3 }]);
    const before = [list.version, changes];
    expect(read([{ k: 'grant', of: 'ada\0app', n: 2 }])).toBe(false);
    expect(read([{ k: 'grant', of: 'ada\0app', n: 3 }])).toBe(false);
    expect([list.version, changes]).toEqual(before);
    expect(read([{ k: 'grant', of: 'ada\0app', n: 4 }])).toBe(true);
    expect([list.version, changes]).not.toEqual(before);
  });
});

describe('an application that is disabled and enabled', () => {
  const disabled = (v: number): Wire => ({ k: 'disabled', of: 'app', v });
  const enabled = (v: number): Wire => ({ k: 'enabled', of: 'app', v });

  it('is what the highest version says, in every order and however often', () => {
    const story = [disabled(1), enabled(2), disabled(3), enabled(4)];
    const orders = [[0], [0, 1], [1, 0], [0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0], [3, 1, 2, 0], [0, 3, 2, 1]];
    for (const order of orders) {
      list = new RevocationList({ onNewLog: () => undefined, onMore: () => undefined });
      for (const at of order) read([story[at]!, story[at]!]);
      expect(refuses()).toBe(Math.max(...order) % 2 === 0);
    }
  });

  it('is known as long as the last entry lives, and enabled without a version where it was never disabled', () => {
    read([
      { ...disabled(2), exp: NOW + 50 },
      { ...disabled(1), exp: NOW + 900 },
    ]);
    read([{ k: 'enabled', of: 'app', exp: NOW + 20 }]);
    list.purge(NOW + 100);
    expect(refuses()).toBe(true);
    list.purge(NOW + 901);
    expect(refuses()).toBe(false);
  });
});

describe('a new log, after a restore', () => {
  const [B, C] = ['B'.repeat(22), 'C'.repeat(22)];

  it('keeps what the old one refused', () => {
    read([{ k: 'token', of: 't1' }]);
    read([], { log: B, issuedAt: NOW + 60 });
    expect(newLogs).toEqual([false]);
    expect([refuses(), refuses({ jti: 't2' })]).toEqual([true, false]);
    read([{ k: 'token', of: 't2' }], { log: B });
    expect(refuses({ jti: 't2' })).toBe(true);
  });

  it('judges tokens issued since by the new one alone, but keys by both', () => {
    read([
      { k: 'grant', of: 'ada\0app', n: 9 },
      { k: 'key', of: 'k1' },
    ]);
    read([], { log: B, issuedAt: NOW + 60 });
    expect([refuses({ iat: NOW + 5 }, 'k2'), refuses({ iat: NOW + 150 }, 'k2')]).toEqual([true, false]);
    expect(refuses({ iat: NOW + 150 }, 'k1')).toBe(true);
  });

  it('says itself which applications are disabled', () => {
    read([{ k: 'disabled', of: 'app', v: 1 }]);
    read([], { log: B, issuedAt: NOW + 60 });
    expect(refuses()).toBe(false);
    read([], { issuedAt: NOW + 70 });
    expect(refuses()).toBe(true);
  });

  it('an answer of the old log from before is refused', () => {
    read([{ k: 'token', of: 't1' }]);
    read([], { log: B, issuedAt: NOW + 60 });
    expect(() => read([{ k: 'token', of: 't1' }], { issuedAt: NOW + 59 })).toThrow('to a log that was replaced');
    expect(list.log?.id).toBe(B);
  });

  it('a server whose clock was restored too is heard', () => {
    read([{ k: 'token', of: 't1' }]);
    read([{ k: 'token', of: 't2' }], { log: B, issuedAt: NOW - 3_600 });
    expect([refuses(), refuses({ jti: 't2', iat: NOW - 3_600 })]).toEqual([true, true]);
  });

  it('keeps four old ones, and drops them when their entries expired', () => {
    for (const [at, log] of [LOG, B, C, 'D'.repeat(22), 'E'.repeat(22), 'F'.repeat(22)].entries()) {
      read([{ k: 'token', of: `t${at}`, exp: NOW + 100 + at }], { log, issuedAt: NOW + at });
    }
    expect(newLogs).toEqual([false, false, false, false, true]);
    expect([0, 1, 5].map((at) => refuses({ jti: `t${at}` }))).toEqual([false, true, true]);
    expect(list.size).toBe(5);
    list.purge(NOW + 105);
    expect(list.size).toBe(1);
  });
});
