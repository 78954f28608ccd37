import { Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { OAuthError } from '../../protocol/oauth-error';
import { SENT_PARAMETERS } from '../../protocol/request/authorization-request';
import { parseParameters } from '../../protocol/request/parameters';
import type { UnmetDemand } from '../../protocol/request/sign-in-requirements';
import type { Credentials } from '../../model/sessions/caller';
import { CallerCheck } from './caller-check.service';
import { RequestCheck } from './request-check.service';
import { RequestSource } from './request-source.service';

/** The authorization request that waits for a sign-in. */
export interface SignInPurpose {
  client: RegisteredClient;
  /** Whom the client expects; unproven. */
  loginHint: string | null;
  /** Why the present sign-in will not do; `null`: it will, or there is none. */
  unmet: UnmetDemand | null;
}

/** Reads what a person signs in for, without opening a consent session. */
@Injectable()
export class SignInPurposes {
  constructor(
    private readonly sources: RequestSource,
    private readonly checks: RequestCheck,
    private readonly callers: CallerCheck,
  ) {}

  /**
   * @param query of the authorization request, undecoded.
   * @returns `null` for a request that would be refused: the consent page tells why.
   */
  async find(query: string, credentials: Credentials): Promise<SignInPurpose | null> {
    try {
      const sourced = await this.sources.read(parseParameters(query, SENT_PARAMETERS), credentials);
      const { client, request, parameters, expected } = await this.checks.check(sourced, credentials.address);
      const { unmet } = await this.callers.find(request, parameters, credentials, expected);
      return { client, loginHint: request.loginHint, unmet };
    } catch (error) {
      if (error instanceof OAuthError && error.status < 500) return null;
      throw error;
    }
  }
}
