import { DEVICE_CODE, TOKEN_EXCHANGE } from '../../protocol/client/grant-types';
import type { Settings } from '../../platform/config/settings';
import { CALLBACK } from './code-flow';
import { type DeveloperFacts, inShell } from './facts';
import { code, codes, escaped, fenced, table } from './markdown';

export function registration(facts: DeveloperFacts): string {
  const { settings, rules } = facts;
  return [
    '## Register your application',
    admission(facts),
    rules.profile === null ? kinds(facts) : profiled(facts),
    ...(rules.profile === null ? [redirects(settings)] : []),
    ...byPrograms(facts),
  ].join('\n\n');
}

function admission({ settings, provider }: DeveloperFacts): string {
  const { issuer, developers, signUpOpen } = settings;
  const account = signUpOpen
    ? `Create an account at ${code(`${issuer}/sign-up?return_to=/console`)}, or sign in`
    : 'Sign in';
  const role =
    developers === 'all'
      ? 'Every account may register applications.'
      : `Only developers may register applications: ask ${escaped(provider)} for an account that may.`;
  return `${account} at ${code(`${issuer}/console`)}${signUpOpen ? '' : ` with your account at ${escaped(provider)}`}. ${role} There you register an application, replace its credentials, get a token for your own account to try the API with, and see your application's errors of the last few days. You can do the same over HTTP with ${code('POST /api/applications')}, described at ${code(`${issuer}/docs`)}.`;
}

function kinds({ settings, offersDevices, ownName, exchanges }: DeveloperFacts): string {
  const member = (text: string) => code(`{ ${text} }`);
  const grants = (...names: string[]) => member(`"grant_types": ${JSON.stringify(names)}`);
  const rows = [
    ['a web application with a server', 'nothing more: it is confidential, and its server keeps the secret'],
    ['a page without a server', member('"client_type": "public"')],
    ['an app on a phone', member('"client_type": "public", "application_type": "native"')],
    ...(offersDevices
      ? [
          [
            'a program in a terminal, or a device without a browser',
            member(
              `"client_type": "public", "grant_types": ${JSON.stringify([DEVICE_CODE, 'authorization_code', 'refresh_token'])}`,
            ),
          ],
        ]
      : []),
    ...(ownName.length > 0
      ? [
          [
            'a service without users',
            `${member('"grant_types": ["client_credentials"], "client_credentials_scopes": ["…"]')}, with the scopes that it needs in its own name`,
          ],
        ]
      : []),
    ...(exchanges.length > 0 ? [['a service that calls the next one for its caller', grants(TOKEN_EXCHANGE)]] : []),
  ];
  return `${table(['your program', 'register it with'], rows)}

The secret is shown once. A public application has none. ${settings.requirePkce ? 'Every application' : 'It'} must use PKCE.`;
}

function profiled({ rules, settings: { issuer } }: DeveloperFacts): string {
  return `Every application keeps the ${rules.profile}:

- It is confidential and proves itself by a key (\`private_key_jwt\`), never by a secret. Register its public keys as \`jwks\` or \`jwks_uri\`, for one of the algorithms ${codes(rules.algorithms)}.
- The \`aud\` of its client assertions is ${code(issuer)}, as a string.
- It pushes each authorization request (PAR, RFC 9126) with PKCE by \`S256\` and its \`redirect_uri\`. The authorization endpoint takes no other request.
- Its access tokens are bound to a key (DPoP, RFC 9449). Each call of the API carries a proof by that key.
- Its redirect URIs are https and are compared byte for byte. A program on the user's machine registers \`"application_type": "native"\` for a redirect URI on loopback.

curl cannot make these proofs, so the quick starts below are programs.`;
}

function redirects({ privateUseSchemes }: Settings): string {
  const schemes = [
    'a reversed domain name such as `com.example.app:`',
    ...privateUseSchemes.map((name) => code(`${name}:`)),
  ];
  return `For the quick starts, register ${code(CALLBACK)} as a redirect URI. Redirect URIs are compared byte for byte. They are https, or http on \`localhost\`, \`127.0.0.1\` or \`[::1]\`. Those of public applications may have a private-use scheme too: ${schemes.join(' or ')}.`;
}

function byPrograms(facts: DeveloperFacts): string[] {
  const { settings, metadata, rules } = facts;
  const parts: string[] = [];
  const needsKeys = rules.profile === null ? '' : ' It names `private_key_jwt` and your keys.';
  if (metadata.client_id_metadata_document_supported)
    parts.push(
      `Without registration: your \`client_id\` may be the https URL of a client ID metadata document that you serve.${needsKeys}`,
    );
  if (metadata.registration_endpoint === undefined) return parts;
  const withToken = settings.dynamicRegistration === 'token';
  const token = withToken
    ? ' with an initial access token. A developer creates one by `POST /api/registration-tokens`'
    : ', without a token';
  parts.push(`A program may register itself (RFC 7591)${token}.${needsKeys}`);
  if (rules.profile !== null) return parts;
  const header = withToken ? `\n  -H "Authorization: Bearer $INITIAL_ACCESS_TOKEN" \\` : '';
  parts.push(
    fenced(
      'sh',
      `AUTH=${settings.issuer}
curl -sS ${inShell(facts, metadata.registration_endpoint)} -H 'Content-Type: application/json' \\${header}
  -d '{"client_name":"Notebook","redirect_uris":["${CALLBACK}"]}'`,
    ),
  );
  return parts;
}
