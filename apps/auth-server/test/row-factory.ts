import type { Row } from './stored-rows';

const YEAR_2100 = 4_102_444_800_000;
const SCOPES = { scope_asked: 'a', scope_granted: 'a', resource: 'r' };

/** Rows that today's schema takes, of account ada, client 1 and grant g: a test names the values that it is about. */
/** With an `email_key`, as a closing that clears none takes a weaker lock on PostgreSQL, which conflicts with less. */
export const account = (id: string, more: Row = {}) => ({ id, email_key: id, created_at: 1, ...more });

export const client = (id: number, more: Row = {}) => ({
  id,
  client_id: `c${id}`,
  account_id: 'ada',
  name: 'App',
  type: 'public',
  enabled: true,
  require_client_authentication: false,
  loopback_any_port: false,
  created_at: 1,
  ...more,
});

export const secret = (id: string, clientId: number) => ({ id, client_id: clientId, hash: `of ${id}`, created_at: 1 });

export const grant = (id: string, more: Row = {}) => ({
  id,
  account_id: 'ada',
  client_id: 1,
  scopes: 'a',
  epoch: 0,
  created_at: 1,
  ...more,
});

export const family = (id: string, more: Row = {}) => ({
  id,
  grant_id: 'g',
  ...SCOPES,
  generation: 0,
  created_at: 1,
  expires_at: YEAR_2100,
  ...more,
});

export const code = (hash: string, more: Row = {}) => ({
  hash,
  grant_id: 'g',
  grant_epoch: 0,
  redirect_uri: '',
  ...SCOPES,
  expires_at: YEAR_2100,
  ...more,
});

export const deviceCode = (hash: string, more: Row = {}) => ({
  hash,
  user_code_hash: hash,
  client_id: 'c1',
  scope: 'a',
  resource: 'r',
  interval: 5,
  next_poll_at: 1,
  expires_at: YEAR_2100,
  ...more,
});

export const session = (id: string, more: Row = {}) => ({
  id,
  account_id: 'ada',
  created_at: 1,
  last_used_at: 1,
  expires_at: YEAR_2100,
  ...more,
});
