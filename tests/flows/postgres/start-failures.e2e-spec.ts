import { see } from '@consentry/test-support/server/command';
import { failToStart } from '@consentry/test-support/server/failed-start';
import { freshDatabase, postgresUrl } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';

const withUrl = (change: Partial<URL>) => Object.assign(new URL(postgresUrl()), change);

/** The name in messages to the operator. */
const nameOf = ({ host, pathname }: URL) => `postgres://${host}${pathname}`;

async function failOn(url: URL): Promise<string> {
  const lines = await failToStart({ DATABASE_URL: url.href });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain(new URL(postgresUrl()).password);
  return lines[0]!;
}

describe('what keeps the server from starting on PostgreSQL', () => {
  /** Starts a server that waits for its database for a minute. @returns why it ends */
  async function waitInVain(url: URL): Promise<string> {
    const server = await new TestServer().begin({ env: { DATABASE_URL: url.href } });
    await server.logged('the server waits for it before it starts');
    await server.advance({ minutes: 1 });
    expect(await server.exit()).toBe(1);
    return server.output.slice(server.output.indexOf('consentry auth-server'));
  }

  it('nobody who answers for a minute', async () => {
    const port = await freePort();
    const refused = withUrl({ port: String(port) });
    const seen = `connect ECONNREFUSED ${refused.hostname}:${port}`;
    expect(await waitInVain(refused)).toBe(
      `consentry auth-server: the database ${nameOf(refused)} cannot be opened: ${seen}\n` +
        `consentry auth-server: ${see('database-cannot-be-opened')}\n`,
    );
    // The name may have several addresses; each is tried.
    const named = withUrl({ host: `localhost:${port}` });
    expect(await waitInVain(named)).toMatch(/: the database .* cannot be opened: connect ECONNREFUSED [\d.:]+\n/);
    const unknown = withUrl({ hostname: 'db.invalid' });
    expect(await waitInVain(unknown)).toMatch(
      /: the database postgres:\/\/db\.invalid:\d+\/postgres cannot be opened: getaddrinfo (ENOTFOUND|EAI_AGAIN) /,
    );
  });

  it('a wrong password, which is not repeated', async () => {
    const url = withUrl({ password: 'hunter2-hunter2' });
    const line = await failOn(url);
    expect(line).toBe(
      `the database ${nameOf(url)} cannot be opened: password authentication failed for user "${url.username}"`,
    );
    expect(line).not.toContain('hunter2');
  });

  it('a database that is not there', async () => {
    const url = withUrl({ pathname: '/absent' });
    expect(await failOn(url)).toBe(`the database ${nameOf(url)} cannot be opened: database "absent" does not exist`);
  });

  it('one that is read-only', async () => {
    const url = await freshDatabase();
    await queryPostgres(
      url,
      `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only = on`,
    );
    expect(await failOn(new URL(url))).toMatch(/cannot execute .* in a read-only transaction$/);
  });

  it('a master key of another database', async () => {
    const first = Buffer.alloc(32, 1).toString('base64url');
    const DATABASE_URL = await freshDatabase();
    const server = await TestServer.start({ env: { MASTER_KEY: first, DATABASE_URL } });
    expect(await server.stop()).toBe(0);
    expect(await failToStart({ MASTER_KEY: Buffer.alloc(32, 2).toString('base64url'), DATABASE_URL })).toEqual([
      'the master key is not the one this database was created with; provide the right MASTER_KEY or master.key',
    ]);
    // With the key in a setting there is no key file.
    expect(await failToStart({ DATABASE_URL })).toEqual([expect.stringMatching(/^the master key is missing: /)]);
  });
});
