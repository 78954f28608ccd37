import { Inject, Injectable } from '@nestjs/common';
import { ClientRepository } from '../../model/clients/client.repository';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { isTrustedRegistration } from '../../protocol/client/trusted-registration';
import {
  type LogoutHint,
  type LogoutParameters,
  logoutClientId,
  logoutTarget,
  provesSession,
} from '../../protocol/logout/logout-request';
import type { Caller, Credentials } from '../../model/sessions/caller';
import { Callers } from '../../model/sessions/callers';
import { SessionRepository } from '../../model/sessions/session.repository';
import { IdTokenReader } from '../../model/tokens/id-token-reader';

export type Logout =
  | { outcome: 'signed_out'; target: string | null }
  /** Signed out, but the request proves nothing: the page shows the target as a link and does not redirect. */
  | { outcome: 'offered'; target: string }
  /** The account must confirm the logout. */
  | { outcome: 'unconfirmed'; account: Caller['account']; client: RegisteredClient | null; target: string | null };

export interface JudgedLogout {
  /** Who asks for it, where that is known. */
  client: RegisteredClient | null;
  hint: LogoutHint | null;
  /** A registered URI, with `state`. */
  target: string | null;
  /** The session that would end; `null`: nobody is signed in. */
  signedIn: { account: Caller['account']; sessionId: string } | null;
}

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
    const { client, hint, target, signedIn } = await this.judge(parameters, credentials);
    if (signedIn === null) {
      // An attacker can get an ID token for a client of their own: a redirect would be open (RFC 9700 §4.11.2).
      const mayRedirect =
        isDecision || (hint !== null && client !== null && isTrustedRegistration(client, this.settings));
      return target !== null && !mayRedirect ? { outcome: 'offered', target } : { outcome: 'signed_out', target };
    }
    const { account, sessionId } = signedIn;
    if (!isDecision && !provesSession(hint, { accountId: account.id, sessionId }))
      return { outcome: 'unconfirmed', account, client, target };
    await this.sessions.end(sessionId, account.id, this.clock.now(), credentials.address);
    return { outcome: 'signed_out', target };
  }

  /** What would happen; nothing does. @throws OAuthError `invalid_request`. */
  async judge(parameters: LogoutParameters, credentials: Credentials): Promise<JudgedLogout> {
    const { id_token_hint: token } = parameters;
    const hint = token === undefined ? null : await this.idTokens.find(token);
    const clientId = logoutClientId(parameters, hint);
    const client = clientId === null ? null : await this.clients.find(clientId);
    const target = logoutTarget(parameters, client);
    const caller = await this.callers.find(credentials);
    // A trusted issuer's token has no session here.
    const sessionId = caller?.sessionId ?? null;
    const signedIn = caller === null || sessionId === null ? null : { account: caller.account, sessionId };
    return { client, hint, target, signedIn };
  }
}
