import { decodeJwt } from 'jose';
import { givenAccount, givenProcesses } from '@consentry/test-support/server/given';
import { storedRows } from '@consentry/test-support/server/stored';
import { type Answer, type Tokens, obtainTokens, refresh, register } from '@consentry/test-support/world/world';

type Refreshed = Answer<Tokens & { error?: string }>;

const ROUNDS = 3;
const COUNT = 50;

/** Counts the outcomes: `200`, or status and error. */
function tally(answers: readonly Refreshed[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? '200' : `${status} ${body.error}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('a refresh that may be retried, on two processes', () => {
  const servers = givenProcesses(2);
  const server = (n: number) => servers[n % 2]!;

  const account = givenAccount(server(0));

  async function begin(fields: Record<string, unknown>) {
    const { client_id, client_secret } = await register(server(0), account, fields);
    const application = { client_id, client_secret, redirect_uris: ['https://app.example.com/callback'] };
    const { refresh_token: token, access_token } = await obtainTokens(server(0), account, application);
    return { token, proof: { client_id, client_secret }, family: String(decodeJwt(access_token)['fam']) };
  }
  const presentAtOnce = (token: string, override = {}) =>
    Promise.all(Array.from({ length: COUNT }, (_, n) => refresh(server(n), token, override)));
  const stored = async (family: string) => {
    const query = 'SELECT generation, revoked_at AS "revokedAt" FROM refresh_families WHERE id = ?';
    const [row] = await storedRows<{ generation: number; revokedAt: number | null }>(server(0).process, query, family);
    return { generation: row?.generation, isEnded: row?.revokedAt !== null };
  };

  it(`is answered alike to ${COUNT} at once, generation after generation`, async () => {
    const { token, proof, family } = await begin({ refresh_retry_window: 60 });
    let living = token;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const answers = await presentAtOnce(living, proof);
      expect(tally(answers)).toEqual({ '200': COUNT });
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
      expect(new Set(answers.map(({ body }) => decodeJwt(body.access_token).jti)).size).toBe(COUNT);
      expect(await stored(family)).toEqual({ generation: round, isEnded: false });
      living = answers[0]!.body.refresh_token;
    }
  });

  it(`is answered once to ${COUNT} at once where no window was asked for, and its family ends`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { token, proof, family } = await begin({});
      expect(tally(await presentAtOnce(token, proof))).toEqual({ '200': 1, '400 invalid_grant': COUNT - 1 });
      expect(await stored(family)).toEqual({ generation: 1, isEnded: true });
    }
  });

  it(`is answered once to ${COUNT} at once that do not authenticate, and its family ends`, async () => {
    const { token, family } = await begin({ refresh_retry_window: 60 });
    expect(tally(await presentAtOnce(token))).toEqual({ '200': 1, '400 invalid_grant': COUNT - 1 });
    expect(await stored(family)).toEqual({ generation: 1, isEnded: true });
  });

  describe('whose clocks differ', () => {
    beforeAll(() => server(1).process.advance({ seconds: -10 }));
    afterAll(() => server(1).process.advance({ seconds: 10 }));

    it('is answered again by the one that is behind', async () => {
      const { token, proof } = await begin({ refresh_retry_window: 5 });
      const first = await refresh(server(0), token, proof);
      const again = await refresh(server(1), token, proof);
      expect([again.status, again.body.refresh_token]).toEqual([200, first.body.refresh_token]);
    });

    it('is a replay without a window, also for the one that is behind', async () => {
      const { token, proof, family } = await begin({});
      expect((await refresh(server(0), token, proof)).status).toBe(200);
      expect((await refresh(server(1), token, proof)).body.error).toBe('invalid_grant');
      expect(await stored(family)).toEqual({ generation: 1, isEnded: true });
    });

    it('is a replay two generations later, though by its clock that use is still to come', async () => {
      const { token, proof, family } = await begin({ refresh_retry_window: 60 });
      const { body: first } = await refresh(server(0), token, proof);
      expect((await refresh(server(0), first.refresh_token, proof)).status).toBe(200);
      expect((await refresh(server(1), token, proof)).body.error).toBe('invalid_grant');
      expect(await stored(family)).toEqual({ generation: 2, isEnded: true });
    });

    it('goes by the generation where a later use has the earlier time', async () => {
      const { token, proof, family } = await begin({ refresh_retry_window: 60 });
      const { body: first } = await refresh(server(0), token, proof);
      const { body: second } = await refresh(server(1), first.refresh_token, proof);
      const again = await refresh(server(0), first.refresh_token, proof);
      expect([again.status, again.body.refresh_token]).toEqual([200, second.refresh_token]);
      expect((await refresh(server(0), token, proof)).body.error).toBe('invalid_grant');
      expect(await stored(family)).toEqual({ generation: 2, isEnded: true });
    });
  });
});
