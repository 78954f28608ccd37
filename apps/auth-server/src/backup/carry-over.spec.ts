import Database from 'better-sqlite3';
import { freshFile, openFile } from '../../test/support/database';
import { AS_IN_BACKUP, carryOver } from './carry-over';
import { endingValues } from './ending';
import { intersectScopes } from './intersect-scopes';

/**
 * What the carry-over has an answer for. A new column fails here: does it take something away, or say that something
 * was used? Then carry-over.ts carries it, and ADR 0015 says so.
 */
const COLUMNS: Record<string, string> = {
  accounts: 'closed_at created_at email email_key id issuer name password_hash subject',
  authorization_codes:
    'code_challenge expires_at family_id grant_epoch grant_id hash redeemed_at redirect_uri resource scope_asked scope_granted',
  client_redirect_uris: 'client_id id uri',
  client_secrets: 'client_id created_at hash id last_used_at revoked_at',
  clients:
    'account_id client_id created_at description enabled homepage_uri id logo_uri loopback_any_port name refresh_retry_window require_client_authentication revoked_at scopes type',
  consent_sessions: 'account_id client_id code_challenge decided_at expires_at hash redirect_uri resource scope state',
  grants: 'account_id client_id created_at epoch id last_used_at revoked_at scopes',
  refresh_families:
    'access_expires_at created_at expires_at generation grant_id id reap_day resource revoked_at rotated_at rotated_scope scope_asked scope_granted',
  sign_in_sessions: 'account_id created_at expires_at id revoked_at',
};

describe('the carry-over', () => {
  it('has an answer for every table, and for every column of those whose rows it changes', async () => {
    const [restored, present] = [freshFile(), freshFile()];
    for (const file of [restored, present]) await (await openFile(file)).destroy();
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
