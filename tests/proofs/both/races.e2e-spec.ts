import { givenAccount, givenApplication, givenProcesses } from '@consentry/test-support/server/given';
import {
  type Answer,
  decide,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  requestConsent,
} from '@consentry/test-support/world/world';
import { SIZE } from '@consentry/test-support/run/sizes';

const ROUNDS = SIZE.races;
const CALLERS = 50;

// A round takes half a second on a busy machine; allow twenty times that.
jest.setTimeout(ROUNDS * 10_000);

const callers = <T>(call: (n: number) => Promise<T>) => Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n)));

const outcomes = (answers: Answer<{ error?: string }>[]) =>
  answers.map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.error}`)).sort();

/** What the redirect carries: `code`, or the error. */
const toldBy = ({ status, headers }: Answer) => {
  const { searchParams } = new URL(headers.get('location') ?? `none:?error=${status}`);
  return searchParams.has('code') ? 'code' : searchParams.get('error');
};

const ONE_OF_ALL = ['200', ...Array.from({ length: CALLERS - 1 }, () => '400 invalid_grant')];

describe(`${ROUNDS} races of ${CALLERS} across two processes have one winner each`, () => {
  const servers = givenProcesses(2);
  const server = (n: number) => servers[n % 2]!;

  const account = givenAccount(server(0));
  const application = givenApplication(server(0), account);

  it('for a code', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = await obtainCode(server(round), account, application);
      expect(outcomes(await callers((n) => exchange(server(n), application, code)))).toEqual(ONE_OF_ALL);
    }
  });

  it('for a refresh token', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refresh_token: token } = await obtainTokens(server(round), account, application);
      expect(outcomes(await callers((n) => refresh(server(n), token)))).toEqual(ONE_OF_ALL);
    }
  });

  it('for a consent decision', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { sessionID } = await requestConsent(server(round), account, application);
      const answers = await callers((n) => decide(server(n), account, sessionID, { is_rejected: n % 2 === 0 }));
      const told = answers.map(toldBy);
      expect(told.filter((outcome) => outcome === 'code' || outcome === 'access_denied')).toHaveLength(1);
      expect(told.filter((outcome) => outcome === 'invalid_request')).toHaveLength(CALLERS - 1);
    }
  });
});
