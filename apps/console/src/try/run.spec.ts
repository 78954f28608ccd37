import { MISTAKES, type Run, STEPS, learn, mistaken, requestOf } from './run';

const RUN: Run = {
  clientId: 'sandbox',
  redirectUri: 'https://auth.example.com/console/try/back',
  verifier: 'v'.repeat(43),
  challenge: 'c'.repeat(43),
  state: 'st&te',
};

/** The answers of a server that finds everything right. */
const ANSWERS: Readonly<Record<string, [number, Record<string, unknown>]>> = {
  ask: [200, { session_id: 'session', resource: { url: 'https://notes.example.com' } }],
  decide: [200, { redirect_to: `${RUN.redirectUri}?code=the-code&state=st%26te&iss=https%3A%2F%2Fauth.example.com` }],
  exchange: [200, { access_token: 'first', refresh_token: 'older' }],
  call: [200, {}],
  refresh: [200, { access_token: 'second', refresh_token: 'newer' }],
  replay: [400, { error: 'invalid_grant' }],
};

const walk = (until: string): Run =>
  STEPS.slice(0, STEPS.indexOf(until as never)).reduce((run, step) => learn(step, run, ...ANSWERS[step]!)!, RUN);

describe('a walk through the flow', () => {
  it('uses in each step what the ones before have learned', () => {
    expect(requestOf('decide', walk('decide')).form).toEqual({ session_id: 'session', is_rejected: 'false' });
    expect(requestOf('exchange', walk('exchange')).form).toMatchObject({
      code: 'the-code',
      code_verifier: RUN.verifier,
    });
    expect(requestOf('call', walk('call'))).toMatchObject({
      url: 'https://notes.example.com',
      headers: { Authorization: 'Bearer first' },
    });
    expect(requestOf('refresh', walk('refresh')).form).toMatchObject({ refresh_token: 'older' });
    expect(requestOf('replay', walk('replay')).form).toMatchObject({ refresh_token: 'older' });
  });

  it.each(['ask', 'decide', 'exchange', 'refresh'] as const)('stays at %s where it was refused', (step) => {
    expect(learn(step, walk(step), 400, { error: 'invalid_request' })).toBeNull();
  });

  it('is over only once the old refresh token was refused', () => {
    expect(learn('replay', walk('replay'), 200, {})).toBeNull();
    expect(learn('replay', walk('replay'), 400, {})).not.toBeNull();
  });

  it.each([
    ['another state', `${RUN.redirectUri}?code=x&state=other`],
    ['no code', `${RUN.redirectUri}?error=access_denied&state=st%26te`],
    ['no address', 'nowhere'],
  ])('does not take %s', (_, redirect_to) => {
    expect(learn('decide', walk('decide'), 200, { redirect_to })).toBeNull();
  });

  it('each mistake changes the one thing that it is about', () => {
    const run = walk('exchange');
    const { form: right } = requestOf('exchange', run);
    const changed = MISTAKES.exchange!.map((mistake) => {
      const { form } = mistaken('exchange', mistake, run);
      return Object.keys(form!).filter((name) => form![name] !== right![name]);
    });
    expect(changed).toEqual([['code_verifier'], ['redirect_uri']]);
    expect(mistaken('replay', 'codeAgain', run).form).toEqual(right);
  });
});
