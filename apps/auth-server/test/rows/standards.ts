import { type StoredRows, silent } from '../stored-rows';
import { T } from './foundation';

const HASH = 'b'.repeat(64);

/** Rows of the tables added for the standards beyond the code flow. */
export const STANDARDS_ROWS: StoredRows = {
  pushed_requests: [{ hash: HASH, client_id: 1, parameters: '{}', expires_at: T }],
  device_codes: [
    {
      hash: HASH,
      user_code_hash: HASH,
      client_id: 1,
      scope: 'notes:read',
      resource: 'https://n.example',
      interval: 5,
      next_poll_at: T,
      expires_at: T,
      grant_id: 'g1',
      ...silent('authorization_details', 'decided_at', 'grant_epoch', 'scope_granted', 'sid', 'auth_time', 'acr'),
      ...silent('redeemed_at'),
    },
  ],
  used_tokens: [{ hash: HASH, expires_at: T }],
  revoked_access_tokens: [{ jti: 'j1', expires_at: T }],
  initial_access_tokens: [{ id: 'i1', account_id: 'ada', hash: HASH, created_at: T, expires_at: T, revoked_at: null }],
  logout_notices: [
    { id: 'n1', client_id: 1, account_id: 'ada', sid: null, attempts: 0, next_attempt_at: T, expires_at: T },
  ],
  sign_in_demands: [{ hash: HASH, asked_at: T, expires_at: T }],
};
