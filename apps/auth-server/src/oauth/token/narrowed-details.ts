import type { RegisteredClient } from '../../model/clients/registered-client';
import { narrowDetails } from '../../protocol/request/authorization-details';
import type { Resource } from '../../protocol/request/scope';

/** The granted authorization details, narrowed by those of a token request, as JSON. @throws OAuthError. */
export const narrowedDetails = (
  asked: string | undefined,
  granted: { authorizationDetails: string | null; resource: string },
  { authorizationDetailsTypes: allowed }: RegisteredClient,
  audiences: readonly Resource[],
) =>
  narrowDetails(asked, granted.authorizationDetails, {
    allowed,
    resource: audiences.find(({ url }) => url === granted.resource),
  });
