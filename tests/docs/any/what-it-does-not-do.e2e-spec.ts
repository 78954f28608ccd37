import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { givenServer } from '@consentry/test-support/server/given';
import { ROOT } from '@consentry/test-support/run/root';
import { call } from '@consentry/test-support/world/world';

const PAGE = readFileSync(join(ROOT, 'docs/what-it-does-not-do.md'), 'utf8');

type Metadata = Record<string, unknown>;

/** What the page says is not there, and where the metadata would have it. */
const MISSING: [text: string, member: string, value: unknown][] = [
  ['No implicit', 'response_types_supported', ['code']],
  ['no password grant', 'grant_types_supported', expect.not.arrayContaining(['password'])],
  ['no PKCE by `plain`', 'code_challenge_methods_supported', ['S256']],
  [
    'No mutual TLS',
    'token_endpoint_auth_methods_supported',
    expect.not.arrayContaining(['tls_client_auth', 'self_signed_tls_client_auth']),
  ],
  ['No mutual TLS', 'tls_client_certificate_bound_access_tokens', undefined],
  ['No CIBA', 'backchannel_authentication_endpoint', undefined],
  ['no claims parameter', 'claims_parameter_supported', false],
  ['no `request_uri` by reference', 'request_uri_parameter_supported', false],
  ['no encrypted tokens', 'id_token_encryption_alg_values_supported', undefined],
  ['`urn:consentry:acr:password`', 'acr_values_supported', ['urn:consentry:acr:password']],
];

describe('docs/what-it-does-not-do.md', () => {
  const server = givenServer();

  it('names what the metadata do not have', async () => {
    const { body } = await call<Metadata>('GET', `${server.url}/.well-known/openid-configuration`);
    for (const [text, member, value] of MISSING) {
      expect(PAGE).toContain(text);
      expect([member, body[member]]).toEqual([member, value]);
    }
  });

  it('names the languages that its pages speak', () => {
    const named = readdirSync(join(ROOT, 'apps/auth-server/src/pages/messages')).filter((name) =>
      /^..\.tsx$/.test(name),
    );
    expect(named).toEqual(['de.tsx', 'en.tsx']);
    expect(PAGE).toContain('**English and German**');
  });
});
