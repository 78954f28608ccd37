import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSettings } from './read-settings';
import { SettingsError } from './settings-error';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const POSTGRES = 'postgres://auth:p%40ss@db.example.com:5433/auth?sslmode=require';

const KEY = Buffer.alloc(32, 7).toString('base64url');

const NOTES = {
  url: 'http://localhost:3001',
  name: 'Notes',
  texts: { de: { name: 'Notizen' } },
  scopes: [
    {
      name: 'notes:read',
      description: 'Read your notes',
      detail: 'All of them, including future ones',
      texts: { de: { description: 'Ihre Notizen lesen', detail: 'Alle, auch künftige' } },
    },
    {
      name: 'notes:write',
      description: 'Write notes for you',
      detail: 'Add notes in your name',
      texts: { de: { description: 'Notizen für Sie schreiben', detail: 'In Ihrem Namen neue Notizen anlegen' } },
    },
  ],
};

describe('readSettings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consentry-settings-'));
  const file = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('needs nothing: every setting has its default', () => {
    expect(readSettings({})).toEqual({
      issuer: 'http://localhost:3000',
      pathPrefix: '',
      cookieSuffix: '_d061127e',
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data/auth-server'),
      database: { engine: 'sqlite', file: resolve('data/auth-server/auth.sqlite') },
      keys: { announce: 86_400, retire: 1_209_600, rotation: 7_776_000 },
      masterKey: null,
      newMasterKey: null,
      resources: [NOTES],
      resourcesFile: null,
      audiences: [NOTES, { url: 'http://localhost:3000', name: 'http://localhost:3000', scopes: [] }],
      signUpOpen: true,
      developers: 'all',
      trustedIssuers: [],
      signIn: null,
      signInProviders: [],
      passwords: true,
      subject: 'own',
      corsOrigins: [],
      trustedProxies: [],
      connections: { most: 4_096, perAddress: 100, loopbackCounts: false },
      consentUiUrl: 'http://localhost:3000/consent',
      brand: {
        name: 'Consentry',
        logo: null,
        darkLogo: null,
        logoShowsName: false,
        icon: null,
        css: null,
        colors: expect.any(Map) as unknown,
        links: [],
        docsUrl: null,
      },
      dpopNonce: false,
      accessTokenAlg: 'ES256',
      dynamicRegistration: 'off',
      registrationLimit: 20,
      insecureHosts: [],
      privateUseSchemes: [],
      requirePkce: false,
      securityProfile: null,
      claimsSource: null,
      claimsStale: 3_600,
      refreshRetryWindow: 0,
      metadataDocuments: true,
      deviceGrantClients: 'developers',
      eventsKept: 400,
      revocationFeed: 'open',
      mail: null,
      ttl: { session: 43_200, consentSession: 300, code: 600, accessToken: 1_209_600, refreshToken: 7_776_000 },
      misspelt: {},
    });
  });

  it('takes an empty variable for an unset one', () => {
    const names = ['AUTH_URL', 'BASE_URL', 'PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'MASTER_KEY', 'RESOURCES_FILE']
      .concat(['DATABASE_POOL_SIZE', 'NEW_MASTER_KEY'])
      .concat(['SIGN_UP', 'TRUSTED_ISSUERS', 'CORS_ORIGINS', 'TRUSTED_PROXIES', 'CONSENT_UI_URL', 'ACCESS_TOKEN_ALG'])
      .concat(['DEVELOPERS', 'DEVICE_GRANT_CLIENTS', 'DPOP_NONCE', 'REVOCATION_FEED'])
      .concat(['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'])
      .concat(['MAIL_URL', 'MAIL_FROM'])
      .concat(['EVENTS_KEPT', 'DYNAMIC_REGISTRATION_LIMIT', 'INSECURE_HOSTS', 'PRIVATE_USE_SCHEMES', 'REQUIRE_PKCE'])
      .concat(['SECURITY_PROFILE', 'CLAIMS_FILE', 'CLAIMS_URL', 'CLAIMS_STALE'])
      .concat(['SESSION_TTL', 'CONSENT_SESSION_TTL', 'CODE_TTL', 'ACCESS_TOKEN_TTL', 'REFRESH_TOKEN_TTL']);
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readSettings({}));
  });

  it('cannot be changed afterwards', () => {
    const settings = readSettings({});
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.ttl)).toBe(true);
  });

  describe('what a setting means', () => {
    const trusted = [{ issuer: 'https://login.example.com', jwks_uri: 'https://login.example.com/keys?v=1' }];
    const meanings: [string, Record<string, string>, object][] = [
      [
        'AUTH_URL on https',
        { AUTH_URL: 'https://auth.example.com' },
        { port: 443, pathPrefix: '', cookieSuffix: '', signUpOpen: false },
      ],
      ['DEVELOPERS behind a public AUTH_URL', { AUTH_URL: 'https://auth.example.com' }, { developers: 'invited' }],
      ['DEVELOPERS all', { DEVELOPERS: 'all', AUTH_URL: 'https://auth.example.com' }, { developers: 'all' }],
      ['DEVELOPERS invited', { DEVELOPERS: 'invited' }, { developers: 'invited' }],
      ['AUTH_URL with a path', { AUTH_URL: 'https://example.com:8443/a/b' }, { port: 8443, pathPrefix: '/a/b' }],
      [
        'AUTH_URL on http without a port',
        { AUTH_URL: 'http://localhost' },
        { port: 80, cookieSuffix: '', signUpOpen: true },
      ],
      ['AUTH_URL on an IPv6 loopback', { AUTH_URL: 'http://[::1]:4000' }, { port: 4000, signUpOpen: true }],
      ['AUTH_URL on another loopback', { AUTH_URL: 'http://127.1.2.3:4000' }, { signUpOpen: true }],
      ['PORT', { PORT: '65535' }, { port: 65_535 }],
      ['HOST', { HOST: '::' }, { host: '::' }],
      ['a name as HOST', { HOST: 'auth.internal' }, { host: 'auth.internal' }],
      ['DYNAMIC_REGISTRATION_LIMIT', { DYNAMIC_REGISTRATION_LIMIT: '5' }, { registrationLimit: 5 }],
      ['PRIVATE_USE_SCHEMES', { PRIVATE_USE_SCHEMES: 'cursor, vs-code' }, { privateUseSchemes: ['cursor', 'vs-code'] }],
      [
        'INSECURE_HOSTS',
        { INSECURE_HOSTS: 'auth, notes-1 app.internal' },
        { insecureHosts: ['auth', 'notes-1', 'app.internal'] },
      ],
      ['REQUIRE_PKCE', { REQUIRE_PKCE: 'on' }, { requirePkce: true }],
      ['SECURITY_PROFILE', { SECURITY_PROFILE: 'fapi2' }, { securityProfile: 'fapi2' }],
      [
        'CLAIMS_FILE',
        { CLAIMS_FILE: 'a/claims.mjs' },
        { claimsSource: { kind: 'file', path: resolve('a/claims.mjs') } },
      ],
      [
        'CLAIMS_URL',
        { CLAIMS_URL: 'https://team.example.com/claims?v=1' },
        { claimsSource: { kind: 'url', url: 'https://team.example.com/claims?v=1' } },
      ],
      ['CLAIMS_STALE 0', { CLAIMS_STALE: '0' }, { claimsStale: 0 }],
      ['REFRESH_RETRY_WINDOW 60', { REFRESH_RETRY_WINDOW: '60' }, { refreshRetryWindow: 60 }],
      [
        'DATA_DIR',
        { DATA_DIR: '/srv/auth' },
        { dataDir: '/srv/auth', database: { engine: 'sqlite', file: '/srv/auth/auth.sqlite' } },
      ],
      [
        'DATABASE_URL',
        { DATABASE_URL: 'sqlite:/srv/db/auth.db' },
        { database: { engine: 'sqlite', file: '/srv/db/auth.db' } },
      ],
      [
        'a relative DATABASE_URL',
        { DATABASE_URL: 'sqlite:db/auth.db' },
        { database: { engine: 'sqlite', file: resolve('db/auth.db') } },
      ],
      [
        'DATABASE_URL of PostgreSQL',
        { DATABASE_URL: POSTGRES },
        { database: { engine: 'postgres', url: POSTGRES, poolSize: 10 } },
      ],
      [
        'DATABASE_URL with a name for its connections, which have one by which a running server is known',
        { DATABASE_URL: `${POSTGRES}&application_name=other` },
        { database: { engine: 'postgres', url: POSTGRES, poolSize: 10 } },
      ],
      ...[
        ['without a host, which the environment of libpq may name', 'postgres:///auth', 'postgres:///auth'],
        ['by the other name', 'postgresql:///auth?host=/run/pg', 'postgresql://%2Frun%2Fpg/auth'],
        ['by a socket', 'postgres://me:p%40ss@/auth?host=/run/pg', 'postgres://me:p%40ss@%2Frun%2Fpg/auth'],
        ['by a socket of a port', 'postgres://me@:5433/auth?host=%2Frun%2Fpg', 'postgres://me@%2Frun%2Fpg:5433/auth'],
        ['by a socket in its place', 'postgres://me@%2Frun%2Fpg/auth', 'postgres://me@%2Frun%2Fpg/auth'],
        [
          'by a host of the query',
          'postgres://me@a/b?host=db&options=-c%20x%3Dy',
          'postgres://me@db/b?options=-c%20x%3Dy',
        ],
        ['with a password of commas', 'postgres://me:a,b@db/auth', 'postgres://me:a,b@db/auth'],
      ].map(([what, given, url]): [string, Record<string, string>, object] => [
        `DATABASE_URL ${what}`,
        { DATABASE_URL: given! },
        { database: { engine: 'postgres', url, poolSize: 10 } },
      ]),
      [
        'DATABASE_POOL_SIZE',
        { DATABASE_URL: POSTGRES, DATABASE_POOL_SIZE: '3' },
        { database: { engine: 'postgres', url: POSTGRES, poolSize: 3 } },
      ],
      [
        'DATABASE_POOL_SIZE beside a file',
        { DATABASE_POOL_SIZE: '3' },
        { database: { engine: 'sqlite', file: resolve('data/auth-server/auth.sqlite') } },
      ],
      ['MASTER_KEY', { MASTER_KEY: KEY }, { masterKey: Buffer.alloc(32, 7) }],
      ['NEW_MASTER_KEY', { NEW_MASTER_KEY: KEY }, { newMasterKey: Buffer.alloc(32, 7) }],
      ['DPOP_NONCE on', { DPOP_NONCE: 'on' }, { dpopNonce: true }],
      ['EVENTS_KEPT', { EVENTS_KEPT: '30' }, { eventsKept: 30 }],
      ['SIGN_UP closed', { SIGN_UP: 'closed' }, { signUpOpen: false }],
      ['SIGN_UP open', { SIGN_UP: 'open', AUTH_URL: 'https://auth.example.com' }, { signUpOpen: true }],
      [
        'CORS_ORIGINS',
        { CORS_ORIGINS: ' https://a.example.com , http://localhost:5173,' },
        { corsOrigins: ['https://a.example.com', 'http://localhost:5173'] },
      ],
      [
        'TRUSTED_PROXIES',
        { TRUSTED_PROXIES: '10.0.0.0/8, ::1, fd00::/8' },
        { trustedProxies: ['10.0.0.0/8', '::1', 'fd00::/8'] },
      ],
      [
        'MAX_CONNECTIONS',
        { MAX_CONNECTIONS: '1000' },
        { connections: { most: 1_000, perAddress: 100, loopbackCounts: false } },
      ],
      [
        'MAX_CONNECTIONS_PER_ADDRESS, which then counts loopback too',
        { MAX_CONNECTIONS_PER_ADDRESS: '7' },
        { connections: { most: 4_096, perAddress: 7, loopbackCounts: true } },
      ],
      [
        'CONSENT_UI_URL, whose origin may call',
        { CONSENT_UI_URL: 'https://ui.example.com:8443/consent?a=b', CORS_ORIGINS: 'https://a.example.com' },
        {
          consentUiUrl: 'https://ui.example.com:8443/consent?a=b',
          corsOrigins: ['https://a.example.com', 'https://ui.example.com:8443'],
        },
      ],
      ['DYNAMIC_REGISTRATION token', { DYNAMIC_REGISTRATION: 'token' }, { dynamicRegistration: 'token' }],
      ['DYNAMIC_REGISTRATION open', { DYNAMIC_REGISTRATION: 'open' }, { dynamicRegistration: 'open' }],
      ['CLIENT_ID_METADATA_DOCUMENTS', { CLIENT_ID_METADATA_DOCUMENTS: 'off' }, { metadataDocuments: false }],
      ['REVOCATION_FEED', { REVOCATION_FEED: 'resources' }, { revocationFeed: 'resources' }],
      ['DEVICE_GRANT_CLIENTS', { DEVICE_GRANT_CLIENTS: 'all' }, { deviceGrantClients: 'all' }],
      ['ACCESS_TOKEN_ALG RS256', { ACCESS_TOKEN_ALG: 'RS256' }, { accessTokenAlg: 'RS256' }],
      ['ACCESS_TOKEN_ALG EdDSA', { ACCESS_TOKEN_ALG: 'EdDSA' }, { accessTokenAlg: 'EdDSA' }],
      [
        'the lifetimes',
        {
          SESSION_TTL: '1',
          CONSENT_SESSION_TTL: '2',
          CODE_TTL: '3',
          ACCESS_TOKEN_TTL: '4',
          REFRESH_TOKEN_TTL: '315360000',
        },
        { ttl: { session: 1, consentSession: 2, code: 3, accessToken: 4, refreshToken: 315_360_000 } },
      ],
      [
        'TRUSTED_ISSUERS, for this server as their audience',
        { TRUSTED_ISSUERS: JSON.stringify(trusted), AUTH_URL: 'https://auth.example.com' },
        {
          trustedIssuers: [
            {
              issuer: 'https://login.example.com',
              jwksUri: 'https://login.example.com/keys?v=1',
              audience: 'https://auth.example.com',
              typ: null,
              claims: [],
            },
          ],
        },
      ],
      [
        'TRUSTED_ISSUERS with audience, typ and claims',
        { TRUSTED_ISSUERS: JSON.stringify([{ ...trusted[0], audience: 'us', typ: 'JWT', claims: ['roles', 'org'] }]) },
        { trustedIssuers: [expect.objectContaining({ audience: 'us', typ: 'JWT', claims: ['roles', 'org'] })] },
      ],
      [
        'BASE_URL',
        { BASE_URL: 'https://notes.example.com/v1' },
        { resources: [expect.objectContaining({ url: 'https://notes.example.com/v1' })] },
      ],
    ];

    it.each(meanings)('%s', (_, environment, expected) => expect(readSettings(environment)).toMatchObject(expected));

    it('RESOURCES_FILE stands in for BASE_URL', () => {
      const resources = [
        { url: 'https://a.example.com', name: 'A', scopes: [{ name: 'a', description: 'Use A' }] },
        { url: 'https://b.example.com/b', name: 'B', scopes: [{ name: 'b', description: 'Use B' }] },
      ];
      expect(readSettings({ RESOURCES_FILE: file('good.json', resources) }).resources).toEqual(resources);
    });
  });

  describe('a wrong value is named with its variable, alone', () => {
    const urls = [
      'auth.example.com',
      '/auth',
      'http://',
      'https:auth.example.com',
      'ftp://auth.example.com',
      'http://auth.example.com',
      'http://192.168.0.1',
      'http://localhost.example.com',
      'https://auth.example.com/',
      'https://auth.example.com/a/',
      'https://auth.example.com?a=b',
      'https://auth.example.com#a',
      'https://auth.example.com?',
      'https://auth.example.com#',
      'https://user@auth.example.com',
      'https://:@auth.example.com',
      'https://auth.example.com\\a',
      ' https://auth.example.com',
      'https://auth.example.com:99999',
    ];
    const seconds = [
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      ' 1',
      '1 ',
      'five',
      '315360001',
      '99999999999999999999',
      'Infinity',
    ];
    const wrong: Record<string, readonly string[]> = {
      AUTH_URL: urls,
      BASE_URL: [...urls, 'http://localhost:3000'],
      CONSENT_UI_URL: [
        ...urls.filter((url) => !url.includes('?')),
        'https://ui.example.com/?a=b',
        'https://ui.example.com?a=b#c',
      ],
      PORT: ['0', '65536', '-1', '80.5', 'http', ' 80', '0x50', '+80'],
      HOST: ['a b', '-a', 'a_b', '256.0.0.1:80', 'http://localhost', '*'],
      DATABASE_URL: [
        'sqlite:',
        'sqlite::memory:',
        'postgres://',
        'postgres:auth',
        'postgres://user:password@db:port/auth',
        'postgres://user@/auth',
        'postgres://a:5432,b:5432/auth?target_session_attrs=read-write',
        'postgres://a,b/auth',
        'postgres://user@/auth?host=a,b',
        'POSTGRES://db/auth',
        'mysql:a',
        '/srv/auth.sqlite',
        'SQLITE:a',
      ],
      DYNAMIC_REGISTRATION_LIMIT: ['0', '-1', '1000001', 'many'],
      INSECURE_HOSTS: [
        '*',
        '*.internal',
        'Auth',
        'auth:3000',
        'http://auth',
        '10.0.0.1',
        '[fd00::1]',
        '2130706433',
        '-auth',
        'auth.',
        'ä',
      ],
      PRIVATE_USE_SCHEMES: ['cursor:', 'Cursor', 'com.example', 'javascript', 'https', '1a', 'a b'],
      REQUIRE_PKCE: ['yes', 'ON'],
      SECURITY_PROFILE: ['fapi', 'on'],
      CLAIMS_URL: ['http://team.example.com/claims', 'team.example.com', 'https://u:p@example.com', 'https://e.com/#a'],
      CLAIMS_STALE: ['-1', '604801', 'never'],
      EVENTS_KEPT: ['0', '36501', '-1', '1.5', 'forever'],
      DATABASE_POOL_SIZE: ['0', '1001', '-1', '1.5', 'many'],
      MASTER_KEY: [
        KEY.slice(1),
        `${KEY}A`,
        `${KEY}=`,
        `${KEY.slice(1)}+`,
        'password',
        Buffer.alloc(32, 7).toString('hex'),
      ],
      NEW_MASTER_KEY: [KEY.slice(1), 'password'],
      RESOURCES_FILE: ['/nowhere/resources.json', tmpdir()],
      DPOP_NONCE: ['yes', 'true', 'On', '1'],
      SIGN_UP: ['yes', 'true', 'Open', 'open '],
      DEVICE_GRANT_CLIENTS: ['none', 'All', 'developer'],
      DEVELOPERS: ['none', 'All', 'open', 'invite'],
      TRUSTED_ISSUERS: ['[', '{}', 'null', '["a"]', '[[]]', '[{}]'],
      CORS_ORIGINS: [
        '*',
        'null',
        'a.example.com',
        'https://a.example.com/',
        'https://a.example.com/b',
        'HTTPS://a.example.com',
        'https://a.example.com:443',
        'https://A.example.com',
        'ws://a.example.com',
        'https://a.example.com,*',
      ],
      TRUSTED_PROXIES: [
        'loopback',
        '10.0.0.0/33',
        '10.0.0/8',
        '::1/129',
        '10.0.0.0/8/8',
        '10.0.0.0/',
        '10.0.0.0/-1',
        '0.0.0.0/0',
        '::/00',
        '*',
        '10.0.0.1,proxy',
      ],
      MAX_CONNECTIONS: ['0', '-1', '1.5', 'many', '1000001'],
      MAX_CONNECTIONS_PER_ADDRESS: ['0', 'off', '1000001'],
      ACCESS_TOKEN_ALG: ['HS256', 'none', 'es256', 'ES384', 'PS256', 'RS512'],
      SESSION_TTL: seconds,
      CONSENT_SESSION_TTL: seconds,
      CODE_TTL: seconds,
      ACCESS_TOKEN_TTL: seconds,
      REFRESH_TOKEN_TTL: seconds,
    };
    const cases = Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const));

    it.each(cases)('%s=%s', (name, value) => {
      const problems = problemsOf({ [name]: value });
      expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems) expect(problem).toMatch(new RegExp(`^${name} .`));
    });

    it('all of them at once', () => {
      const environment = Object.fromEntries(Object.entries(wrong).map(([name, [first = '']]) => [name, first]));
      // With RESOURCES_FILE the resources come from there; BASE_URL is still checked.
      const named = new Set(problemsOf(environment).map((problem) => problem.split(' ')[0]));
      expect([...named].sort()).toEqual(Object.keys(wrong).sort());
    });

    it.each(['a:5432,b:5432/auth?target_session_attrs=read-write', 'a,b/auth', '/auth?host=a,b'])(
      'says of several hosts what is allowed: me:hunter2@%s',
      (rest) =>
        expect(problemsOf({ DATABASE_URL: `postgres://me:hunter2@${rest}` })).toEqual([
          'DATABASE_URL names several hosts; it must name one: an address that reaches the primary, such as a name, a virtual IP, a proxy or PgBouncer',
        ]),
    );

    it('no secret is repeated', () => {
      const secrets = { DATABASE_URL: 'postgres://user:hunter2@db:port/auth', MASTER_KEY: 'hunter2' };
      expect(problemsOf({ ...secrets, NEW_MASTER_KEY: 'hunter2' }).join()).not.toContain('hunter2');
      expect(problemsOf(secrets)).toHaveLength(2);
      expect(problemsOf(secrets).join()).not.toContain('hunter2');
    });

    it('each in one line', () => {
      for (const [name, value] of cases)
        for (const problem of problemsOf({ [name]: `${value}\n` })) expect(problem).not.toContain('\n');
    });
  });

  describe('a URL has one way to be written', () => {
    const inPath = 'may contain only letters, digits and - . _ ~ in its path';
    const spellings = [
      ['http://LOCALHOST:4000', 'must be written as http://localhost:4000'],
      ['HTTPS://auth.example.com', 'must be an absolute URL such as https://auth.example.com'],
      ['https://Auth.example.com', 'must be written as https://auth.example.com'],
      ['https://auth.example.com:443', 'must be written as https://auth.example.com'],
      ['https://auth.example.com:0443', 'must be written as https://auth.example.com'],
      ['http://localhost:80', 'must be written as http://localhost'],
      ['http://127.1:4000', 'must be written as http://127.0.0.1:4000'],
      ['https://\u00fc.example.com', 'must be written as https://xn--tda.example.com'],
      ['http://localhost:4000/x/../y', 'must be written as http://localhost:4000/y'],
      ['http://localhost:4000/x/%2e%2e/y', 'must be written as http://localhost:4000/y'],
      ['http://localhost:4000/a:b', inPath],
      ['http://localhost:4000/a(b)', inPath],
      ['http://localhost:4000/*', inPath],
      ['http://localhost:4000//a', inPath],
      ['http://localhost:4000/a//b', inPath],
      ['http://localhost:4000/a%20b', inPath],
      ['http://localhost:4000/\u00fc', inPath],
    ] as const;
    const cases = ['AUTH_URL', 'BASE_URL', 'CONSENT_UI_URL'].flatMap((name) =>
      spellings.map(([url, problem]) => [name, url, problem] as const),
    );

    it.each(cases)('%s=%s %s', (name, url, problem) => {
      expect(problemsOf({ [name]: url })).toEqual([`${name} ${problem}`]);
    });

    it('in the query of CONSENT_UI_URL too', () => {
      expect(problemsOf({ CONSENT_UI_URL: 'https://ui.example.com/consent?lang=fran\u00e7ais' })).toEqual([
        'CONSENT_UI_URL must be written as https://ui.example.com/consent?lang=fran%C3%A7ais',
      ]);
    });

    it('and written so it is taken', () => {
      for (const [, problem] of spellings) {
        const url = /^must be written as (.*)$/.exec(problem)?.[1];
        if (url !== undefined) expect(readSettings({ AUTH_URL: url }).issuer).toBe(url);
      }
      expect(readSettings({ AUTH_URL: 'https://auth.example.com/A-1/b_2/c.3/~d' }).pathPrefix).toBe('/A-1/b_2/c.3/~d');
    });
  });

  describe('RESOURCES_FILE', () => {
    const scopes = [{ name: 'a', description: 'Use A' }];
    const good = { url: 'https://a.example.com', name: 'A', scopes };
    const TYPE = { type: 'pay', description: 'Pay', fields: { to: 'string' } };
    const typed = (more: object) => ({ ...good, authorization_details_types: [{ ...TYPE, ...more }] });
    const inGerman = (de: object) => ({ ...good, scopes: [{ ...scopes[0], texts: { de } }] });
    const other = { url: 'https://b.example.com', name: 'B', scopes: [{ name: 'b', description: 'Use B' }] };

    it.each<[string, unknown, RegExp]>([
      ['no JSON', '{', /not valid JSON/],
      ['no array', good, /array/],
      ['empty', [], /at least one/],
      ['no object inside', ['a'], /array of objects/],
      ['no url', [{ ...good, url: undefined }], /lacks "url"/],
      ['a wrong url', [{ ...good, url: 'http://a.example.com' }], /https/],
      ['a url with a slash behind', [{ ...good, url: 'https://a.example.com/' }], /slash/],
      ['the server itself', [{ ...good, url: 'http://localhost:3000' }], /AUTH_URL/],
      ['no name', [{ ...good, name: '' }], /lacks "name"/],
      ['no scopes', [{ ...good, scopes: undefined }], /needs scopes/],
      ['empty scopes', [{ ...good, scopes: [] }], /needs scopes/],
      ['scopes by name alone', [{ ...good, scopes: ['a'] }], /needs scopes/],
      ['a scope without a description', [{ ...good, scopes: [{ name: 'a' }] }], /lacks "description"/],
      ['a scope with a blank', [{ ...good, scopes: [{ name: 'a b', description: 'x' }] }], /RFC 6749/],
      ['a scope twice', [{ ...good, scopes: [...scopes, ...scopes] }], /scope "a" more than once/],
      ['a detail that is no text', [{ ...good, scopes: [{ ...scopes[0], detail: 1 }] }], /detail that is not a string/],
      ['a long detail', [{ ...good, scopes: [{ ...scopes[0], detail: 'x'.repeat(201) }] }], /1 to 200 characters/],
      ['sensitive as a word', [{ ...good, scopes: [{ ...scopes[0], sensitive: 'yes' }] }], /neither true nor false/],
      ['texts that are a list', [{ ...good, texts: ['Eh'] }], /texts that are not/],
      ['a text that is no object', [{ ...good, texts: { de: 'Eh' } }], /texts that are not/],
      ['texts of a language that is none', [{ ...good, texts: { 'de-AT': { name: 'Eh' } } }], /texts for "de-AT"/],
      ['texts without a name', [{ ...good, texts: { de: {} } }], /lacks "name"/],
      ['texts with another member', [{ ...good, texts: { de: { name: 'Eh', url: 'x' } } }], /unknown member "url"/],
      ['texts of a scope without a description', [inGerman({ detail: 'x' })], /lacks "description"/],
      ['texts of a scope with a long detail', [inGerman({ description: 'x', detail: 'x'.repeat(201) })], /1 to 200/],
      ['types that are no list', [{ ...good, authorization_details_types: {} }], /needs authorization_details_types/],
      ['a type without a name', [typed({ type: undefined })], /lacks "type"/],
      ['a type without a description', [typed({ description: undefined })], /lacks "description"/],
      ['a type with a blank', [typed({ type: 'a b' })], /type "a b" with characters/],
      ['a type twice', [{ ...good, authorization_details_types: [TYPE, TYPE] }], /details type "pay" more than once/],
      ['a type of two resources', [typed({}), { ...typed({}), ...other }], /details type "pay" more than once/],
      ['a field of no kind', [typed({ fields: { to: 'text' } })], /fields of "pay" that are not string, number/],
      ['a field of a field of no kind', [typed({ fields: { to: { name: 1 } } })], /fields of "pay" that are not/],
      ['a field that every type has', [typed({ fields: { type: 'string' } })], /fields of "pay" that are not/],
      ['a required field that there is not', [typed({ required: ['from'] })], /requires fields of "pay"/],
      ['names that are no texts', [typed({ names: { to: '' } })], /lacks "to"/],
      [
        'a name of a field that there is not',
        [typed({ names: { from: 'From' } })],
        /names "from", which is no field of "pay"/,
      ],
      [
        'a name in a language of a field that there is not',
        [typed({ texts: { de: { description: 'Zahlen', names: { from: 'Von' } } } })],
        /names "from", which is no field of "pay"/,
      ],
      ['texts of a type without a description', [typed({ texts: { de: {} } })], /lacks "description"/],
      ['texts of a type with more', [typed({ texts: { de: { description: 'x', more: 1 } } })], /unknown member "more"/],
      ['a scope of two resources', [good, { ...other, scopes }], /scope "a" more than once/],
      ['introspection_clients that are none', [{ ...good, introspection_clients: 'a' }], /introspection_clients/],
      ['an introspection client without a name', [{ ...good, introspection_clients: [''] }], /introspection_clients/],
      ['a listed client without a name', [{ ...good, client_credentials_clients: [''] }], /client_credentials_clients/],
      ['lists that are none', [{ ...good, token_exchange_clients: 'all' }], /not a list of client_ids or "\*"/],
      ['all in a list', [{ ...good, token_exchange_clients: ['*'] }], /not a list of client_ids or "\*"/],
      ['a first-party client without a name', [{ ...good, first_party_clients: [''] }], /first_party_clients/],
      [
        'claims of a scope that are no names',
        [{ ...good, scopes: [{ ...scopes[0], claims: 'roles' }] }],
        /list of names/,
      ],
      [
        'a claim twice',
        [{ ...good, scopes: [{ ...scopes[0], claims: ['org', 'org'] }] }],
        /claim "org" more than once/,
      ],
      ['a resource twice', [good, { ...other, url: good.url }], /url "https:\/\/a.example.com" more than once/],
    ])('%s', (name, content, problem) => {
      const problems = problemsOf({ RESOURCES_FILE: file(`${name}.json`, content) });
      expect(problems).toEqual([expect.stringMatching(problem)]);
      expect(problems[0]).toMatch(/^RESOURCES_FILE /);
    });

    it('says of scopes what the consent screen shows, in more than one language', () => {
      const texts = { de: { description: 'A benutzen', detail: 'Alles von A' } };
      const scope = { name: 'a', description: 'Use A', detail: 'All of A', sensitive: true, texts };
      const resource = { ...good, texts: { de: { name: 'Eh' } }, scopes: [scope] };
      expect(readSettings({ RESOURCES_FILE: file('texts.json', [resource]) }).resources).toEqual([resource]);
    });

    it('introspection_clients may introspect its tokens', () => {
      const { resources } = readSettings({
        RESOURCES_FILE: file('seen.json', [{ ...good, introspection_clients: ['a-service'] }]),
      });
      expect(resources).toEqual([{ ...good, introspectionClients: ['a-service'] }]);
    });

    it('lists say which applications may get its tokens without consent', () => {
      const lists = { client_credentials_clients: '*', token_exchange_clients: ['a-worker'] };
      const { resources } = readSettings({ RESOURCES_FILE: file('listed.json', [{ ...good, ...lists }]) });
      expect(resources).toEqual([{ ...good, clientCredentialsClients: '*', tokenExchangeClients: ['a-worker'] }]);
    });

    it('says which applications get claims of the team, and by which scopes others do', () => {
      const [scope] = scopes;
      const content = { ...good, scopes: [{ ...scope, claims: ['roles'] }], first_party_clients: '*' };
      const { resources } = readSettings({ RESOURCES_FILE: file('claims.json', [content]) });
      const { url, name } = good;
      expect(resources).toEqual([{ url, name, scopes: [{ ...scope, claims: ['roles'] }], firstPartyClients: '*' }]);
    });

    it('says which entry, and everything that is wrong with it', () => {
      const problems = problemsOf({ RESOURCES_FILE: file('both.json', [good, { url: 'x', scopes: other.scopes }]) });
      expect(problems).toEqual([
        expect.stringMatching(/^RESOURCES_FILE entry 2 has a url that/),
        expect.stringMatching(/^RESOURCES_FILE entry 2 lacks "name"/),
      ]);
    });
  });

  describe('SIGN_IN_URL', () => {
    const url = 'https://app.example.com/consentry';
    const read = (more: Record<string, string>) => {
      const { signIn, passwords, signUpOpen } = readSettings({ SIGN_IN_URL: url, ...more });
      return { signIn, passwords, signUpOpen };
    };

    it('closes the password unless that is wanted', () => {
      const signIn = { url, issuer: url, profileUrl: null, confirm: 300 };
      expect(read({})).toEqual({ signIn, passwords: false, signUpOpen: false });
      expect(read({ PASSWORDS: 'on' })).toEqual({ signIn, passwords: true, signUpOpen: true });
      expect(readSettings({})).toMatchObject({ signIn: null, passwords: true, signUpOpen: true });
    });

    it('takes what belongs to it', () => {
      const [issuer, profile] = ['https://app.example.com', 'https://app.example.com/me?tab=1'];
      const trusted = JSON.stringify([{ issuer, jwks_uri: `${issuer}/jwks.json` }]);
      const more = { SIGN_IN_ISSUER: issuer, SIGN_IN_PROFILE_URL: profile, SIGN_IN_CONFIRM: '60' };
      const { signIn } = read({ ...more, TRUSTED_ISSUERS: trusted, SUBJECT: 'theirs' });
      expect(signIn).toEqual({ url, issuer, profileUrl: profile, confirm: 60 });
    });

    it.each<[string, Record<string, string>, RegExp[]]>([
      ['http beyond loopback', { SIGN_IN_URL: 'http://app.example.com/x' }, [/^SIGN_IN_URL must use https/]],
      ['a slash at its end', { SIGN_IN_URL: `${url}/` }, [/^SIGN_IN_URL must not end in a slash/]],
      ['a query', { SIGN_IN_URL: `${url}?a=b` }, [/^SIGN_IN_URL must have no query/]],
      ['AUTH_URL itself', { SIGN_IN_URL: 'http://localhost:3000' }, [/^SIGN_IN_URL must differ from AUTH_URL/]],
      [
        'an unknown issuer',
        { SIGN_IN_ISSUER: 'https://x.example' },
        [/^SIGN_IN_ISSUER must be SIGN_IN_URL or an issuer/],
      ],
      ['a script as the profile', { SIGN_IN_PROFILE_URL: 'javascript:1' }, [/^SIGN_IN_PROFILE_URL must be an http/]],
      ['a confirmation at no time', { SIGN_IN_CONFIRM: '0' }, [/^SIGN_IN_CONFIRM is "0"/]],
      ['sign-up without passwords', { SIGN_UP: 'open' }, [/^SIGN_UP must not be "open" if PASSWORDS is "off"/]],
    ])('refuses %s', (_, more, problems) => {
      const found = problemsOf({ SIGN_IN_URL: url, ...more });
      expect(found).toEqual(problems.map((problem) => expect.stringMatching(problem) as string));
    });

    it('is needed by what belongs to it', () => {
      const alone = { SIGN_IN_ISSUER: url, SIGN_IN_PROFILE_URL: url, PASSWORDS: 'off', SIGN_UP: 'closed' };
      expect(problemsOf(alone)).toEqual([
        'SIGN_IN_ISSUER needs SIGN_IN_URL too',
        'SIGN_IN_PROFILE_URL needs SIGN_IN_URL too',
        expect.stringMatching(/^PASSWORDS is "off": it needs SIGN_IN_URL/),
      ]);
    });

    it('counts as an issuer of accounts for SUBJECT=theirs', () => {
      const other = JSON.stringify([{ issuer: 'https://x.example', jwks_uri: 'https://x.example/jwks' }]);
      expect(problemsOf({ SIGN_IN_URL: url, SUBJECT: 'theirs' })).toEqual([]);
      expect(problemsOf({ SIGN_IN_URL: url, SUBJECT: 'theirs', TRUSTED_ISSUERS: other })).toEqual([
        expect.stringMatching(/^SUBJECT is "theirs": it needs one issuer of accounts.*there are 2$/),
      ]);
    });
  });

  describe('INSECURE_HOSTS', () => {
    const on = (host: string) => ({
      AUTH_URL: `http://${host}:3000`,
      RESOURCES_FILE: file('insecure.json', [{ ...NOTES, url: `http://${host}:3001` }]),
      CLAIMS_URL: `http://${host}/claims`,
      CONSENT_UI_URL: `http://${host}/consent`,
      SIGN_IN_URL: `http://${host}/sign-in`,
      SIGN_IN_PROFILE_URL: `http://${host}/profile`,
      SIGN_IN_PROVIDERS_FILE: file('insecure-providers.json', [
        { id: 'work', name: 'Work', issuer: `http://${host}/realm`, client_id: 'consentry' },
      ]),
      TRUSTED_ISSUERS: JSON.stringify([{ issuer: 'other', jwks_uri: `http://${host}/keys` }]),
    });

    it('allows http to its names, and to no other: each setting with a URL says so', () => {
      expect(problemsOf({ ...on('auth'), INSECURE_HOSTS: 'auth' })).toEqual([]);
      for (const host of ['auth.internal', 'sub.auth', '10.0.0.1']) {
        const problems = problemsOf({ ...on(host), INSECURE_HOSTS: 'auth' });
        expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(Object.keys(on(host)).sort());
        for (const problem of problems)
          expect(problem).toMatch('must use https (http is for loopback and INSECURE_HOSTS only)');
      }
    });

    it('opens nothing to strangers, as loopback does', () => {
      const { developers, signUpOpen } = readSettings({ AUTH_URL: 'http://auth:3000', INSECURE_HOSTS: 'auth' });
      expect({ developers, signUpOpen }).toEqual({ developers: 'invited', signUpOpen: false });
    });
  });

  describe('SIGN_IN_PROVIDERS_FILE', () => {
    const provider = { id: 'work', name: 'Work', issuer: 'https://id.example.com', client_id: 'consentry' };
    const env = () => ({ SIGN_IN_PROVIDERS_FILE: file('providers.json', [provider]) });

    it('leaves passwords on, and is a door without them', () => {
      expect(readSettings(env())).toMatchObject({ passwords: true, signInProviders: [{ id: 'work' }] });
      expect(readSettings({ ...env(), PASSWORDS: 'off' })).toMatchObject({ passwords: false, signUpOpen: false });
      expect(problemsOf({ SIGN_IN_PROVIDERS_FILE: file('none.json', []), PASSWORDS: 'off' })).toHaveLength(1);
    });

    it('counts as an issuer of accounts for SUBJECT=theirs, once beside the same in TRUSTED_ISSUERS', () => {
      const trusted = JSON.stringify([{ issuer: provider.issuer, jwks_uri: 'https://id.example.com/keys' }]);
      expect(problemsOf({ ...env(), SUBJECT: 'theirs', TRUSTED_ISSUERS: trusted })).toEqual([]);
      const app = { SIGN_IN_URL: 'https://app.example.com/consentry' };
      expect(problemsOf({ ...env(), ...app, SUBJECT: 'theirs' })).toEqual([expect.stringMatching(/there are 2$/)]);
    });

    it('shares no issuer with SIGN_IN_URL, and is read from a file that is there', () => {
      expect(problemsOf({ ...env(), SIGN_IN_URL: provider.issuer })).toEqual([
        expect.stringMatching(/^SIGN_IN_PROVIDERS_FILE entry 1 has AUTH_URL or SIGN_IN_ISSUER as its issuer/),
      ]);
      expect(problemsOf({ SIGN_IN_PROVIDERS_FILE: '/nowhere.json' })).toEqual([
        expect.stringMatching(/^SIGN_IN_PROVIDERS_FILE "\/nowhere.json" cannot be read: /),
      ]);
    });
  });

  describe('TRUSTED_ISSUERS', () => {
    const good = { issuer: 'https://login.example.com', jwks_uri: 'https://login.example.com/keys' };

    it.each<[string, unknown, RegExp]>([
      ['no issuer', [{ jwks_uri: good.jwks_uri }], /lacks "issuer"/],
      ['this server', [{ ...good, issuer: 'http://localhost:3000' }], /AUTH_URL/],
      ['no jwks_uri', [{ issuer: good.issuer }], /lacks "jwks_uri"/],
      ['a jwks_uri on plain http', [{ ...good, jwks_uri: 'http://login.example.com/keys' }], /https/],
      ['a resource for its audience', [{ ...good, audience: 'http://localhost:3001' }], /audience/],
      ['an empty audience', [{ ...good, audience: '' }], /lacks "audience"/],
      ['a typ that is no text', [{ ...good, typ: 1 }], /lacks "typ"/],
      [
        'a member that is unknown',
        [{ ...good, audiance: 'us' }],
        /entry 1 has the unknown member "audiance"; .*"audience"/,
      ],
      ['claims that are no list', [{ ...good, claims: { roles: true } }], /claims that are not a list of names/],
      ['a claim without a name', [{ ...good, claims: [''] }], /claims that are not a list of names/],
      ['a reserved claim', [{ ...good, claims: ['roles', 'client_id'] }], /claim "client_id" that is reserved/],
      ['a claim with a blank', [{ ...good, claims: ['a b'] }], /claim "a b" that is not a valid claim name/],
      [
        'too many claims',
        [{ ...good, claims: Array.from({ length: 21 }, (_, at) => `c${at}`) }],
        /more than 20 claims/,
      ],
      ['one issuer twice', [good, good], /more than once/],
    ])('%s', (_, content, problem) => {
      expect(problemsOf({ TRUSTED_ISSUERS: JSON.stringify(content) })).toEqual([expect.stringMatching(problem)]);
    });
  });
});
