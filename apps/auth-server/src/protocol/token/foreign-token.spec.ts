import { type ExpectedToken, foreignTokenProblem } from './foreign-token';

const CLAIMS = { sub: 'ada', aud: 'us' };
const ANY: ExpectedToken = { namesAccount: false, audience: 'us', typ: null };
const judge = (typ: unknown, claims: object = {}, expected = ANY) =>
  foreignTokenProblem({ typ, claims: { ...CLAIMS, ...claims } }, expected);

describe('a token of a trusted issuer', () => {
  it.each([undefined, 'JWT', 'jwt', 'application/jwt', 'APPLICATION/JWT', 'id_token+jwt', 'application/id_token+jwt'])(
    'signs in with the typ %s',
    (typ) => {
      expect(judge(typ)).toBeNull();
    },
  );

  it.each([null, '', 1, 'at+jwt', 'logout+jwt', 'secevent+jwt', 'text/jwt', 'application/application/jwt', ' JWT'])(
    'does not with the typ %j',
    (typ) => {
      expect(judge(typ)).toMatch(/typ/);
    },
  );

  it('has the typ of the settings, where they name one: that was compared before', () => {
    expect(judge('session+jwt', {}, { ...ANY, typ: 'session+jwt' })).toBeNull();
  });

  it.each<[string, object, RegExp | null]>([
    ['events', { events: {} }, /events/],
    ['events that are null', { events: null }, /events/],
    ['several audiences', { aud: ['us', 'them'] }, /azp/],
    ['several audiences and another azp', { aud: ['us', 'them'], azp: 'them' }, /azp/],
    ['several audiences and ours as azp', { aud: ['us', 'them'], azp: 'us' }, null],
    ['one audience in a list', { aud: ['us'] }, null],
    ['one audience and another azp', { azp: 'them' }, null],
    ['no sub', { sub: undefined }, /sub/],
    ['an empty sub', { sub: '' }, /sub/],
    ['a sub of 255 characters', { sub: 'x'.repeat(255) }, null],
    ['a sub of 256 characters', { sub: 'x'.repeat(256) }, /sub/],
    ['half of a surrogate pair', { sub: '\ud83d' }, /sub/],
    ['U+0000', { sub: 'a\0' }, /sub/],
  ])('with %s', (_, claims, problem) => {
    if (problem === null) expect(judge('JWT', claims)).toBeNull();
    else expect(judge('JWT', claims)).toMatch(problem);
  });

  it('names an account by its sub where that becomes the id', () => {
    const expected = { ...ANY, namesAccount: true };
    expect(judge('JWT', { sub: 'auth0|7' }, expected)).toBeNull();
    for (const sub of ['x'.repeat(37), 'two words', '..', 'ä']) expect(judge('JWT', { sub }, expected)).toMatch(/36/);
  });
});
