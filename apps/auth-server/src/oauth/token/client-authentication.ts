import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository, type RegisteredClient } from '../../clients/client.repository';
import { CLOCK, type Clock } from '../../config/clock';
import { type PresentedClient, authenticateClient, parsePresentedClient } from '../../protocol/client-credentials';
import { invalidRequest } from '../../protocol/oauth-error';
import type { TokenCall } from './token-request';

/** Finds and authenticates the client of a token call. */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly clients: ClientRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError `invalid_request` for two methods at once, `invalid_client` for a header that cannot be read. */
  parse({ authorization, parameters }: Pick<TokenCall, 'authorization' | 'parameters'>): PresentedClient | null {
    return parsePresentedClient(authorization, parameters);
  }

  /** @throws OAuthError `invalid_request` when no client is named, `invalid_client` when it is not proven. */
  async authenticate(presented: PresentedClient | null): Promise<RegisteredClient> {
    if (presented === null) throw invalidRequest('client_id is missing');
    const { client, secret } = await this.clients.judge(presented.clientId, (client) => ({
      secret: authenticateClient(client, presented),
      client: client as RegisteredClient,
    }));
    if (secret !== undefined) await this.clients.noteUse(secret, this.clock.now());
    return client;
  }
}
