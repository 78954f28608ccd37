import type { GuardOptions } from './guard.options.ts';
import { parseGuardOptions } from './guard.settings.ts';

const good = { issuer: 'https://auth.example.com', audience: 'https://notes.example.com' };

describe('parseGuardOptions', () => {
  it('fills in the defaults', () => {
    const settings = parseGuardOptions(good);
    expect(settings).toMatchObject({ ...good, jwksUri: `${good.issuer}/.well-known/jwks.json`, realm: 'api' });
    expect(Math.abs(settings.clock.now() - Date.now())).toBeLessThan(1_000);
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it.each<[Partial<GuardOptions>]>([
    [{ issuer: 'http://localhost:3000' }],
    [{ issuer: 'http://127.0.0.1:3000/auth' }],
    [{ issuer: 'http://[::1]' }],
    [{ audience: 'https://api.example.com/' }],
    [{ jwksUri: 'https://keys.example.com/set?v=1' }],
    [{ realm: 'Notes, all of them' }],
    [{ resourceMetadata: 'https://notes.example.com/.well-known/oauth-protected-resource' }],
  ])('takes %j', (change) => {
    expect(parseGuardOptions({ ...good, ...change })).toMatchObject(change);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ issuer: undefined }, /- issuer must be a URL; got nothing/],
    [{ issuer: 'auth.example.com' }, /- issuer must be a URL; got "auth.example.com"/],
    [{ issuer: 7 }, /- issuer must be a URL; got 7/],
    [{ issuer: 'http://auth.example.com' }, /- issuer must be an https URL \(http only on localhost/],
    [{ issuer: 'http://localhost.example.com' }, /- issuer must be an https URL/],
    [{ issuer: 'ftp://localhost' }, /- issuer must be an https URL/],
    [{ issuer: 'https://auth.example.com/' }, /- issuer must have no query and no trailing slash/],
    [{ issuer: 'https://auth.example.com?a=b' }, /- issuer must have no query/],
    [{ issuer: 'https://auth.example.com#' }, /- issuer must have no fragment/],
    [{ issuer: 'https://u:p@auth.example.com' }, /- issuer must not hold a user name or password$/],
    [{ audience: 'notes' }, /- audience must be a URL; got "notes"/],
    [{ audience: 'http://notes.example.com' }, /- audience must be an https URL/],
    [{ jwksUri: 'http://keys.example.com' }, /- jwksUri must be an https URL/],
    [{ realm: 'a"b' }, /- realm must be printable ASCII/],
    [{ resourceMetadata: '/.well-known/oauth-protected-resource' }, /- resourceMetadata must be a URL/],
    [{ resourceMetadata: 'http://notes.example.com/metadata' }, /- resourceMetadata must be an https URL/],
    [{ resourceMetadata: 'https://notes.example.com/"' }, /- resourceMetadata must be printable ASCII/],
    [{ realm: '' }, /- realm must be/],
    [{ clock: {} }, /- clock must be an object with now\(\)/],
  ])('refuses %j', (change, message) => {
    expect(() => parseGuardOptions({ ...good, ...change })).toThrow(message);
  });

  it('names all that is wrong at once', () => {
    const wrong = () => parseGuardOptions({ issuer: 'a', audience: 'b', realm: '"' });
    expect(wrong).toThrow(/wrong options:\n- issuer .*\n- audience .*\n- realm /);
    expect(() => parseGuardOptions(undefined as unknown as GuardOptions)).toThrow(/- issuer .*\n- audience /);
  });
});
