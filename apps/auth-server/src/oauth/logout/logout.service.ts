import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../clients/client.repository';
import type { RegisteredClient } from '../../clients/registered-client';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { isLoopbackUrl } from '../../protocol/text/loopback';
import {
  type LogoutParameters,
  logoutClientId,
  logoutTarget,
  provesSession,
} from '../../protocol/logout/logout-request';
import type { Caller, Credentials } from '../../sessions/caller';
import { Callers } from '../../sessions/callers';
import { SessionRepository } from '../../sessions/session.repository';
import { IdTokenReader } from '../../tokens/id-token-reader';

export type Logout =
  | { outcome: 'signed_out'; target: string | null }
  /** Signed out, but the request proves nothing: the page shows the target as a link and does not redirect. */
  | { outcome: 'offered'; target: string }
  /** The account must confirm the logout. */
  | { outcome: 'unconfirmed'; account: Caller['account']; client: RegisteredClient | null; target: string | null };

/** OpenID Connect RP-Initiated Logout §2 (ADR 17). */
@Injectable()
export class LogoutService {
  constructor(
    private readonly clients: ClientRepository,
    private readonly callers: Callers,
    private readonly sessions: SessionRepository,
    private readonly idTokens: IdTokenReader,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param isDecision whether the account confirmed it; any site can link here.
   * @throws OAuthError `invalid_request`, without a logout or a redirect.
   */
  async logOut(parameters: LogoutParameters, credentials: Credentials, isDecision: boolean): Promise<Logout> {
    const { id_token_hint: token } = parameters;
    const hint = token === undefined ? null : await this.idTokens.find(token);
    const clientId = logoutClientId(parameters, hint);
    const client = clientId === null ? null : await this.clients.find(clientId);
    const target = logoutTarget(parameters, client);
    const caller = await this.callers.find(credentials);
    // A trusted issuer's token has no session here.
    if (caller === null || caller.sessionId === null) {
      // An attacker can get an ID token for a client of their own: a redirect would be open (RFC 9700 §4.11.2).
      const mayRedirect = isDecision || (hint !== null && this.isTrusted(client));
      return target !== null && !mayRedirect ? { outcome: 'offered', target } : { outcome: 'signed_out', target };
    }
    const { account, sessionId } = caller;
    if (!isDecision && !provesSession(hint, { accountId: account.id, sessionId }))
      return { outcome: 'unconfirmed', account, client, target };
    await this.sessions.end(sessionId, account.id, this.clock.now(), credentials.address);
    return { outcome: 'signed_out', target };
  }

  /** An invited developer's client, or a development server on loopback. */
  private isTrusted(client: RegisteredClient | null): boolean {
    const { developers, issuer } = this.settings;
    return client?.origin === 'console' && (developers === 'invited' || isLoopbackUrl(issuer));
  }
}
