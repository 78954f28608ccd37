import { parseGuardOptions } from './guard.settings.ts';
import type { IssuerOptions } from './issuer.options.ts';

const audience = 'https://notes.example.com';
const settingsOf = (...issuers: IssuerOptions[]) => parseGuardOptions({ issuers, audience }).issuers;

const client = { clientId: 'notes', clientSecret: 'secret' };
const asking = (introspection: object | null, more: object = {}) => ({
  issuers: [{ issuer: 'https://a.example', introspection, ...more }],
});

describe('the option issuers', () => {
  it('has the defaults of introspection', () => {
    const [own] = settingsOf({ issuer: 'https://auth.example.com', introspection: client });
    expect(own?.introspection).toEqual({
      ...client,
      uri: 'https://auth.example.com/oauth2/introspect',
      maxAge: 30_000,
    });
    const [keycloak] = settingsOf({ issuer: 'https://a.example/realms/b', profile: 'keycloak', introspection: client });
    expect(keycloak?.introspection?.uri).toBe('https://a.example/realms/b/protocol/openid-connect/token/introspect');
  });

  it('has the defaults of each profile', () => {
    const [own, keycloak, auth0] = settingsOf(
      { issuer: 'https://auth.example.com' },
      { issuer: 'https://sso.example.com/realms/main', profile: 'keycloak', audience: 'notes' },
      { issuer: 'https://tenant.eu.auth0.com/', profile: 'auth0' },
    );
    expect(own).toMatchObject({
      jwksUri: 'https://auth.example.com/.well-known/jwks.json',
      audiences: [audience],
      revocations: { uri: 'https://auth.example.com/oauth2/revocations' },
    });
    expect(keycloak).toMatchObject({
      jwksUri: 'https://sso.example.com/realms/main/protocol/openid-connect/certs',
      audiences: ['notes'],
      revocations: undefined,
    });
    expect(auth0).toMatchObject({
      jwksUri: 'https://tenant.eu.auth0.com/.well-known/jwks.json',
      audiences: [audience],
      revocations: undefined,
    });
  });

  it('takes what an issuer says instead', () => {
    const issuer = 'https://auth.example.com';
    const own = { issuer, jwksUri: 'https://keys.example.com', audience: ['a', 'b'], revocations: false };
    expect(settingsOf(own)[0]).toMatchObject({ jwksUri: own.jwksUri, audiences: ['a', 'b'], revocations: undefined });
  });

  it.each<[object, RegExp]>([
    [asking({ clientId: 'a' }), /- issuers\[0\]\.introspection must have clientId and clientSecret/],
    [asking(null), /- issuers\[0\]\.introspection must have clientId and clientSecret/],
    [asking({ ...client, uri: 'introspect' }), /- issuers\[0\]\.introspection\.uri must be a URL/],
    [asking({ ...client, maxAge: 301 }), /- issuers\[0\]\.introspection\.maxAge must be 0 to 300 seconds/],
    [
      asking(client, { issuer: 'https://a.example/', profile: 'auth0' }),
      /- issuers\[0\]\.introspection\.uri must be a/,
    ],
    [
      { issuers: [...asking(client).issuers, { issuer: 'https://b.example', introspection: client }] },
      /- only one of the issuers may have introspection/,
    ],
    [{ issuers: [] }, /- issuers must be a list of at least one issuer/],
    [{ issuers: 'https://auth.example.com' }, /- issuers must be a list/],
    [{ issuers: [{ issuer: 'https://a.example' }], issuer: 'https://a.example' }, /- set issuer or issuers, not both/],
    [{ issuers: [{ issuer: 'https://a.example' }], jwksUri: 'https://a.example' }, /- set jwksUri in each of the iss/],
    [{ issuers: [null] }, /- issuers\[0\]\.issuer must be a URL; got nothing/],
    [
      { issuers: [{ issuer: 'https://a.example/' }] },
      /- issuers\[0\]\.issuer must have no query and no trailing slash/,
    ],
    [{ issuers: [{ issuer: 'https://a.auth0.com', profile: 'auth0' }] }, /- issuers\[0\]\.issuer must end in a slash/],
    [
      { issuers: [{ issuer: 'https://a.example', profile: 'okta' }] },
      /- issuers\[0\]\.profile must be rfc9068, keycloak/,
    ],
    [{ issuers: [{ issuer: 'https://a.example', profile: 'toString' }] }, /- issuers\[0\]\.profile must be/],
    [{ issuers: [{ issuer: 'https://a.example', jwksUri: 'keys' }] }, /- issuers\[0\]\.jwksUri must be a URL/],
    [
      { issuers: [{ issuer: 'https://a.example', audience: [] }] },
      /- issuers\[0\]\.audience must be one or more strings/,
    ],
    [{ issuers: [{ issuer: 'https://a.example', audience: [''] }] }, /- issuers\[0\]\.audience must be/],
    [
      { issuers: [{ issuer: 'https://a.example', revocations: 1 }] },
      /- issuers\[0\]\.revocations must be false or an object/,
    ],
    [
      { issuers: [{ issuer: 'https://a.example' }, { issuer: 'https://a.example' }] },
      /- issuers must differ; "https:\/\/a/,
    ],
  ])('refuses %j', (options, message) => {
    expect(() => parseGuardOptions({ audience, ...options })).toThrow(message);
  });
});

describe('insecureHosts', () => {
  const options = {
    audience: 'http://notes:3001',
    resourceMetadata: 'http://notes:3001/metadata',
    issuers: [
      {
        issuer: 'http://auth:3000',
        jwksUri: 'http://auth:3000/keys',
        introspection: { ...client, uri: 'http://auth:3000/ask' },
        revocations: { uri: 'http://auth:3000/list' },
      },
    ],
  };

  it('allow http to every URL of their names', () => {
    const { issuers } = parseGuardOptions({ ...options, insecureHosts: ['auth', 'notes'] });
    expect(issuers).toMatchObject([{ issuer: 'http://auth:3000', jwksUri: 'http://auth:3000/keys' }]);
  });

  it('allow it to no other', () => {
    const names = ['issuer', 'jwksUri', 'introspection.uri', 'revocations.uri'].map((name) => `issuers[0].${name}`);
    const refused = [...names, 'audience', 'resourceMetadata'].map((name) => `- ${name} must be an https URL`);
    for (const insecureHosts of [undefined, ['auth.internal', 'internal']]) {
      const parse = () => parseGuardOptions({ ...options, ...(insecureHosts && { insecureHosts }) });
      for (const problem of refused) expect(parse).toThrow(problem);
    }
  });
});
