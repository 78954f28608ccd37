import { Inject, Injectable } from '@nestjs/common';
import { ClientAuthentication } from '../../model/clients/authentication/client-authentication';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { invalidClient } from '../../protocol/client/invalid-client';
import { OAuthError } from '../../protocol/oauth-error';
import type { PageCall } from './page-call';

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

  /**
   * @returns whether it is an introspection client of a resource, which no limit of strangers counts
   * @throws OAuthError where not everybody may read: `invalid_client`; `access_denied` for another client
   */
  async admit(call: PageCall): Promise<boolean> {
    if (this.isOpen && call.authorization === undefined) return false;
    try {
      await this.authenticate(call);
      return true;
    } catch (error) {
      if (this.isOpen && error instanceof OAuthError) return false;
      throw error;
    }
  }

  private async authenticate({ authorization, address }: PageCall): Promise<void> {
    const presented = this.authentication.parse({ authorization, parameters: {} });
    if (presented === null) throw invalidClient();
    const { clientId, type } = await this.authentication.authenticate(presented, { address });
    if (type === 'public') throw invalidClient();
    if (!this.settings.resources.some(({ introspectionClients }) => introspectionClients?.includes(clientId)))
      throw new OAuthError('access_denied', 'only introspection clients of a resource may read revocations here');
  }
}
