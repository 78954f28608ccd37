import { serveHere } from '../../../test/every-statement';
import { freshDir } from '@consentry/test-support/server/server';
import { exchange, obtainCode, obtainTokens, refresh, register, signUp } from '@consentry/test-support/world/world';
import { Units } from '../../platform/database/units';

describe('a server without claims of the team', () => {
  let server: Awaited<ReturnType<typeof serveHere>>;

  beforeAll(async () => {
    server = await serveHere({ DATA_DIR: freshDir() });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => server.app.close());

  it('is asked for nothing before the write of an exchange and of a refresh', async () => {
    const developer = await signUp(server);
    const application = await register(server, developer);
    // The first flow makes keys, and reads the application.
    const { refresh_token: token } = await obtainTokens(server, developer, application);
    const code = await obtainCode(server, developer, application);
    const reads = jest.spyOn(server.app.get(Units), 'get');
    expect((await exchange(server, application, code)).status).toBe(200);
    expect((await refresh(server, token)).status).toBe(200);
    expect(reads.mock.calls.map(([text]) => text)).toEqual([]);
  });
});
