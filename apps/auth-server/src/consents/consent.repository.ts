import { Injectable } from '@nestjs/common';
import { type NewCode, issueCode } from '../codes/code-issuing';
import { BatchedStatement } from '../database/batched-statement';
import { type SqlValue, type Unit, get, run } from '../database/sql';
import { unescapeNul } from '../database/storable-text';
import { timeOrderedId } from '../database/time-ordered-id';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { giveGrant } from '../grants/grant-giving';
import { ACCOUNT_STANDS, CLIENT_STANDS } from '../grants/grant-parties';
import { PASSWORD_ACR } from '../protocol/request/sign-in-requirements';
import type { AuthorizationFacts } from '../protocol/request/authorization-facts';
import { parseScope } from '../protocol/request/scope';
import { IS_UNDECIDED, spendPushedRequest } from '../pushed-requests/spend-pushed-request';
import type { SignIn } from '../sessions/caller';
import { LIVING_SESSION, SESSION_STANDS } from '../sessions/living-session';
import type { SessionTokenContent } from '../sessions/session-token';
import { APPROVE_AT_ONCE } from './approve-at-once';
import { OPEN, OPEN_AT_ONCE, type OpenConsent, SELECT_SIGNED_IN, openingOf } from './consent-opening';

/** How long a session that is over still answers by its redirect, in milliseconds. */
export const REMEMBERED = 3_600_000;

/** What a decision needs of it. */
export interface FoundConsent extends Omit<OpenConsent, 'nonce' | 'codeChallenge' | keyof AuthorizationFacts> {
  authorizationDetails: string | null;
  decidedAt: number | null;
}

/** The sign-in that decides, and the caller's address. */
export interface ConsentDecider {
  signIn: SignIn;
  address: string;
}

const SELECT_WITH = (more = '') => `SELECT ${more} s.client_id AS "publicClientId", s.redirect_uri AS "redirectUri",
    s.response_mode AS "responseMode", s.scope, s.resource, s.state, s.pushed_request AS "pushedRequest",
    s.authorization_details AS "authorizationDetails", s.expires_at AS "expiresAt", s.decided_at AS "decidedAt"
  FROM consent_sessions s
  WHERE s.hash = ? AND s.account_id = ? AND s.expires_at > ?`;
const SELECT = SELECT_WITH();
const SELECT_OF_CALLER = SELECT_WITH(
  `(SELECT x.created_at ${LIVING_SESSION('?', 's.account_id', '?')}) AS "signedInAt",`,
);
const DECIDE_WHERE = (named: string, lock: string) => `UPDATE consent_sessions SET decided_at = ?
  WHERE ${named}
    AND ${ACCOUNT_STANDS('consent_sessions')}
    AND ${IS_UNDECIDED('consent_sessions', lock)}
    AND ${SESSION_STANDS('consent_sessions.sid', '?')} AND ${SESSION_STANDS('CAST(? AS text)', '?')}`;
const IS_OPEN = 'hash = ? AND decided_at IS NULL AND expires_at > ?';
/** On PostgreSQL two at once would wait for each other only to be undone: the second finds the row taken. */
const PASSING = 'FOR UPDATE SKIP LOCKED';
const DECIDE_OR_PASS = DECIDE_WHERE(`hash = (SELECT hash FROM consent_sessions WHERE ${IS_OPEN} ${PASSING})`, PASSING);
const DECIDE = DECIDE_WHERE(IS_OPEN, '');
/** Only an approval needs the client's row: before one, a client known by its document has none (ADR 34). */
const DECIDE_TO_GIVE = `${DECIDE} AND ${CLIENT_STANDS('?')}`;

type Row = Omit<FoundConsent, 'hash' | 'accountId' | 'scope'> & { scope: string };
type RowOfCaller = Row & { signedInAt: number | null };

/** A session that began: of whom, and what was granted before. */
export interface OpenedConsent {
  account: { id: string; name: string | null; email: string | null };
  granted: string[];
}

/** One that an account approves: its client has a row by now. */
export interface ApprovedConsent extends FoundConsent {
  /** The client's internal id. */
  clientId: number;
}

interface Opened {
  name: string | null;
  email: string | null;
  granted: string | null;
}

@Injectable()
export class ConsentRepository {
  private readonly openings = new BatchedStatement<Opened>(this.units, OPEN_AT_ONCE);
  private readonly approvals = new BatchedStatement(this.units, APPROVE_AT_ONCE);

  constructor(private readonly units: Units) {}

  private get decideOnce(): string {
    return this.units.engine === 'postgres' ? DECIDE_OR_PASS : DECIDE;
  }

  /** @returns the scopes that the account has granted the client before; none where there is no living grant. */
  async open(consent: OpenConsent): Promise<string[]> {
    const opening = openingOf(consent);
    const row = await (this.units.engine === 'postgres'
      ? this.openings.ask(opening)
      : this.units.write(() => get<Opened>(OPEN, ...Object.values(opening))));
    return scopesOf(row);
  }

  /**
   * The same for whom a session token names, in one look; `null` where nobody is signed in by it, and nothing began.
   *
   * @param consent without the time of the sign-in: where it names its class, the time is its row's.
   */
  async openSignedIn(consent: OpenConsent, sessionId: string, now: number): Promise<OpenedConsent | null> {
    const row = await (this.units.engine === 'postgres'
      ? this.openings.ask({ ...openingOf(consent), session: sessionId, now })
      : this.units.write(() => openingSignedIn(consent, sessionId, now)));
    if (row === undefined) return null;
    return { account: { id: consent.accountId, name: row.name, email: row.email }, granted: scopesOf(row) };
  }

  /** An account's consent session, also for an hour after its end. */
  async find(hash: string, accountId: string, now: number): Promise<FoundConsent | null> {
    return foundOf(hash, accountId, await this.units.get<Row>(SELECT, hash, accountId, now - REMEMBERED));
  }

  /** The same by the content of a session token, with its sign-in; `null` also if that session is over. */
  async findSignedIn(
    hash: string,
    { accountId, sessionId }: SessionTokenContent,
    now: number,
  ): Promise<{ consent: FoundConsent; signIn: SignIn } | null> {
    const values = [sessionId, now, hash, accountId, now - REMEMBERED];
    const row = await this.units.get<RowOfCaller>(SELECT_OF_CALLER, ...values);
    const consent = foundOf(hash, accountId, row);
    if (consent === null || row?.signedInAt == null) return null;
    return { consent, signIn: { sessionId, authTime: row.signedInAt, acr: PASSWORD_ACR } };
  }

  /**
   * Carries an approval out: the session is decided, the grant given, the code issued. Of two decisions at the same
   * moment the database takes one; none once the sign-in session ended that the consent session was opened in, or the
   * one that decides.
   *
   * @returns whether this one was taken.
   */
  approve(consent: ApprovedConsent, code: NewCode, by: ConsentDecider, now: number): Promise<boolean> {
    if (this.units.engine === 'postgres') return this.approveAtOnce(consent, code, by, now);
    const { signIn, address } = by;
    return this.units.write(function* (): Unit<boolean> {
      const { accountId, clientId, publicClientId } = consent;
      if (!(yield* decide(DECIDE_TO_GIVE, consent, by, now, clientId))) return false;
      const { scope: scopes } = code;
      const grant = yield* giveGrant({ accountId, clientId, scope: scopes }, now);
      yield* issueCode(code, grant, { session: consent.hash, signIn });
      yield* recordEvent({ at: now, kind: 'consent.given', accountId, clientId: publicClientId, address, scopes });
      return true;
    });
  }

  private async approveAtOnce(
    consent: ApprovedConsent,
    { hash, scope, expiresAt }: NewCode,
    { signIn, address }: ConsentDecider,
    now: number,
  ): Promise<boolean> {
    const decided = await this.approvals.ask({
      session: consent.hash,
      now,
      client: consent.clientId,
      grant_id: timeOrderedId(now),
      scopes: scope.join(' '),
      code: hash,
      code_expires_at: expiresAt,
      public_client_id: consent.publicClientId,
      address,
      by_session: signIn.sessionId,
      by_auth_time: signIn.authTime,
      by_acr: signIn.acr,
    });
    return decided !== undefined;
  }

  /** Ends a session of which nothing is left to give. @returns whether this decision was taken. */
  close(consent: FoundConsent, by: ConsentDecider, now: number): Promise<boolean> {
    const statement = this.decideOnce;
    return this.units.write(() => decide(statement, consent, by, now));
  }

  /** Carries a refusal out. @returns whether this decision was taken. */
  reject(consent: FoundConsent, by: ConsentDecider, now: number): Promise<boolean> {
    const statement = this.decideOnce;
    return this.units.write(function* (): Unit<boolean> {
      if (!(yield* decide(statement, consent, by, now))) return false;
      const { accountId, publicClientId: clientId } = consent;
      yield* recordEvent({ at: now, kind: 'consent.refused', accountId, clientId, address: by.address });
      return true;
    });
  }
}

const scopesOf = (row: Pick<Opened, 'granted'> | undefined) => row?.granted?.split(' ') ?? [];

function* openingSignedIn(consent: OpenConsent, sessionId: string, now: number): Unit<Opened | undefined> {
  type Caller = Pick<Opened, 'name' | 'email'> & { authTime: number };
  const caller = yield* get<Caller>(SELECT_SIGNED_IN, sessionId, consent.accountId, now);
  if (caller === undefined) return undefined;
  const { name, email, authTime } = caller;
  const opening = openingOf(consent.acr === null ? consent : { ...consent, authTime });
  const { granted = null } = (yield* get<Opened>(OPEN, ...Object.values(opening))) ?? {};
  return { name, email, granted };
}

function foundOf(hash: string, accountId: string, row: Row | undefined): FoundConsent | null {
  if (row === undefined) return null;
  return { ...row, hash, accountId, state: unescapeNul(row.state), scope: parseScope(row.scope) };
}

function* decide(
  statement: string,
  { hash, pushedRequest }: FoundConsent,
  { signIn: { sessionId } }: ConsentDecider,
  now: number,
  ...more: SqlValue[]
): Unit<boolean> {
  if ((yield* run(statement, now, hash, now, now, sessionId, now, sessionId, ...more)) === 0) return false;
  yield* spendPushedRequest(pushedRequest);
  return true;
}
