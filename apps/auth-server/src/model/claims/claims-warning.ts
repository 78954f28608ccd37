import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings';
import { helpOn } from '../../platform/config/help-page';
import { areClaimsGiven } from '../../protocol/token/claims-audience';

const WARNING = `no token will have claims of your own: RESOURCES_FILE names them in "claims" of no scope, and no
 application in "first_party_clients" of a resource`;

/** Warns at start of claims that are set up and would go to no application. */
export function warnOfClaimsForNobody({ claimsSource, trustedIssuers, resources }: Settings, logger: Logger): void {
  const isSetUp = claimsSource !== null || trustedIssuers.some(({ claims }) => claims.length > 0);
  if (isSetUp && !areClaimsGiven(resources))
    logger.warn({ help: helpOn('claims-go-to-nobody') }, WARNING.replaceAll('\n', ''));
}
