import { givenProcesses } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import {
  type Account,
  type Answer,
  type Application,
  call,
  exchange,
  obtainCode,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';
import { SIZE } from '@consentry/test-support/run/sizes';

const ROUNDS = SIZE.endings;

/** Grants and families that are not revoked. */
const LIVING = `SELECT g.id FROM grants g JOIN clients c ON c.id = g.client_id WHERE c.client_id = ? AND g.revoked_at IS NULL
  UNION ALL SELECT f.id FROM refresh_families f JOIN grants g ON g.id = f.grant_id JOIN clients c ON c.id = g.client_id
  WHERE c.client_id = ? AND f.revoked_at IS NULL`;

describe.each([1, 2])('what ends while tokens are begun on it, on %i process(es)', (processes) => {
  const servers = givenProcesses(processes);
  const server = (n: number) => servers[n % processes]!;

  const living = ({ client_id }: Application) => storedRows(servers[0]!.process, LIVING, client_id, client_id);

  /**
   * 12 callers request test tokens until the end is acknowledged; half of them start before it. @returns their
   * statuses.
   */
  async function askDuring(developer: Account, application: Application, end: () => Promise<Answer>) {
    const heard: number[] = [];
    let ended = false;
    let hearFirst!: () => void;
    const first = new Promise<void>((resolve) => (hearFirst = resolve));
    const ask = async (n: number) => {
      do {
        const path = `/api/applications/${application.client_id}/test-token`;
        const body = { scope: 'notes:read' };
        heard.push((await call('POST', server(n).url + path, { headers: developer.session, body })).status);
        hearFirst();
      } while (!ended);
    };
    const callers = (count: number) => Array.from({ length: count }, (_, n) => ask(n));
    const early = callers(6);
    // A revocation is one short unit of work: sent at the same time it may always win.
    await first;
    const ending = end().finally(() => (ended = true));
    await Promise.all([...early, ...callers(6)]);
    await ask(0);
    expect((await ending).status).toBe(204);
    return heard;
  }

  it('leaves nothing alive of an application that is deleted', async () => {
    const developer = await signUp(server(0));
    const heard: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const application = await register(server(round), developer);
      const path = `/api/applications/${application.client_id}`;
      const end = () => call('DELETE', server(round).url + path, { headers: developer.session });
      heard.push(...(await askDuring(developer, application, end)));
      expect(await living(application)).toEqual([]);
    }
    expect([...new Set(heard)].sort()).toEqual([201, 404]);
  });

  it('leaves nothing alive of an account that is closed', async () => {
    const heard: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const developer = await signUp(server(round));
      const application = await register(server(round), developer);
      const body = { current_password: developer.password };
      const end = () => call('DELETE', `${server(round).url}/api/account`, { headers: developer.session, body });
      heard.push(...(await askDuring(developer, application, end)));
      expect(await living(application)).toEqual([]);
    }
    expect(heard).toEqual(expect.arrayContaining([201, 401]));
    // 403: its role is gone with it.
    expect(heard.filter((status) => ![201, 401, 403, 404].includes(status))).toEqual([]);
  });

  it('gives no token for a code once the end of its session is acknowledged, and leaves no OpenID family alive', async () => {
    const account = await signUp(server(0));
    const application = await register(server(0), account);
    const heard = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const signedIn = { ...account, ...(await signIn(server(round), account)) };
      const codes: string[] = [];
      for (let count = 0; count < 8; count += 1)
        codes.push(await obtainCode(server(count), signedIn, application, { scope: 'openid notes:read' }));
      const redeem = (code: string, n: number) => exchange(server(n), application, code);
      const early = codes.slice(0, 6).map(redeem);
      // After another number of exchanges each round.
      await Promise.all(early.slice(0, round % 4));
      const end = await call('DELETE', `${server(round).url}/api/session`, { headers: signedIn.session });
      expect(end.status).toBe(204);
      for (const { status, body } of await Promise.all(codes.slice(6).map(redeem)))
        expect([status, body.error]).toEqual([400, 'invalid_grant']);
      for (const { status, body } of await Promise.all(early)) {
        heard.add(status);
        if (status === 200) expect((await refresh(server(round), body.refresh_token)).status).toBe(400);
      }
    }
    expect([...heard].filter((status) => status !== 200 && status !== 400)).toEqual([]);
  });
});
