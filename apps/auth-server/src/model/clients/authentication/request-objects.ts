import { Inject, Injectable } from '@nestjs/common';
import { ClientKeys } from './client-keys';
import type { RegisteredClient } from '../registered-client';
import { SignatureFailures } from './signature-failures';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import type { AuthorizationParameters, SentParameters } from '../../../protocol/request/authorization-request';
import { invalidRequest } from '../../../protocol/oauth-error';
import { invalidRequestObject, parseRequestObject } from '../../../protocol/request/request-object';
import { isSignedBy } from '../../../protocol/client/signature';

/** Requests that their clients signed (RFC 9101). */
@Injectable()
export class RequestObjects {
  constructor(
    private readonly keys: ClientKeys,
    private readonly failures: SignatureFailures,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * What the client asks for: in its request object where it sent one, else in the parameters as they are.
   *
   * @throws OAuthError `invalid_request_object`, or `invalid_request` where it must sign and did not; 429.
   */
  async open({ request, request_uri: _, ...plain }: SentParameters, client: RegisteredClient, address: string) {
    if (request !== undefined) return this.verify(request, client, address);
    if (client.requireSignedRequestObject)
      throw invalidRequest('this application must sign its requests: send request');
    return plain;
  }

  private async verify(text: string, client: RegisteredClient, address: string): Promise<AuthorizationParameters> {
    const { clientId } = client;
    const receipt = { clientId, issuer: this.settings.issuer, now: this.clock.now() };
    const parameters = parseRequestObject(text, receipt, client);
    await this.failures.assertFree({ clientId, address });
    if (await isSignedBy(text, this.keys.of(client), client.rules.algorithms)) return parameters;
    await this.failures.count({ clientId, address });
    throw invalidRequestObject('its signature matches no key of the application');
  }
}
