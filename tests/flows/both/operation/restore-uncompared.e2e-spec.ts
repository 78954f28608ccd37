import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { runWell } from '@consentry/test-support/server/command';
import { databaseSettingsOf, engine } from '@consentry/test-support/server/engine';
import { bearer, newInitialToken, postRegistration } from '@consentry/test-support/world/registration';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { changeStored } from '@consentry/test-support/server/stored';
import { twoResources } from '@consentry/test-support/world/two-resources';
import { type Application, call, signIn, signUp } from '@consentry/test-support/world/world';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/** A server whose lost database is restored from a backup, with nothing to compare it with. */
class Lost {
  private readonly file = join(freshDir(), 'backup.sqlite');

  private constructor(public server: TestServer) {}

  static async start(): Promise<Lost> {
    return new Lost(await TestServer.start({ env: Lost.env }));
  }

  private static readonly env = { ...twoResources(), DYNAMIC_REGISTRATION: 'token' };

  async backup(): Promise<void> {
    if (engine === 'sqlite') await runWell('backup', [this.file], { DATA_DIR: this.server.dataDir });
  }

  async restore(): Promise<void> {
    const { dataDir, port } = this.server;
    await this.server.stop();
    const settings = { DATA_DIR: dataDir, ...(await databaseSettingsOf(dataDir)), PORT: '1' };
    if (engine === 'sqlite') {
      for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `auth.sqlite${suffix}`), { force: true });
      await runWell('restore', [this.file], settings);
    } else {
      // As after pg_restore: revocations since the backup are lost.
      await changeStored(this.server, 'DELETE FROM revoked_access_tokens');
      await runWell('restore', ['--yes'], settings);
    }
    this.server = await TestServer.start({ dataDir, port, env: Lost.env });
  }
}

describe('a backup restored with nothing to compare it with', () => {
  let lost: Lost;

  beforeEach(async () => {
    lost = await Lost.start();
  });
  afterEach(() => lost.server.stop());

  const send = (path: string, { client_id, client_secret }: Application, parameters: Record<string, string>) =>
    call<{ access_token: string; active?: boolean; error?: string }>('POST', `${lost.server.url}/oauth2/${path}`, {
      body: new URLSearchParams({ client_id, client_secret, ...parameters }),
    });

  const ownToken = async (application: Application) =>
    (await send('token', application, { grant_type: 'client_credentials' })).body.access_token;
  const isActive = async (application: Application, token: string) =>
    (await send('introspect', application, { token })).body.active;
  const exchangeFor = async (application: Application, token: string) => {
    const asked = { grant_type: TOKEN_EXCHANGE, subject_token: token, subject_token_type: ACCESS_TOKEN };
    const { status, body } = await send('token', application, asked);
    return [status, body.error];
  };

  it('refuses access tokens without a family that were issued before: any may have been revoked since', async () => {
    const account = await signUp(lost.server);
    const allowed = { grantTypes: ['client_credentials', TOKEN_EXCHANGE], ownScopes: ['notes:read'] };
    const application = await registerAllowed(lost.server, account, allowed);
    const [revoked, other] = [await ownToken(application), await ownToken(application)];
    await lost.backup();
    expect((await send('revoke', application, { token: revoked })).status).toBe(200);
    expect([await isActive(application, revoked), await isActive(application, other)]).toEqual([false, true]);

    await lost.restore();
    expect([await isActive(application, revoked), await isActive(application, other)]).toEqual([false, false]);
    for (const token of [revoked, other])
      expect(await exchangeFor(application, token)).toEqual([400, 'invalid_request']);

    // `iat` is in whole seconds: move on from the second of the restore.
    await lost.server.advance({ seconds: 1 });
    const next = await ownToken(application);
    expect(await isActive(application, next)).toBe(true);
    expect(await exchangeFor(application, next)).toEqual([200, undefined]);
  });

  it('ends initial access tokens: any may have been revoked since', async () => {
    const account = await signUp(lost.server);
    const registerBy = async (token: string) => (await postRegistration(lost.server, undefined, bearer(token))).status;
    const { initial_access_token: before } = await newInitialToken(lost.server, account);
    expect(await registerBy(before)).toBe(201);
    await lost.backup();

    await lost.restore();
    expect(await registerBy(before)).toBe(401);
    const again = { ...account, ...(await signIn(lost.server, account)) };
    expect(await registerBy((await newInitialToken(lost.server, again)).initial_access_token)).toBe(201);
  });
});
