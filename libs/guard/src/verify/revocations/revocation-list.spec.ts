import { createHmac } from 'node:crypto';

import type { VerifiedAccessToken } from '../token/verified-access-token.ts';
import { parseEntries } from './revocation-entry.ts';
import { RevocationList } from './revocation-list.ts';
import type { Snapshot } from './snapshot.ts';

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
const wire = ({ k, of, v = 1, n, exp = NOW + 1_000 }: Wire, log = LOG) => ({
  v,
  k,
  h: digest(log, k === 'enabled' ? 'disabled' : k, of),
  exp,
  ...(n === undefined ? {} : { n }),
});
const entries = (list: Wire[], log = LOG) => parseEntries(list.map((entry) => wire(entry, log))).entries;

function document(list: Wire[], more: Partial<Snapshot> = {}): Snapshot {
  const { log = LOG } = more;
  const version = Math.max(0, ...list.map(({ v = 1 }) => v));
  return {
    log,
    version,
    since: undefined,
    issuedAt: NOW,
    ttl: 60_000,
    unread: 0,
    entries: entries(list, log),
    ...more,
  };
}

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
const read = (wires: Wire[], more: Partial<Snapshot> = {}, at = 0) => list.addDocument(document(wires, more), at, at);
const hear = (wires: Wire[], log = LOG) =>
  list.addEvent({ log, version: Math.max(...wires.map(({ v = 1 }) => v)), entries: entries(wires, log) }, 0);

describe('what an entry refuses', () => {
  it.each<[string, Wire, Record<string, unknown>, Record<string, unknown>]>([
    ['family', { k: 'family', of: 'f1' }, {}, { fam: 'f2' }],
    ['token', { k: 'token', of: 't1' }, {}, { jti: 't2' }],
    ['grant below its epoch', { k: 'grant', of: 'ada\0app', n: 3 }, { ge: 2 }, { ge: 3 }],
    ['grant of a token without ge', { k: 'grant', of: 'ada\0app', n: 1 }, {}, { sub: 'bob' }],
    ['grant of an exchanged token', { k: 'grant', of: 'ada\0other', n: 1 }, { gc: 'other' }, {}],
    ['grant of another client', { k: 'grant', of: 'ada\0app', n: 1 }, {}, { gc: 'other' }],
    ['reissue', { k: 'reissue', of: 'ada\0app', n: 2 }, { rv: 1 }, { rv: 2, ge: 0 }],
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
    read(others.map((k, v) => ({ k, of: 'someone else', v })));
    expect(refuses()).toBe(false);
    hear([{ k: 'token', of: 't1', v: 100 }]);
    expect(refuses()).toBe(true);
  });

  it('always, without a readable bound, and nothing that is no entry', () => {
    const strange = [
      { ...wire({ k: 'grant', of: 'ada\0app' }), n: 'many' },
      { k: 'grant' },
      null,
      { k: 'new', h: 'x' },
    ];
    const { entries: readable, unread } = parseEntries(strange);
    expect([readable.length, unread]).toEqual([1, 3]);
    read([], { entries: readable });
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

describe('documents and events', () => {
  it('a token that was judged before is judged by kinds that come later', () => {
    read([{ k: 'token', of: 'x' }]);
    const judged = { token: token(), key: { kid: 'k1' } };
    expect(list.isRevoked(judged)).toBe(false);
    const { version } = list;
    hear([{ k: 'family', of: 'f1', v: 2 }]);
    expect(list.version).not.toBe(version);
    expect(list.isRevoked(judged)).toBe(true);
  });

  it('come twice, in another order and with a lower version later: all refuse', () => {
    read([{ k: 'grant', of: 'ada\0app', n: 1, v: 4 }]);
    hear([{ k: 'grant', of: 'ada\0app', n: 3, v: 9 }]);
    hear([{ k: 'grant', of: 'ada\0app', n: 2, v: 7 }]);
    hear([{ k: 'token', of: 't9', v: 5 }]);
    read([{ k: 'token', of: 't8', v: 6 }], { since: 4, version: 9 });
    expect([refuses({ ge: 2 }), refuses({ ge: 3 })]).toEqual([true, false]);
    expect([refuses({ ge: 3, jti: 't9' }), refuses({ ge: 3, jti: 't8' })]).toEqual([true, true]);
  });

  it('that refuse nothing more leave judged tokens alone', () => {
    read([{ k: 'grant', of: 'ada\0app', n: 3, v: 1 }]);
    const before = [list.version, changes];
    read([{ k: 'grant', of: 'ada\0app', n: 2, v: 1 }]);
    hear([{ k: 'grant', of: 'ada\0app', n: 3, v: 1 }]);
    expect([list.version, changes]).toEqual(before);
    hear([{ k: 'grant', of: 'ada\0app', n: 4, v: 2 }]);
    expect([list.version, changes]).not.toEqual(before);
  });

  it('never go back under the same log', () => {
    read([{ k: 'token', of: 't1', v: 9 }]);
    expect(() => read([], { version: 8 })).toThrow('older than what is held');
    read([], { version: 9 });
    expect(refuses()).toBe(true);
  });

  it('a rest continues what is held, or is refused', () => {
    expect(() => read([], { since: 0, version: 5 })).toThrow('continues a version that is not held');
    read([], { version: 5 });
    expect(() => read([], { since: 6, version: 9 })).toThrow('continues a version that is not held');
    read([], { since: 5, version: 9 });
  });

  it('an event of another log adds nothing', () => {
    expect(hear([{ k: 'token', of: 't1' }])).toBe(false);
    read([]);
    expect(hear([{ k: 'token', of: 't1' }], 'B'.repeat(22))).toBe(false);
    expect(refuses()).toBe(false);
  });
});

describe('an application that is disabled and enabled', () => {
  const disabled = (v: number): Wire => ({ k: 'disabled', of: 'app', v });
  const enabled = (v: number, n: number): Wire => ({ k: 'enabled', of: 'app', v, n });

  it('works again by a signed lift alone', () => {
    read([disabled(1)]);
    hear([enabled(2, 1)]);
    expect(refuses()).toBe(true);
    read([enabled(2, 1)], { since: 1 });
    expect(refuses()).toBe(false);
  });

  it('stays disabled where it was disabled again, in every order', () => {
    const story = [disabled(1), enabled(2, 1), disabled(3)];
    const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]; // prettier-ignore
    for (const order of orders) {
      list = new RevocationList({ onNewLog: () => undefined, onMore: () => undefined });
      read([], { version: 0 });
      for (const at of order) read([story[at]!, story[at]!], { since: 0, version: 3 });
      expect(refuses()).toBe(true);
      read([enabled(4, 3)], { since: 3, version: 4 });
      expect(refuses()).toBe(false);
      hear([disabled(3)]);
      expect(refuses()).toBe(false);
    }
  });

  it('is lifted by a whole snapshot without it, but not by one that may be from before', () => {
    const [seen, soon, late] = [1_000_000, 1_030_000, 1_040_000];
    read([disabled(1)], {}, seen);
    read([], { version: 2 }, soon);
    expect(refuses()).toBe(true);
    read([], { version: 3 }, late);
    expect(refuses()).toBe(false);
  });

  it('is known as long as either entry lives', () => {
    read([
      { ...disabled(1), exp: NOW + 50 },
      { ...disabled(2), exp: NOW + 900 },
    ]);
    read([{ ...enabled(3, 1), exp: NOW + 20 }], { since: 2 });
    list.purge(NOW + 100);
    expect(refuses()).toBe(true);
    list.purge(NOW + 901);
    expect(refuses()).toBe(false);
  });
});

describe('a new log, after a restore', () => {
  const [B, C] = ['B'.repeat(22), 'C'.repeat(22)];

  it('keeps what the old one refused', () => {
    read([{ k: 'token', of: 't1', v: 7 }]);
    read([], { log: B, version: 2, issuedAt: NOW + 60 });
    expect(newLogs).toEqual([false]);
    expect([refuses(), refuses({ jti: 't2' })]).toEqual([true, false]);
    hear([{ k: 'token', of: 't2', v: 3 }], B);
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
    read([{ k: 'disabled', of: 'app' }]);
    read([], { log: B, issuedAt: NOW + 60 });
    expect(refuses()).toBe(false);
    read([], { version: 1, issuedAt: NOW + 70 });
    expect(refuses()).toBe(true);
  });

  it('an answer of the old log from before is refused', () => {
    read([{ k: 'token', of: 't1', v: 7 }]);
    read([], { log: B, version: 2, issuedAt: NOW + 60 });
    expect(() => read([{ k: 'token', of: 't1', v: 7 }], { issuedAt: NOW + 59 })).toThrow('of a log that was replaced');
    expect(list.log?.id).toBe(B);
  });

  it('a server whose clock was restored too is heard', () => {
    read([{ k: 'token', of: 't1', v: 7 }]);
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
