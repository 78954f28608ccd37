import { Injectable } from '@nestjs/common';
import { type NewCode, issueCode } from '../codes/code-issuing';
import { BatchedStatement } from '../database/batched-statement';
import { type Unit, get, run } from '../database/sql';
import { unescapeNul } from '../database/storable-text';
import { timeOrderedId } from '../database/time-ordered-id';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { giveGrant } from '../grants/grant-giving';
import { PARTIES_STAND } from '../grants/grant-parties';
import { parseScope } from '../protocol/scope';
import { IS_UNDECIDED, spendPushedRequest } from '../requests/spend-pushed-request';
import { APPROVE_AT_ONCE } from './approve-at-once';
import { OPEN, OPEN_AT_ONCE, type OpenConsent, openingOf } from './consent-opening';

/** How long a session that is over still answers by its redirect, in milliseconds. */
export const REMEMBERED = 3_600_000;

export interface FoundConsent extends OpenConsent {
  publicClientId: string;
  decidedAt: number | null;
}

const SELECT = `SELECT s.hash, s.account_id AS "accountId", s.client_id AS "clientId", c.client_id AS "publicClientId",
    s.redirect_uri AS "redirectUri", s.response_mode AS "responseMode", s.scope, s.resource, s.state, s.nonce,
    s.code_challenge AS "codeChallenge", s.pushed_request AS "pushedRequest", s.sid, s.auth_time AS "authTime", s.acr,
    s.dpop_jkt AS "dpopJkt", s.authorization_details AS "authorizationDetails", s.expires_at AS "expiresAt", s.decided_at AS "decidedAt"
  FROM consent_sessions s JOIN clients c ON c.id = s.client_id
  WHERE s.hash = ? AND s.account_id = ? AND s.expires_at > ?`;
const DECIDE_WHERE = (named: string, lock: string) => `UPDATE consent_sessions SET decided_at = ?
  WHERE ${named}
    AND ${PARTIES_STAND('consent_sessions')}
    AND ${IS_UNDECIDED('consent_sessions', lock)}`;
const IS_OPEN = 'hash = ? AND decided_at IS NULL AND expires_at > ?';
/** On PostgreSQL two at once would wait for each other only to be undone: the second finds the row taken. */
const PASSING = 'FOR UPDATE SKIP LOCKED';
const DECIDE_OR_PASS = DECIDE_WHERE(`hash = (SELECT hash FROM consent_sessions WHERE ${IS_OPEN} ${PASSING})`, PASSING);
const DECIDE = DECIDE_WHERE(IS_OPEN, '');

interface Opened {
  granted: string | null;
}

@Injectable()
export class ConsentRepository {
  private readonly openings = new BatchedStatement<Opened>(this.units, OPEN_AT_ONCE);
  private readonly approvals = new BatchedStatement(this.units, APPROVE_AT_ONCE);

  constructor(private readonly units: Units) {}

  /** @returns the scopes that the account has granted the client before; none where there is no living grant. */
  async open(consent: OpenConsent): Promise<string[]> {
    const opening = openingOf(consent);
    const row = await (this.units.engine === 'postgres'
      ? this.openings.ask(opening)
      : this.units.write(() => get<Opened>(OPEN, ...Object.values(opening))));
    return row?.granted?.split(' ') ?? [];
  }

  /** An account's consent session, also for an hour after its end. */
  async find(hash: string, accountId: string, now: number): Promise<FoundConsent | null> {
    type Row = Omit<FoundConsent, 'scope'> & { scope: string };
    const row = await this.units.get<Row>(SELECT, hash, accountId, now - REMEMBERED);
    if (row === undefined) return null;
    return { ...row, state: unescapeNul(row.state), nonce: unescapeNul(row.nonce), scope: parseScope(row.scope) };
  }

  /**
   * Carries an approval out: the session is decided, the grant given, the code issued. Of two decisions at the same
   * moment the database takes one.
   *
   * @returns whether this one was taken.
   */
  approve(consent: FoundConsent, code: NewCode, now: number, address: string): Promise<boolean> {
    if (this.units.engine === 'postgres') return this.approveAtOnce(consent, code, now, address);
    return this.units.write(function* (): Unit<boolean> {
      if (!(yield* decide(DECIDE, consent, now))) return false;
      const { accountId, clientId, publicClientId } = consent;
      const { scope: scopes } = code;
      const grant = yield* giveGrant({ accountId, clientId, scope: scopes }, now);
      yield* issueCode(code, grant, consent.hash);
      yield* recordEvent({ at: now, kind: 'consent.given', accountId, clientId: publicClientId, address, scopes });
      return true;
    });
  }

  private async approveAtOnce(
    consent: FoundConsent,
    { hash, scope, expiresAt }: NewCode,
    now: number,
    address: string,
  ): Promise<boolean> {
    const decided = await this.approvals.ask({
      session: consent.hash,
      now,
      grant_id: timeOrderedId(now),
      scopes: scope.join(' '),
      code: hash,
      code_expires_at: expiresAt,
      public_client_id: consent.publicClientId,
      address,
    });
    return decided !== undefined;
  }

  /** Carries a refusal out. @returns whether this decision was taken. */
  reject(consent: FoundConsent, now: number, address: string): Promise<boolean> {
    const statement = this.units.engine === 'postgres' ? DECIDE_OR_PASS : DECIDE;
    return this.units.write(function* (): Unit<boolean> {
      if (!(yield* decide(statement, consent, now))) return false;
      const { accountId, publicClientId: clientId } = consent;
      yield* recordEvent({ at: now, kind: 'consent.refused', accountId, clientId, address });
      return true;
    });
  }
}

function* decide(statement: string, { hash, pushedRequest }: FoundConsent, now: number): Unit<boolean> {
  if ((yield* run(statement, now, hash, now)) === 0) return false;
  yield* spendPushedRequest(pushedRequest);
  return true;
}
