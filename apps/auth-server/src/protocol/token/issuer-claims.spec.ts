import {
  type IssuerClaims,
  formatIssuerClaims,
  isNews,
  issuerClaimsOf,
  issuerClaimsProblem,
  recordedClaims,
} from './issuer-claims';

const NOW = 1_800_000_000_000;
const IAT = NOW / 1000;
const NAMES = ['roles', 'org'];
const problem = (claims: object, names = NAMES) => issuerClaimsProblem({ iat: IAT, ...claims }, names, NOW);
const said = (claims: object, iat = IAT) => issuerClaimsOf({ iat, ...claims }, NAMES);
const recorded = (claims: object, iat = IAT) => formatIssuerClaims(said(claims, iat));
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe("a trusted issuer's claims", () => {
  it.each<[string, object]>([
    ['a list of roles', { roles: ['admin', 'editor'] }],
    ['a text', { org: 'team' }],
    ['a number', { org: 7 }],
    ['an object', { org: { id: 'team', plan: 'free' } }],
    ['none', {}],
    ['null', { roles: null }],
    ['4 levels', { org: nested(4) }],
    ['the clock of the issuer ahead by a minute', { iat: IAT + 60 }],
    ['4,096 bytes of JSON', { org: 'x'.repeat(4_086) }],
  ])('may be %s', (_, claims) => {
    expect(problem(claims)).toBeNull();
  });

  it.each<[string, object, RegExp]>([
    ['no iat', { iat: undefined }, /no iat/],
    ['an iat that is a text', { iat: '1' }, /no iat/],
    ['an iat before 1970', { iat: -1 }, /no iat/],
    ['an iat of the future', { iat: IAT + 61 }, /iat is in the future/],
    ['roles that are no list', { roles: 'admin' }, /roles must be a list of non-empty strings/],
    ['5 levels', { org: nested(5) }, /org is more than 4 levels deep/],
    ['more levels than a stack has', { org: nested(10_000) }, /org is more than 4 levels deep/],
    ['a byte too many', { org: 'x'.repeat(4_087) }, /roles, org have more than 4096 bytes/],
    ['characters of several bytes', { org: '\u20ac'.repeat(1_400) }, /more than 4096 bytes/],
  ])('with %s are refused', (_, claims, reason) => {
    expect(problem(claims)).toMatch(reason);
  });

  it('are judged by name, never repeated by value', () => {
    expect(problem({ roles: 'a secret' })).not.toContain('secret');
  });

  it('are judged only where the issuer has some', () => {
    expect(problem({ iat: undefined, roles: nested(9) }, [])).toBeNull();
  });

  it('are the listed ones alone, and what is left out stands as absent', () => {
    expect(said({ roles: ['a'], sub: 'ada' })).toEqual({ iat: IAT, claims: { roles: ['a'], org: null } });
    expect(issuerClaimsOf({ iat: 1 }, ['toString']).claims).toEqual({ toString: null });
  });
});

describe('the claims of an account', () => {
  const admin = { roles: ['admin'] };
  const fewer = { roles: ['reader'] };

  it.each<[string, string | null, IssuerClaims, boolean]>([
    ['the first', null, said({}), true],
    ['others', recorded(admin), said(fewer, IAT + 1), true],
    ['others of the same second: the last counts', recorded(admin), said(fewer), true],
    ['none any more', recorded(admin), said({}, IAT + 1), true],
    ['others of an older JWT', recorded(fewer), said(admin, IAT - 1), false],
    ['the same', recorded(admin), said(admin), false],
    ['the same of a newer JWT', recorded(admin), said(admin, IAT + 59), false],
    ['the same of a JWT newer by a minute', recorded(admin), said(admin, IAT + 60), true],
  ])('are written: %s', (_, row, next, written) => {
    expect(isNews(row, next)).toBe(written);
  });

  it('are those of the row, without the absent ones', () => {
    expect(recordedClaims(recorded(admin), NAMES)).toEqual(admin);
    expect(recordedClaims(recorded({ ...admin, org: false }), ['org'])).toEqual({ org: false });
    expect(recordedClaims(recorded(admin), [])).toEqual({});
  });

  it('are unknown where the row was written before one of them was listed', () => {
    expect(recordedClaims(null, NAMES)).toBeNull();
    expect(recordedClaims(recorded(admin), [...NAMES, 'groups'])).toBeNull();
    expect(recordedClaims(null, [])).toEqual({});
  });
});
