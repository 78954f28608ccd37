import { type Complain, claimNames, readEntries, strictly, text, textBy, twinsIn } from './json-setting';
import type { TrustedIssuer } from './settings';
import { type InsecureHosts, urlProblem } from './url-setting';

interface Own {
  issuer: string;
  resourceUrls: readonly string[];
  insecureHosts: InsecureHosts;
}

/** `[{ "issuer", "jwks_uri", "audience"?, "typ"?, "claims"? }]`, as docs/settings.md has it. */
const entryFor = (own: Own) =>
  strictly(
    {
      issuer: textBy((issuer) =>
        issuer === own.issuer ? 'names AUTH_URL: the server trusts its own tokens anyway' : null,
      ),
      jwks_uri: textBy((uri) => urlProblem(uri, own.insecureHosts), 'has a jwks_uri that '),
      audience: textBy((audience) =>
        own.resourceUrls.includes(audience) ? 'has a resource as its audience; that is for access tokens' : null,
      ).prefault(own.issuer),
      typ: text.optional(),
      claims: claimNames.default([]),
    },
    'must be an object',
  ).transform(({ jwks_uri: jwksUri, typ = null, ...issuer }) => ({ ...issuer, jwksUri, typ }));

export function readTrustedIssuers(json: string, own: Own, complain: Complain): TrustedIssuer[] {
  const issuers = (readEntries(json, entryFor(own), complain) ?? []).filter((entry) => entry !== null);
  for (const problem of twinsIn(
    issuers.map(({ issuer }) => issuer),
    'issuer',
  ))
    complain(problem);
  return issuers;
}
