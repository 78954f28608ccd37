import { ENGINES } from '../../../../test/engines';
import { insertRows, readRows } from '../../../../test/stored-rows';

const OWN = { email: 'ada@x.example', password_hash: 'a hash', email_verified_at: 2, admin_since: 3 };
const ELSEWHERE = { issuer: 'https://team.example', created_at: 1, developer_since: 4 };
const SESSION = { created_at: 1, expires_at: 9 };

describe.each(ENGINES)('what the pages took of accounts of trusted issuers, on $engine', ({ connect }) => {
  it('is taken away with their sessions, and other accounts keep theirs', async () => {
    const database = await connect();
    const { migrations } = database;
    const at = migrations.findIndex(({ constructor }) => constructor.name === 'KeptElsewhere1765300000000');
    await Object.assign(database, { migrations: migrations.slice(0, at) }).runMigrations();
    await insertRows(database, {
      accounts: [
        { id: 'both', subject: 's1', email_key: 'both@x.example', ...OWN, ...ELSEWHERE },
        { id: 'here', subject: null, email_key: 'here@x.example', ...OWN, ...ELSEWHERE, issuer: null },
        { id: 'there', subject: 's2', email_key: null, ...OWN, ...ELSEWHERE, password_hash: null, admin_since: null },
      ],
      sign_in_sessions: [
        { id: 'x1', account_id: 'both', ...SESSION },
        { id: 'x2', account_id: 'here', ...SESSION },
      ],
    });
    await Object.assign(database, { migrations: migrations.slice(0, at + 1) }).runMigrations();

    const accounts = await readRows(database, 'accounts');
    const shown = ['id', 'email', 'email_key', 'password_hash', 'email_verified_at', 'admin_since', 'developer_since'];
    expect(accounts.map((row) => shown.map((column) => row[column]))).toEqual([
      ['both', 'ada@x.example', null, null, null, null, 4],
      ['here', 'ada@x.example', 'here@x.example', 'a hash', 2, 3, 4],
      ['there', 'ada@x.example', null, null, 2, null, 4],
    ]);
    const sessions = await readRows(database, 'sign_in_sessions');
    expect(sessions.map(({ id, revoked_at }) => [id, revoked_at])).toEqual([
      ['x1', expect.any(Number)],
      ['x2', null],
    ]);
    await database.destroy();
  });
});
