import { Injectable } from '@nestjs/common';
import { type NewCode, issueCode } from '../codes/code-issuing';
import { type SqlValue, type Unit, run } from '../../platform/database/sql';
import { unescapeNul } from '../../platform/database/storable-text';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { giveGrant } from '../grants/grant-giving';
import { type GrantedAccess, NO_ACCESS } from '../grants/grant.repository';
import { ACCOUNT_IS_OPEN, CLIENT_IS_ENABLED } from '../../endings/grant-parties';
import { PASSWORD_ACR } from '../../protocol/request/sign-in-requirements';
import type { AuthorizationFacts } from '../../protocol/request/authorization-facts';
import { parseScope } from '../../protocol/request/scope';
import { IS_UNDECIDED, spendPushedRequest } from '../pushed-requests/spend-pushed-request';
import type { SignIn } from '../sessions/caller';
import { spendSignInDemand } from '../sessions/sign-in-demand.repository';
import { SESSION_IS_ACTIVE, SESSION_OF_TOKEN } from '../../endings/active-session';
import type { SessionTokenContent } from '../sessions/session-token';
import { OPEN, OPEN_SIGNED_IN, type OpenConsent, openingValues } from './consent-opening';
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

const SELECT_WITH = (more = '') => `SELECT ${more} s.client_id AS "publicClientId", s.redirect_uri AS "redirectUri",
    s.response_mode AS "responseMode", s.scope, s.resource, s.state, s.pushed_request AS "pushedRequest",
    s.sign_in_demand AS "signInDemand",
    s.authorization_details AS "authorizationDetails", s.expires_at AS "expiresAt", s.decided_at AS "decidedAt"
  FROM consent_sessions s
  WHERE s.hash = ? AND s.account_id = ? AND s.expires_at > ?`;
const SELECT = SELECT_WITH();
const SELECT_OF_CALLER = SELECT_WITH(
  `(SELECT x.created_at ${SESSION_OF_TOKEN('?', 's.account_id', '?', '?')}) AS "signedInAt",`,
);
const DECIDE = `UPDATE consent_sessions SET decided_at = ?
  WHERE hash = ? AND decided_at IS NULL AND expires_at > ?
    AND ${ACCOUNT_IS_OPEN('consent_sessions')} AND ${IS_UNDECIDED('consent_sessions')}
    AND ${SESSION_IS_ACTIVE('consent_sessions.sid', '?')} AND ${SESSION_IS_ACTIVE('CAST(? AS text)', '?')}`;
/** Only an approval needs the client's row: before one, a client known by its document has none (ADR 34). */
const DECIDE_TO_GIVE = `${DECIDE} AND ${CLIENT_IS_ENABLED('?')}`;

type Row = Omit<FoundConsent, 'hash' | 'accountId' | 'scope'> & { scope: string };
type RowOfCaller = Row & { signedInAt: number | null };

/** A consent session that was opened: its account, and what it granted before. */
export interface OpenedConsent {
  account: { id: string; name: string | null; email: string | null };
  granted: GrantedAccess;
}

/** A consent session that the account approves: its client has a row by now. */
export interface ApprovedConsent extends FoundConsent {
  clientId: number;
}

interface Opened {
  name: string | null;
  email: string | null;
  granted: string | null;
  grantedSince: number | null;
}

@Injectable()
export class ConsentRepository {
  constructor(private readonly units: Units) {}

  /** @returns what the account has granted the client before. */
  async open(consent: OpenConsent): Promise<GrantedAccess> {
    const [row] = await this.units.returning<Opened>(OPEN, ...openingValues(consent), consent.authTime);
    return accessOf(row);
  }

  /**
   * Opens a consent session for the account that a session token names, and reads that account, in one statement.
   *
   * @param consent its `authTime` is ignored: where `acr` is set, it is the time of the sign-in session.
   * @returns `null` where the account is not signed in by that session: then nothing is stored.
   */
  async openSignedIn(consent: OpenConsent, claim: SessionTokenContent, now: number): Promise<OpenedConsent | null> {
    const { accountId: id, acr } = consent;
    const [row] = await this.units.returning<Opened>(
      OPEN_SIGNED_IN,
      ...openingValues(consent),
      acr,
      claim.sessionId,
      id,
      now,
      claim.signedInAt,
    );
    return row === undefined ? null : { account: { id, name: row.name, email: row.email }, granted: accessOf(row) };
  }

  /** An account's consent session, also for an hour after its end. */
  async find(hash: string, accountId: string, now: number): Promise<FoundConsent | null> {
    return foundOf(hash, accountId, await this.units.get<Row>(SELECT, hash, accountId, now - REMEMBERED));
  }

  /** The same by the content of a session token, with its sign-in; `null` also if that session is over. */
  async findSignedIn(
    hash: string,
    { accountId, sessionId, signedInAt }: SessionTokenContent,
    now: number,
  ): Promise<{ consent: FoundConsent; signIn: SignIn } | null> {
    const values = [sessionId, now, signedInAt, hash, accountId, now - REMEMBERED];
    const row = await this.units.get<RowOfCaller>(SELECT_OF_CALLER, ...values);
    const consent = foundOf(hash, accountId, row);
    if (consent === null || row?.signedInAt == null) return null;
    return { consent, signIn: { sessionId, authTime: row.signedInAt, acr: PASSWORD_ACR } };
  }

  /**
   * Carries an approval out: decides the session, gives the grant, issues the code. The database takes one of two
   * concurrent decisions, and none once the sign-in session has ended that opened the consent session or that decides.
   *
   * @returns whether this decision was taken.
   */
  approve(consent: ApprovedConsent, code: NewCode, by: ConsentDecider, now: number): Promise<boolean> {
    const { signIn, address, allowedWith } = by;
    return this.units.write(function* (): Unit<boolean> {
      const { accountId, clientId, publicClientId } = consent;
      if (!(yield* decide(DECIDE_TO_GIVE, consent, by, now, clientId))) return false;
      const { scope: scopes } = code;
      const grant = yield* giveGrant({ accountId, clientId, scope: scopes, sessionId: signIn.sessionId }, now);
      yield* issueCode(code, grant, { session: consent.hash, signIn, allowedWith });
      yield* recordEvent({ at: now, kind: 'consent.given', accountId, clientId: publicClientId, address, scopes });
      return true;
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

const accessOf = (row: Opened | undefined): GrantedAccess =>
  row?.granted == null ? NO_ACCESS : { scopes: row.granted.split(' '), since: row.grantedSince };

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
