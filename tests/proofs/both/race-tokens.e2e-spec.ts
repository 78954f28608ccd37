import { givenAccount, givenApplication, givenProcesses } from '@consentry/test-support/server/given';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { type ServiceProcess } from '@consentry/test-support/server/processes';
import {
  type Account,
  type Answer,
  type Tokens,
  call,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  pkce,
  refresh,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** Counts the outcomes: `200`, or status and error. */
function tally(answers: Answer<{ error?: string }>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? '200' : `${status} ${body?.error}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const winnerOf = (answers: Answer<Tokens>[]) => answers.find(({ status }) => status === 200)!.body;

/** What the redirect carries: `code`, or the error. */
const toldBy = ({ headers }: Answer) => {
  const { searchParams } = new URL(headers.get('location') ?? 'none:');
  return searchParams.has('code') ? 'code' : (searchParams.get('error') ?? 'nothing');
};

const grantsOf = async (server: ServiceProcess, account: Account) => {
  const { body } = await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, {
    headers: account.session,
  });
  return body.items;
};

describe.each([1, 2])('races on %i process(es)', (processes) => {
  const servers = givenProcesses(processes);
  const server = (n: number) => servers[n % processes]!;

  const account = givenAccount(server(0));
  const application = givenApplication(server(0), account);

  it('gives tokens for one of 50 exchanges of a code, and ends the family it began', async () => {
    const code = await obtainCode(server(0), account, application);
    const answers = await Promise.all(times(50, (n) => exchange(server(n), application, code)));
    expect(tally(answers)).toEqual({ '200': 1, '400 invalid_grant': 49 });
    const { refresh_token: token } = winnerOf(answers);
    expect((await refresh(server(1), token)).body.error).toBe('invalid_grant');
  });

  it('ends no other family of the grant by it', async () => {
    const bystander = await obtainTokens(server(0), account, application);
    const code = await obtainCode(server(1), account, application);
    await Promise.all(times(10, (n) => exchange(server(n), application, code)));
    expect((await refresh(server(1), bystander.refresh_token)).status).toBe(200);
  });

  it('answers one of 50 uses of a refresh token, and ends its family', async () => {
    const { refresh_token: token } = await obtainTokens(server(0), account, application);
    const answers = await Promise.all(times(50, (n) => refresh(server(n), token)));
    expect(tally(answers)).toEqual({ '200': 1, '400 invalid_grant': 49 });
    expect((await refresh(server(1), winnerOf(answers).refresh_token)).body.error).toBe('invalid_grant');
  });

  it('spends and ends nothing by replays of a code that prove no possession', async () => {
    const other = await register(server(0), account);
    const { verifier, challenge } = pkce();
    const bound = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await obtainCode(server(0), account, application, bound);
    const thieves = (n: number) => [
      exchange(server(n), application, code, { code_verifier: verifier, client_secret: 'wrong' }),
      exchange(server(n), application, code, { code_verifier: pkce().verifier }),
      exchange(server(n), application, code),
      exchange(server(n), application, code, { code_verifier: verifier, redirect_uri: 'https://evil.example.com/' }),
      exchange(server(n), other, code, { code_verifier: verifier }),
      exchange(server(n), other, code, { code_verifier: verifier, redirect_uri: application.redirect_uris[0] }),
    ];
    const expected = { '401 invalid_client': 4, '400 invalid_grant': 20 };

    expect(tally(await Promise.all(times(4, thieves).flat()))).toEqual(expected);
    const tokens = await exchange(server(1), application, code, { code_verifier: verifier });
    expect(tokens.status).toBe(200);
    expect(tally(await Promise.all(times(4, thieves).flat()))).toEqual(expected);
    expect((await refresh(server(1), tokens.body.refresh_token)).status).toBe(200);
  });

  it('spends and ends nothing by replays of a refresh token that prove no possession', async () => {
    const other = await register(server(0), account);
    const first = await obtainTokens(server(0), account, application);
    const second = await refresh(server(1), first.refresh_token);
    const { client_id } = application;
    for (const token of [first.refresh_token, second.body.refresh_token]) {
      const answers = await Promise.all(
        times(4, (n) => [
          refresh(server(n), token, { client_id, client_secret: 'wrong' }),
          refresh(server(n), token, { client_id: other.client_id }),
          refresh(server(n), token, { client_id: other.client_id, client_secret: other.client_secret }),
          refresh(
            server(n),
            token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
          ),
        ]).flat(),
      );
      expect(tally(answers)).toEqual({ '401 invalid_client': 4, '400 invalid_grant': 12 });
    }
    expect((await refresh(server(0), second.body.refresh_token)).status).toBe(200);
  });

  it('spends nothing by refused refreshes beside the one that is right', async () => {
    const { refresh_token: token } = await obtainTokens(server(0), account, application);
    const refused = await Promise.all(times(20, (n) => refresh(server(n), token, { scope: 'notes:delete' })));
    expect(tally(refused)).toEqual({ '400 invalid_scope': 20 });
    expect((await refresh(server(1), token)).status).toBe(200);
  });

  it.each([
    ['2 approvals', [false, false], ['code', 'invalid_request']],
    ['2 refusals', [true, true], ['access_denied', 'invalid_request']],
  ])('carries out one of %s of a consent session', async (_, decisions, expected) => {
    const { sessionID } = await requestConsent(server(0), account, application);
    const answers = await Promise.all(
      decisions.map((is_rejected, n) => decide(server(n), account, sessionID, { is_rejected })),
    );
    expect(answers.map(({ status }) => status)).toEqual([301, 301]);
    expect(answers.map(toldBy).sort()).toEqual(expected);
  });

  it('carries out one of 20 contradictory decisions on a consent session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { sessionID } = await requestConsent(server(round), account, application);
      const answers = await Promise.all(
        times(20, (n) => decide(server(n), account, sessionID, { is_rejected: (n + round) % 3 === 0 })),
      );
      expect(answers.filter(({ status }) => status === 301)).toHaveLength(20);
      const told = answers.map(toldBy).sort();
      expect(told.filter((outcome) => outcome === 'invalid_request')).toHaveLength(19);
      const [winner] = told.filter((outcome) => outcome !== 'invalid_request');
      expect(['code', 'access_denied']).toContain(winner);
    }
  });

  it('leaves no living token when access is removed while a code is exchanged', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const code = await obtainCode(server(round), account, application);
      const [grant] = await grantsOf(server(0), account);
      const remove = () =>
        call('DELETE', `${server(round + 1).url}/api/grants/${grant!.id}`, { headers: account.session });
      const spend = () => exchange(server(round), application, code);
      const [removed, exchanged] =
        round % 2 === 0
          ? await Promise.all([remove(), spend()])
          : await Promise.all([spend(), remove()]).then(([a, b]) => [b, a] as const);

      expect(removed.status).toBe(204);
      outcomes.add(exchanged.status === 200 ? '200' : `${exchanged.status} ${exchanged.body.error}`);
      if (exchanged.status === 200)
        expect((await refresh(server(round), exchanged.body.refresh_token)).body.error).toBe('invalid_grant');
      expect((await exchange(server(round + 1), application, code)).body.error).toBe('invalid_grant');
      expect(await grantsOf(server(1), account)).toEqual([]);
    }
    expect([...outcomes].filter((outcome) => outcome !== '200' && outcome !== '400 invalid_grant')).toEqual([]);
  });

  it('leaves no living token when access is removed while a token is refreshed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { refresh_token: token } = await obtainTokens(server(round), account, application);
      const [grant] = await grantsOf(server(0), account);
      const [removed, refreshed] = await Promise.all([
        call('DELETE', `${server(round + 1).url}/api/grants/${grant!.id}`, { headers: account.session }),
        refresh(server(round), token),
      ]);
      expect(removed.status).toBe(204);
      if (refreshed.status === 200)
        expect((await refresh(server(round), refreshed.body.refresh_token)).body.error).toBe('invalid_grant');
      else expect(refreshed.body.error).toBe('invalid_grant');
    }
  });

  it('brings no code back by an approval after the grant ended', async () => {
    const old = await obtainCode(server(0), account, application);
    const [grant] = await grantsOf(server(0), account);
    await call('DELETE', `${server(1).url}/api/grants/${grant!.id}`, { headers: account.session });
    const fresh = await obtainCode(server(1), account, application);
    expect((await exchange(server(0), application, old)).body.error).toBe('invalid_grant');
    expect((await exchange(server(0), application, fresh)).status).toBe(200);
  });

  it('keeps the loop of every process free while somebody else keeps all writers out', async () => {
    const code = await obtainCode(server(0), account, application);
    const tokens = await obtainTokens(server(1), account, application);
    const letGo = await holdWrites(servers[0]!.process);
    const settled: string[] = [];
    const note = (name: string) => (answer: Answer<unknown>) => (settled.push(name), answer);
    const writes = [
      exchange(server(0), application, code).then(note('exchange')),
      refresh(server(1), tokens.refresh_token).then(note('refresh')),
      register(server(0), account).then(() => settled.push('register')),
    ];
    // Reads do not wait for writes.
    for (let n = 0; n < 40; n += 1) {
      expect((await call('GET', `${server(n).url}/health/live`)).status).toBe(200);
      expect((await call('GET', `${server(n).url}/api/session`, { headers: account.session })).status).toBe(200);
      expect((await call('GET', `${server(n).url}/health/ready`)).status).toBe(200);
    }
    expect(settled).toEqual([]);
    await letGo();
    const [exchanged, refreshed] = await Promise.all(writes);
    expect([exchanged, refreshed]).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it('loses nothing of a mixed load on all processes', async () => {
    const owners = await Promise.all(times(4, (n) => signUp(server(n))));
    const families = await Promise.all(
      owners.flatMap((owner, at) =>
        times(6, async (n) => {
          const own = await register(server(n), owner);
          let { refresh_token: token } = await obtainTokens(server(n + at), owner, own);
          for (let turn = 0; turn < 5; turn += 1) {
            const { status, body, text } = await refresh(server(n + turn), token);
            if (status !== 200) throw new Error(`refresh ${turn}: ${status} ${text}`);
            token = body.refresh_token;
          }
          return token;
        }),
      ),
    );
    const last = await Promise.all(families.map((token, n) => refresh(server(n), token)));
    expect(tally(last)).toEqual({ '200': 24 });
    for (const owner of owners) expect(await grantsOf(server(0), owner)).toHaveLength(6);
  });
});
