import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings';
import { helpOn } from '../../platform/config/help-page';
import { areClaimsGiven } from '../../protocol/token/claims-audience';

const WARNING = `no token will contain your own claims: in RESOURCES_FILE no scope has "claims", and no resource
 lists an application in "first_party_clients"`;

/** Warns at start of claims that are set up and would go to no application. */
export function warnOfClaimsForNobody({ claimsSource, trustedIssuers, resources }: Settings, logger: Logger): void {
  const isSetUp = claimsSource !== null || trustedIssuers.some(({ claims }) => claims.length > 0);
  if (isSetUp && !areClaimsGiven(resources))
    logger.warn({ help: helpOn('claims-go-to-nobody') }, WARNING.replaceAll('\n', ''));
}
