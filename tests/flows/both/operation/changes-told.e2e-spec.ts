import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { type ServiceProcess, startProcesses } from '@consentry/test-support/server/processes';
import {
  type Account,
  type Application,
  authorizeUrl,
  call,
  exchange,
  register,
  signUp,
} from '@consentry/test-support/world/world';

/** How long another process may use its cache, in milliseconds. */
const MOMENTS = 1_000;

describe('what is changed through one process', () => {
  let here: ServiceProcess;
  let there: ServiceProcess;
  let account: Account;
  let application: Application;
  let path: string;

  beforeAll(async () => {
    [here, there] = (await startProcesses(2)) as [ServiceProcess, ServiceProcess];
    account = await signUp(here);
  });
  afterAll(() => Promise.all([here, there].map(({ process }) => process.stop())));

  beforeEach(async () => {
    application = await register(here, account);
    path = `${here.url}/api/applications/${application.client_id}`;
    // Both have cached it now.
    expect(await heardOf(here)).toBe('invalid_grant');
    expect(await heardOf(there)).toBe('invalid_grant');
  });

  const change = async (method: string, url: string, body?: object) => {
    const answer = await call<{ id: string; secret: string }>(method, url, { headers: account.session, body });
    expect([200, 201, 204]).toContain(answer.status);
    return answer.body;
  };

  /** The error for a wrong code; `invalid_client` if the process refuses the client. */
  const heardOf = async (process: ServiceProcess, override: Record<string, string> = {}) =>
    (await exchange(process, application, 'no-code', override)).body.error;

  const becomes = (heard: () => Promise<unknown>, expected: unknown) =>
    becomesSo(async () => (await heard()) === expected, MOMENTS);

  it('holds in the other: a deleted secret', async () => {
    const { body } = await call<{ secrets: { id: string }[] }>('GET', path, { headers: account.session });
    await change('POST', `${path}/secrets`);
    await change('DELETE', `${path}/secrets/${body.secrets[0]!.id}`);
    await becomes(() => heardOf(there), 'invalid_client');
    expect(await heardOf(here)).toBe('invalid_client');
  });

  it('holds in the other at once: a new secret, which nobody could wait for', async () => {
    const { client_secret } = (await change('POST', `${path}/secrets`)) as unknown as Application;
    expect(await heardOf(there, { client_secret })).toBe('invalid_grant');
  });

  it('holds in the other: a deleted application', async () => {
    await change('DELETE', path);
    await becomes(() => heardOf(there), 'invalid_client');
  });

  it('holds in the other: a redirect URI that is gone, and one that is new', async () => {
    const other = 'https://app.example.com/other';
    const asked = async (redirect_uri: string) =>
      (await call('GET', authorizeUrl(there, application, { redirect_uri }), { headers: account.session })).status;
    const [old] = application.redirect_uris as [string];
    expect([await asked(old), await asked(other)]).toEqual([200, 400]);
    await change('PATCH', path, { redirect_uris: [other] });
    expect(await asked(other)).toBe(200);
    await becomes(() => asked(old), 400);
  });
});
