import type { Settings } from '../../platform/config/settings';
import { DEFAULT_ID_TOKEN_ALG } from '../../model/keys/signing/id-token-signer';
import { rulesOf } from '../../protocol/client/security-profile';
import { openidMetadata } from '../../protocol/discovery/openid-metadata';
import { serverMetadata } from '../../protocol/discovery/server-metadata';
import { listedClaims } from '../../protocol/token/claims-audience';
import type { MetadataView } from './discovery.view';

/** Of the server that has these settings, running or not. */
export function metadataOf(settings: Settings): MetadataView {
  const { issuer, resources, trustedIssuers, passwords } = settings;
  const mapped = trustedIssuers.flatMap(({ claims }) => claims);
  const own = openidMetadata(issuer, idTokenAlgorithms(settings), listedClaims(resources, mapped), passwords);
  return { ...own, ...serverMetadata(issuer, resources, settings) };
}

/** The first is the default. */
export function idTokenAlgorithms({ accessTokenAlg, securityProfile }: Settings): string[] {
  const { algorithms } = rulesOf(securityProfile);
  return [...new Set([DEFAULT_ID_TOKEN_ALG, accessTokenAlg])].filter((alg) => algorithms.includes(alg));
}
