import { Injectable } from '@nestjs/common';
import { insertCode } from '../codes/code.repository';
import { type Unit, get, run } from '../database/sql';
import { timeOrderedId } from '../database/time-ordered-id';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { giveGrant } from '../grants/grant-giving';
import { parseScope } from '../protocol/scope';
import { APPROVE_AT_ONCE } from './approve-at-once';

/** How long a session that is over still answers by its redirect, in milliseconds. */
export const REMEMBERED = 3_600_000;

/** A consent session: a checked authorization request that waits for the account. */
export interface OpenConsent {
  hash: string;
  accountId: string;
  clientId: number;
  redirectUri: string;
  scope: readonly string[];
  resource: string;
  state: string | null;
  codeChallenge: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface FoundConsent extends OpenConsent {
  publicClientId: string;
  decidedAt: number | null;
}

const INSERT = `INSERT INTO consent_sessions
  (hash, account_id, client_id, redirect_uri, scope, resource, state, code_challenge, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SELECT = `SELECT s.hash, s.account_id AS "accountId", s.client_id AS "clientId", c.client_id AS "publicClientId",
    s.redirect_uri AS "redirectUri", s.scope, s.resource, s.state, s.code_challenge AS "codeChallenge",
    s.expires_at AS "expiresAt", s.decided_at AS "decidedAt"
  FROM consent_sessions s JOIN clients c ON c.id = s.client_id
  WHERE s.hash = ? AND s.account_id = ? AND s.expires_at > ?`;
const DECIDE_LOCKING = (lock: string) => `UPDATE consent_sessions SET decided_at = ?
  WHERE hash = (SELECT hash FROM consent_sessions WHERE hash = ? AND decided_at IS NULL AND expires_at > ? ${lock})
    AND EXISTS (SELECT 1 FROM clients c WHERE c.id = consent_sessions.client_id AND c.enabled AND c.revoked_at IS NULL)
    AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = consent_sessions.account_id AND a.closed_at IS NULL)`;
/** On PostgreSQL two at once would wait for each other only to be undone: the second finds the row taken. */
const DECIDE_OR_PASS = DECIDE_LOCKING('FOR UPDATE SKIP LOCKED');
const DECIDE = DECIDE_LOCKING('');

/** PostgreSQL keeps no U+0000, and `state` comes back byte for byte: it is kept as ESC 0, and ESC itself as ESC 1. */
const escapeNul = (state: string | null) =>
  state?.replaceAll('\u001b', '\u001b1').replaceAll('\u0000', '\u001b0') ?? null;
const unescapeNul = (kept: string | null) =>
  kept?.replaceAll('\u001b0', '\u0000').replaceAll('\u001b1', '\u001b') ?? null;

@Injectable()
export class ConsentRepository {
  constructor(private readonly units: Units) {}

  async open(consent: OpenConsent): Promise<void> {
    const { hash, accountId, clientId, redirectUri, scope, resource, state, codeChallenge, expiresAt } = consent;
    const values = [
      accountId,
      clientId,
      redirectUri,
      scope.join(' '),
      resource,
      escapeNul(state),
      codeChallenge,
      expiresAt,
    ];
    await this.units.run(INSERT, hash, ...values);
  }

  /** An account's consent session, also for an hour after its end. */
  async find(hash: string, accountId: string, now: number): Promise<FoundConsent | null> {
    type Row = Omit<FoundConsent, 'scope'> & { scope: string };
    const row = await this.units.read(() => get<Row>(SELECT, hash, accountId, now - REMEMBERED));
    if (row === undefined) return null;
    return { ...row, state: unescapeNul(row.state), scope: parseScope(row.scope) };
  }

  /**
   * Carries an approval out: the session is decided, the grant given, the code issued. Of two decisions at the same
   * moment the database takes one.
   *
   * @returns whether this one was taken.
   */
  approve(
    consent: FoundConsent,
    code: { hash: string; scope: readonly string[]; expiresAt: number },
    now: number,
    address: string,
  ): Promise<boolean> {
    if (this.units.engine === 'postgres') return this.approveAtOnce(consent, code, now, address);
    return this.units.write(function* (): Unit<boolean> {
      if (!(yield* decide(DECIDE, consent, now))) return false;
      const grant = yield* giveGrant({ ...consent, scope: code.scope }, now);
      const { hash, scope: scopeGranted, expiresAt } = code;
      yield* insertCode({ ...consent, hash, grant, scopeAsked: consent.scope, scopeGranted, expiresAt });
      yield* recordEvent({ ...factsOf(consent, now, address), kind: 'consent.given', scopes: scopeGranted });
      return true;
    });
  }

  private async approveAtOnce(
    consent: FoundConsent,
    { hash, scope, expiresAt }: { hash: string; scope: readonly string[]; expiresAt: number },
    now: number,
    address: string,
  ): Promise<boolean> {
    const scopes = scope.join(' ');
    const decision = [now, consent.hash, now, timeOrderedId(now), scopes, now];
    const outcome = [hash, scopes, expiresAt, now, consent.publicClientId, address, scopes];
    return (await this.units.run(APPROVE_AT_ONCE, ...decision, ...outcome)) === 1;
  }

  /** Carries a refusal out. @returns whether this decision was taken. */
  reject(consent: FoundConsent, now: number, address: string): Promise<boolean> {
    const statement = this.units.engine === 'postgres' ? DECIDE_OR_PASS : DECIDE;
    return this.units.write(function* (): Unit<boolean> {
      if (!(yield* decide(statement, consent, now))) return false;
      yield* recordEvent({ ...factsOf(consent, now, address), kind: 'consent.refused' });
      return true;
    });
  }
}

function* decide(statement: string, { hash }: FoundConsent, now: number): Unit<boolean> {
  return (yield* run(statement, now, hash, now)) === 1;
}

const factsOf = ({ accountId, publicClientId: clientId }: FoundConsent, at: number, address: string) => ({
  at,
  accountId,
  clientId,
  address,
});
