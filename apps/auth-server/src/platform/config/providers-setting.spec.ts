import { readProviders } from './providers-setting';

const AUTH_URL = 'https://auth.example.com';
const GOOD = { id: 'work', name: 'Work', issuer: 'https://id.example.com/realms/staff', client_id: 'consentry' };

/** @returns the providers, and what is wrong. */
function read(content: unknown) {
  const problems: string[] = [];
  const json = typeof content === 'string' ? content : JSON.stringify(content);
  return {
    providers: readProviders(json, { others: [AUTH_URL], insecureHosts: [] }, (problem) => problems.push(problem)),
    problems,
  };
}

describe('SIGN_IN_PROVIDERS_FILE', () => {
  it('names providers, with a secret or without, and issuers as they write themselves', () => {
    const auth0 = { ...GOOD, id: 'auth0', issuer: 'https://t.auth0.com/', client_secret: 's' };
    const { name, issuer } = GOOD;
    expect(read([GOOD, auth0])).toEqual({
      providers: [
        { id: 'work', name, issuer, clientId: 'consentry', clientSecret: null },
        { id: 'auth0', name, issuer: 'https://t.auth0.com/', clientId: 'consentry', clientSecret: 's' },
      ],
      problems: [],
    });
    expect(read([])).toEqual({ providers: [], problems: [] });
  });

  it.each<[string, unknown, string]>([
    ['no JSON', '[', 'is not valid JSON'],
    ['no list', {}, 'must be a JSON array of objects'],
    ['no id', [{ ...GOOD, id: undefined }], 'entry 1 lacks "id"'],
    [
      'an id with a slash',
      [{ ...GOOD, id: 'a/b' }],
      'entry 1 has the id "a/b"; it must have 1 to 32 characters of a-z, 0-9 and -',
    ],
    ['a long name', [{ ...GOOD, name: 'x'.repeat(61) }], 'entry 1 has a name longer than 60 characters'],
    ['no issuer', [{ ...GOOD, issuer: 'id.example.com' }], 'entry 1 has an issuer that must be an absolute URL'],
    ['http', [{ ...GOOD, issuer: 'http://id.example.com' }], 'entry 1 has an issuer that must use https'],
    ['itself', [{ ...GOOD, issuer: AUTH_URL }], 'entry 1 has AUTH_URL or SIGN_IN_ISSUER as its issuer'],
    [
      'all tenants of Entra',
      [{ ...GOOD, issuer: 'https://login.microsoftonline.com/common/v2.0' }],
      'entry 1 has the issuer for all Entra tenants; use that of one tenant: https://login.microsoftonline.com/<tenant id>/v2.0',
    ],
    ['no client_id', [GOOD, { ...GOOD, client_id: '' }], 'entry 2 lacks "client_id"'],
    ['another member', [{ ...GOOD, clientSecret: 's' }], 'entry 1 has the unknown member "clientSecret"; it may have'],
    ['an id twice', [GOOD, { ...GOOD, issuer: 'https://b.example' }], 'names the id "work" more than once'],
    ['an issuer twice', [GOOD, { ...GOOD, id: 'b' }], `names the issuer "${GOOD.issuer}" more than once`],
  ])('refuses %s', (_, content, problem) => {
    expect(read(content).problems).toEqual([expect.stringContaining(problem)]);
  });

  it('repeats no secret in what it says is wrong', () => {
    const { problems } = read([
      { ...GOOD, id: 'A', client_secret: 'hush' },
      { client_secret: 'hush', extra: 1 },
    ]);
    expect([problems.length > 1, problems.join()]).toEqual([true, expect.not.stringContaining('hush')]);
  });
});
