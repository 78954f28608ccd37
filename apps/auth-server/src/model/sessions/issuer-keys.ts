import type { JWTVerifyGetKey } from 'jose';
import { fetchBounded } from '../../platform/outbound/fetch-bounded';

/** The URL may be on a private host: only the operator sets it. */
export const issuerKeys = (
  jwksUri: string,
  { createRemoteJWKSet, customFetch }: typeof import('jose'),
): JWTVerifyGetKey => createRemoteJWKSet(new URL(jwksUri), { [customFetch]: fetchBounded });
