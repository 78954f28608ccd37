import { code, escaped, table } from './markdown';
import type { DeveloperFacts } from './facts';

/** The addresses of the metadata document that a developer meets, in the order of a first day. */
export function addresses({ metadata, settings: { issuer }, provider }: DeveloperFacts): string {
  const found: [string, string | undefined][] = [
    ['Issuer: give it to a library, which finds the rest', metadata.issuer],
    ['Metadata (RFC 8414)', `${issuer}/.well-known/oauth-authorization-server`],
    ['The same for OpenID Connect', `${issuer}/.well-known/openid-configuration`],
    ['Authorization', metadata.authorization_endpoint],
    ['Pushed authorization requests (RFC 9126)', metadata.pushed_authorization_request_endpoint],
    ['Token', metadata.token_endpoint],
    ['Device authorization (RFC 8628)', metadata.device_authorization_endpoint],
    ['Keys that sign tokens (JWKS)', metadata.jwks_uri],
    ['Userinfo', metadata.userinfo_endpoint],
    ['Revocation (RFC 7009)', metadata.revocation_endpoint],
    ['Introspection (RFC 7662)', metadata.introspection_endpoint],
    ['Sign-out (OpenID Connect)', metadata.end_session_endpoint],
    ['Registration by a program (RFC 7591)', metadata.registration_endpoint],
    ['Every endpoint, described', metadata.service_documentation],
    ['Console for developers', `${issuer}/console`],
    ['Where users see and end the access of applications', `${issuer}/account/apps`],
  ];
  const rows = found.flatMap(([what, address]) => (address === undefined ? [] : [[what, code(address)]]));
  return `## Addresses

All of them are ${escaped(provider)}'s. Let your library read them from the metadata instead of copying them.

${table(['what', 'address'], rows)}`;
}
