import {
  type Complain,
  type Json,
  complainOfTwins,
  complainOfUnknown,
  readClaimNames,
  readList,
  readText,
} from './json-setting';
import type { TrustedIssuer } from './settings';
import { urlProblem } from './url-setting';

/** Reads the trusted issuers: `[{ "issuer", "jwks_uri", "audience"?, "typ"?, "claims"? }]`. */
export function readTrustedIssuers(
  text: string,
  own: { issuer: string; resourceUrls: readonly string[] },
  complain: Complain,
): TrustedIssuer[] {
  const entries = readList(text, complain) ?? [];
  const issuers = entries.map((entry, at) =>
    readTrustedIssuer(entry, own, (problem) => complain(`entry ${at + 1} ${problem}`)),
  );
  complainOfTwins(
    issuers.map(({ issuer }) => issuer),
    'issuer',
    complain,
  );
  return issuers;
}

function readTrustedIssuer(
  entry: Json,
  own: { issuer: string; resourceUrls: readonly string[] },
  complain: Complain,
): TrustedIssuer {
  complainOfUnknown(entry, ['issuer', 'jwks_uri', 'audience', 'typ', 'claims'], complain);
  const issuer = readText(entry, 'issuer', complain);
  const jwksUri = readText(entry, 'jwks_uri', complain);
  const problem = jwksUri === '' ? null : urlProblem(jwksUri);
  if (problem !== null) complain(`has a jwks_uri that ${problem}`);
  if (issuer === own.issuer) complain('names AUTH_URL: its own tokens need no trust');
  const audience = entry.audience === undefined ? own.issuer : readText(entry, 'audience', complain);
  if (own.resourceUrls.includes(audience)) complain('has a resource as its audience; that is for access tokens');
  const typ = entry.typ === undefined ? null : readText(entry, 'typ', complain);
  return { issuer, jwksUri, audience, typ, claims: readClaimNames(entry.claims, complain) };
}
