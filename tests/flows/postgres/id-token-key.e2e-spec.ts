import { beginDevice, decideDevice, poll, registerTelevision } from '@consentry/test-support/world/devices';
import { databaseUrlOf } from '@consentry/test-support/server/engine';
import { holdTables } from '@consentry/test-support/server/held-writes';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  decide,
  exchange,
  obtainTokens,
  refresh,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

/** Long after the last stored use of the key. */
const LONG_AFTER = { minutes: 90 };

const WITH_ID_TOKEN = { status: 200, body: { id_token: expect.any(String) as string } };

describe('a key of ID tokens that cannot be stored', () => {
  let server: TestServer;
  let account: Account;

  beforeEach(async () => {
    server = await TestServer.start();
    account = await signUp(server);
  });
  afterEach(() => server.stop());

  const holdKeys = async () => holdTables(await databaseUrlOf(server.dataDir), 'signing_keys');

  it('spends no refresh token: it is good when the key is', async () => {
    const application = await register(server, account);
    const { refresh_token } = await obtainTokens(server, account, application, { scope: 'openid notes:read' });
    await server.advance(LONG_AFTER);
    // Renews the stored use of the access tokens' key.
    await obtainTokens(server, account, application);

    const letGo = await holdKeys();
    expect((await refresh(server, refresh_token)).status).toBe(503);
    await letGo();
    expect(await refresh(server, refresh_token)).toMatchObject(WITH_ID_TOKEN);
  });

  it('lets no code be issued that would be spent for nothing: the account decides again', async () => {
    const application = await register(server, account);
    const letGo = await holdKeys();
    const { sessionID } = await requestConsent(server, account, application, { scope: 'openid notes:read' });
    expect((await decide(server, account, sessionID)).status).toBe(503);
    await letGo();
    const { headers } = await decide(server, account, sessionID);
    const code = new URL(headers.get('location')!).searchParams.get('code')!;
    expect(await exchange(server, application, code)).toMatchObject(WITH_ID_TOKEN);
  });

  it('spends no device code', async () => {
    const television = await registerTelevision(server, account);
    const device = await beginDevice(server, television, { scope: 'openid notes:read' });
    await decideDevice(server, account, device.user_code);

    const letGo = await holdKeys();
    expect((await poll(server, television, device)).status).toBe(503);
    await letGo();
    expect(await poll(server, television, device)).toMatchObject(WITH_ID_TOKEN);
  });
});
