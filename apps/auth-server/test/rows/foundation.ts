import type { StoredRows } from '../stored-rows';

const HASH = 'a'.repeat(64);
export const T = 1_763_600_000_000;
const DAY = 86_400_000;

const account = { name: 'Ada', issuer: null, subject: null, created_at: T };
const client = {
  type: 'confidential',
  description: null,
  homepage_uri: null,
  logo_uri: null,
  enabled: true,
  require_client_authentication: false,
  loopback_any_port: false,
  created_at: T,
};
const grant = { account_id: 'ada', scopes: 'notes:read notes:write', created_at: T, last_used_at: null };
const family = {
  grant_id: 'g1',
  scope_asked: 'notes:read',
  scope_granted: 'notes:read',
  resource: 'https://n.example',
};
const code = { ...family, redirect_uri: 'https://a.example/cb', code_challenge: null, grant_epoch: 0 };
const consent = {
  account_id: 'ada',
  redirect_uri: 'https://a.example/cb',
  scope: 'notes:read',
  resource: 'https://n.ex',
};
const key = { public_jwk: '{}', sealed_private_key: 'v1.sealed' };
const event = { client_id: null, family_id: null, address: null, scopes: null };

/** Rows of every table of the first version: living and ended, with and without nullable values. */
export const FOUNDATION: StoredRows = {
  accounts: [
    {
      ...account,
      id: 'ada',
      email: 'Ada@Example.com',
      email_key: 'ada@example.com',
      password_hash: 'h',
      closed_at: null,
    },
    { ...account, id: 'eve', email: null, email_key: null, name: null, password_hash: null, closed_at: T + 5 },
    {
      ...account,
      id: 'sso',
      email: null,
      email_key: null,
      password_hash: null,
      issuer: 'i',
      subject: 's',
      closed_at: null,
    },
  ],
  sign_in_attempts: [{ id: 1, email_hash: HASH, address: '::1', attempted_at: T }],
  sign_in_sessions: [
    { id: 's1', account_id: 'ada', created_at: T, expires_at: T + DAY, revoked_at: null },
    { id: 's2', account_id: 'eve', created_at: T, expires_at: T + DAY, revoked_at: T + 5 },
  ],
  clients: [
    { ...client, id: 1, client_id: 'c1', account_id: 'ada', name: 'App', scopes: null, revoked_at: null },
    {
      ...client,
      id: 2,
      client_id: 'c2',
      account_id: 'eve',
      name: 'Old',
      scopes: 'notes:read',
      enabled: false,
      revoked_at: T,
    },
  ],
  client_redirect_uris: [{ id: 1, client_id: 1, uri: 'https://a.example/cb' }],
  client_secrets: [
    { id: 'k1', client_id: 1, hash: HASH, created_at: T, last_used_at: T + 1, revoked_at: null },
    { id: 'k2', client_id: 1, hash: HASH, created_at: T, last_used_at: null, revoked_at: T + 2 },
  ],
  grants: [
    { ...grant, id: 'g1', client_id: 1, epoch: 0, revoked_at: null },
    { ...grant, id: 'g2', client_id: 2, epoch: 1, revoked_at: T + 5 },
  ],
  refresh_families: [
    { ...family, id: 'f1', generation: 7, created_at: T, expires_at: T + 90 * DAY, revoked_at: null },
    { ...family, id: 'f2', grant_id: 'g2', generation: 0, created_at: T, expires_at: T + DAY, revoked_at: T + 5 },
  ],
  authorization_codes: [
    { ...code, hash: HASH, expires_at: T + 600_000, redeemed_at: T + 1, family_id: 'f1' },
    { ...code, hash: 'b'.repeat(64), expires_at: T + 600_000, redeemed_at: null, family_id: null },
  ],
  consent_sessions: [
    { ...consent, hash: HASH, client_id: 1, state: 's', code_challenge: null, expires_at: T, decided_at: T },
    {
      ...consent,
      hash: 'b'.repeat(64),
      client_id: 2,
      state: null,
      code_challenge: 'c',
      expires_at: T,
      decided_at: null,
    },
  ],
  signing_keys: [
    { ...key, kid: 'ed-new', alg: 'EdDSA', longest_token_ttl: 900, created_at: T, retired_at: T + DAY },
    { ...key, kid: 'ed-old', alg: 'EdDSA', longest_token_ttl: 600, created_at: T - 9 * DAY, retired_at: T - DAY },
    { ...key, kid: 'es-new', alg: 'ES256', longest_token_ttl: 1_209_600, created_at: T, retired_at: null },
    { ...key, kid: 'es-old', alg: 'ES256', longest_token_ttl: 600, created_at: T - DAY, retired_at: T },
  ],
  master_key_checks: [{ id: 1, value: HASH }],
  events: [
    { ...event, id: 1, at: T, kind: 'account.created', account_id: 'ada' },
    {
      ...event,
      id: 2,
      at: T,
      kind: 'code.issued',
      account_id: 'ada',
      client_id: 'c1',
      family_id: 'f1',
      address: '::1',
    },
  ],
};
