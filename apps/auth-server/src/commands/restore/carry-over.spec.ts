import Database from 'better-sqlite3';
import { freshFile } from '../../../test/database';
import { migratedFile } from '@consentry/test-support/server/migrated';
import { AS_IN_BACKUP, carryOver } from './carry-over';
import { endingValues } from '../ending';
import { intersectScopes } from './intersect-scopes';

/**
 * The columns that the carry-over considers. A new column that revokes something or marks a use must be carried by
 * carry-over.ts (ADR 15).
 */
const COLUMNS: Record<string, string> = {
  accounts:
    'admin_since claims closed_at created_at developer_since disabled_at email email_key email_verified_at id issuer name password_hash subject',
  authorization_codes:
    'acr allowed_with auth_time authorization_details code_challenge dpop_jkt expires_at family_id grant_epoch grant_id hash nonce redeemed_at redirect_uri resource scope_asked scope_granted sid',
  client_redirect_uris: 'client_id id uri',
  client_secrets: 'client_id created_at hash hint id last_used_at revoked_at',
  clients:
    'account_id application_type authorization_details_types backchannel_logout_session_required backchannel_logout_uri client_assertion_audience client_id contacts created_at default_max_age description disabled_by_admin_at dpop_bound_access_tokens enabled grant_types homepage_uri id id_token_signed_response_alg jwks jwks_uri logo_uri loopback_any_port metadata_expires_at name origin own_scopes policy_uri post_logout_redirect_uris refresh_retry_window registered_from registration_token_hash reissues request_object_signing_alg require_auth_time require_client_authentication require_pkce require_pushed_authorization_requests require_signed_request_object revoked_at scopes security_profile software_id software_version token_endpoint_auth_method token_endpoint_auth_signing_alg tos_uri type vouched_by withdrawn_at',
  consent_sessions:
    'account_id acr auth_time authorization_details client_id code_challenge decided_at dpop_jkt expires_at hash nonce pushed_request redirect_uri resource response_mode scope sid sign_in_demand state',
  device_codes:
    'acr allowed_with auth_time authorization_details client_id decided_at expires_at grant_epoch grant_id hash interval network next_poll_at redeemed_at resource scope scope_granted sid user_code_hash',
  grants: 'account_id client_id created_at epoch given_in id last_used_at reissues revoked_at scopes',
  initial_access_tokens: 'account_id created_at expires_at hash id revoked_at',
  mailed_tokens: 'account_id created_at email expires_at hash purpose used_at',
  pushed_requests: 'client_id expires_at hash parameters',
  refresh_families:
    'access_expires_at acr allowed_with auth_time authorization_details created_at dpop_jkt expires_at generation grant_epoch grant_id id purge_day resource revoked_at rotated_at rotated_scope scope_asked scope_granted sid',
  sign_in_sessions: 'account_id browser created_at expires_at id revoked_at',
};

describe('the carry-over', () => {
  it('has an answer for every table, and for every column of those whose rows it changes', async () => {
    const [restored, present] = [await migratedFile(freshFile()), await migratedFile(freshFile())];
    const texts: string[] = [];
    const db = new Database(restored, { verbose: (text) => texts.push(String(text)) });
    db.prepare('ATTACH ? AS present').run(present);
    texts.length = 0;
    carryOver(db, endingValues(1, 1));

    const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    const isChanged = (table: string) =>
      texts.some((text) => new RegExp(`^\\s*(UPDATE|INSERT INTO|DELETE FROM) main\\.${table}\\b`).test(text));
    const left = tables.filter((table) => !isChanged(table));
    expect(left.sort()).toEqual([...AS_IN_BACKUP].sort());

    const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?) ORDER BY name').pluck();
    for (const [table, known] of Object.entries(COLUMNS))
      expect([table, columns.all(table).join(' ')]).toEqual([table, known]);
    db.close();
  });
});

describe('the scopes that both allow', () => {
  it.each([
    [null, null, null],
    [null, 'a b', 'a b'],
    ['a b', null, 'a b'],
    ['a b c', 'c a', 'a c'],
    ['a', 'b', ''],
    ['', null, ''],
  ])('%j and %j: %j', (one, other, both) => {
    expect(intersectScopes(one, other)).toBe(both);
  });
});
