import { Inject, Injectable } from '@nestjs/common';
import { ClientAuthentication } from '../../clients/client-authentication';
import { SETTINGS, type Settings } from '../../config/settings';
import { invalidClient } from '../../protocol/client/invalid-client';
import { OAuthError } from '../../protocol/oauth-error';

/** `REVOCATION_FEED`: which callers may read what was revoked. */
@Injectable()
export class FeedAccess {
  constructor(
    private readonly authentication: ClientAuthentication,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  get isOpen(): boolean {
    return this.settings.revocationFeed === 'open';
  }

  /** @throws OAuthError `invalid_client`; `access_denied` for a client that introspects for no resource. */
  async assert({ authorization, address }: { authorization: string | undefined; address: string }): Promise<void> {
    if (this.isOpen) return;
    const presented = this.authentication.parse({ authorization, parameters: {} });
    if (presented === null) throw invalidClient();
    const { clientId, type } = await this.authentication.authenticate(presented, { address });
    if (type === 'public') throw invalidClient();
    if (!this.settings.resources.some(({ introspectionClients }) => introspectionClients?.includes(clientId)))
      throw new OAuthError('access_denied', 'only introspection clients of a resource may read revocations here');
  }
}
