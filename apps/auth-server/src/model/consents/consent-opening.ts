import type { SqlValue } from '../../platform/database/sql';
import { escapeNul } from '../../platform/database/storable-text';
import type { AuthorizationFacts } from '../../protocol/request/authorization-facts';
import type { ResponseMode } from '../../protocol/request/authorization-response';

/** A consent session: a checked authorization request that waits for the account's decision. */
export interface OpenConsent extends AuthorizationFacts {
  hash: string;
  accountId: string;
  publicClientId: string;
  redirectUri: string;
  scope: readonly string[];
  resource: string;
  responseMode: ResponseMode | null;
  state: string | null;
  nonce: string | null;
  codeChallenge: string | null;
  /** Hash of the pushed request that it came from. */
  pushedRequest: string | null;
  /** Hash of its demand for a new sign-in. */
  signInDemand: string | null;
  /** Epoch milliseconds. */
  expiresAt: number;
}

const COLUMNS = `hash, account_id, client_id, redirect_uri, response_mode, scope, resource, state, nonce, code_challenge,
  pushed_request, sign_in_demand, sid, acr, dpop_jkt, authorization_details, expires_at, auth_time`;
const VALUES = COLUMNS.split(',').fill('?').join(', ');

const OF_GRANT = (column: string) => `(SELECT g.${column} FROM grants g WHERE g.account_id = consent_sessions.account_id
    AND g.client_id = (SELECT c.id FROM clients c WHERE c.client_id = consent_sessions.client_id)
    AND g.revoked_at IS NULL)`;
const GRANTED = `${OF_GRANT('scopes')} AS scopes, ${OF_GRANT('test_scopes')} AS "testScopes",
  ${OF_GRANT('created_at')} AS since`;
/** Takes {@link openingValues}. */
export const OPEN = `INSERT INTO consent_sessions (${COLUMNS}) VALUES (${VALUES}) RETURNING ${GRANTED}`;

export const openingValues = (consent: OpenConsent): SqlValue[] => [
  consent.hash,
  consent.accountId,
  consent.publicClientId,
  consent.redirectUri,
  consent.responseMode,
  consent.scope.join(' '),
  consent.resource,
  escapeNul(consent.state),
  escapeNul(consent.nonce),
  consent.codeChallenge,
  consent.pushedRequest,
  consent.signInDemand,
  consent.sid,
  consent.acr,
  consent.dpopJkt,
  consent.authorizationDetails,
  consent.expiresAt,
  consent.authTime,
];
