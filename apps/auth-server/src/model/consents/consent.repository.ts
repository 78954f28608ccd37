import { Injectable } from '@nestjs/common';
import { type NewCode, issueCode } from '../codes/code-issuing';
import { type SqlValue, type Unit, run } from '../../platform/database/sql';
import { unescapeNul } from '../../platform/database/storable-text';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { type GivenGrant, giveGrant } from '../grants/grant-giving';
import { type GrantedAccess, consentedAccess } from '../grants/grant.repository';
import { ACCOUNT_IS_OPEN, CLIENT_IS_ENABLED } from '../../endings/grant-parties';
import type { AuthorizationFacts } from '../../protocol/request/authorization-facts';
import { parseScope } from '../../protocol/request/scope';
import { IS_UNDECIDED, spendPushedRequest } from '../pushed-requests/spend-pushed-request';
import type { SignIn } from '../sessions/caller';
import { spendSignInDemand } from '../sessions/sign-in-demand.repository';
import { SESSION_IS_ACTIVE } from '../../endings/active-session';
import { OPEN, type OpenConsent, openingValues } from './consent-opening';
import { REMEMBERED } from './consent-session.entity';

export interface FoundConsent extends Omit<OpenConsent, 'nonce' | 'codeChallenge' | keyof AuthorizationFacts> {
  authorizationDetails: string | null;
  decidedAt: number | null;
}

/** The sign-in that decides, and the caller. */
export interface ConsentDecider {
  signIn: SignIn;
  address: string;
  /** Its browser, "Firefox on Linux"; `null`: unknown. */
  allowedWith: string | null;
}

const SELECT = `SELECT client_id AS "publicClientId", redirect_uri AS "redirectUri", response_mode AS "responseMode", scope,
    resource, state, pushed_request AS "pushedRequest", sign_in_demand AS "signInDemand",
    authorization_details AS "authorizationDetails", expires_at AS "expiresAt", decided_at AS "decidedAt"
  FROM consent_sessions WHERE hash = ? AND account_id = ? AND expires_at > ?`;
const DECIDE = `UPDATE consent_sessions SET decided_at = ?
  WHERE hash = ? AND decided_at IS NULL AND expires_at > ?
    AND ${ACCOUNT_IS_OPEN('consent_sessions')} AND ${IS_UNDECIDED('consent_sessions')}
    AND ${SESSION_IS_ACTIVE('consent_sessions.sid', '?')} AND ${SESSION_IS_ACTIVE('CAST(? AS text)', '?')}`;
/** Only an approval needs the client's row: before one, a client known by its document has none (ADR 34). */
const DECIDE_TO_GIVE = `${DECIDE} AND ${CLIENT_IS_ENABLED('?')}`;

type Row = Omit<FoundConsent, 'hash' | 'accountId' | 'scope'> & { scope: string };

/** A consent session that the account approves: its client has a row by now. */
export interface ApprovedConsent extends FoundConsent {
  clientId: number;
}

/** Its grant; all `null`: there is none. */
type Opened = { scopes: string; testScopes: string; since: number } | Record<'scopes' | 'testScopes' | 'since', null>;

@Injectable()
export class ConsentRepository {
  constructor(private readonly units: Units) {}

  /** @returns what the account has granted the client before. */
  async open(consent: OpenConsent): Promise<GrantedAccess> {
    const [row] = await this.units.returning<Opened>(OPEN, ...openingValues(consent));
    return consentedAccess(row === undefined || row.scopes === null ? null : row);
  }

  /** An account's consent session, also for an hour after its end. */
  async find(hash: string, accountId: string, now: number): Promise<FoundConsent | null> {
    return foundOf(hash, accountId, await this.units.get<Row>(SELECT, hash, accountId, now - REMEMBERED));
  }

  /**
   * Carries an approval out: decides the session, gives the grant, issues the code. The database takes one of two
   * concurrent decisions, and none once the sign-in session has ended that opened the consent session or that decides.
   *
   * @returns `null` where this decision was not taken.
   */
  approve(
    consent: ApprovedConsent,
    code: NewCode,
    by: ConsentDecider,
    now: number,
  ): Promise<Pick<GivenGrant, 'isNews'> | null> {
    const { signIn, address, allowedWith } = by;
    return this.units.write(function* (): Unit<GivenGrant | null> {
      const { accountId, clientId, publicClientId } = consent;
      if (!(yield* decide(DECIDE_TO_GIVE, consent, by, now, clientId))) return null;
      const { scope: scopes } = code;
      const grant = yield* giveGrant({ accountId, clientId, scope: scopes, sessionId: signIn.sessionId }, now);
      yield* issueCode(code, grant, { session: consent.hash, signIn, allowedWith });
      yield* recordEvent({ at: now, kind: 'consent.given', accountId, clientId: publicClientId, address, scopes });
      return grant;
    });
  }

  /** Ends a session of which nothing is left to give. @returns whether this decision was taken. */
  close(consent: FoundConsent, by: ConsentDecider, now: number): Promise<boolean> {
    return this.units.write(() => decide(DECIDE, consent, by, now));
  }

  /** Carries a refusal out. @returns whether this decision was taken. */
  reject(consent: FoundConsent, by: ConsentDecider, now: number): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      if (!(yield* decide(DECIDE, consent, by, now))) return false;
      const { accountId, publicClientId: clientId } = consent;
      yield* recordEvent({ at: now, kind: 'consent.refused', accountId, clientId, address: by.address });
      return true;
    });
  }
}

function foundOf(hash: string, accountId: string, row: Row | undefined): FoundConsent | null {
  if (row === undefined) return null;
  return { ...row, hash, accountId, state: unescapeNul(row.state), scope: parseScope(row.scope) };
}

function* decide(
  statement: string,
  { hash, pushedRequest, signInDemand }: FoundConsent,
  { signIn: { sessionId } }: ConsentDecider,
  now: number,
  ...more: SqlValue[]
): Unit<boolean> {
  if ((yield* run(statement, now, hash, now, now, sessionId, now, sessionId, ...more)) === 0) return false;
  yield* spendPushedRequest(pushedRequest);
  yield* spendSignInDemand(signInDemand);
  return true;
}
