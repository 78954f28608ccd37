import { SettingsError } from './settings-error';
import { readSettings } from './read-settings';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('when signing keys come and go', () => {
  it('has defaults, of which one follows the life of tokens', () => {
    expect(readSettings({}).keys).toEqual({ rotation: 7_776_000, announce: 86_400, retire: 1_209_600 });
    expect(readSettings({ ACCESS_TOKEN_TTL: '60' }).keys.retire).toBe(60);
    expect(Object.isFrozen(readSettings({}).keys)).toBe(true);
  });

  it('is read in seconds', () => {
    const environment = { KEY_ROTATION: '500000', KEY_ANNOUNCE: '400', KEY_RETIRE: '1300000' };
    expect(readSettings(environment).keys).toEqual({ rotation: 500_000, announce: 400, retire: 1_300_000 });
  });

  it.each(['KEY_ROTATION', 'KEY_ANNOUNCE', 'KEY_RETIRE'])('%s is a whole number', (name) => {
    for (const value of ['0', '-1', '1.5', '1d', '315360001'])
      expect(problemsOf({ [name]: value })).toEqual([
        `${name} is "${value}"; it must be a whole number from ${name === 'KEY_ANNOUNCE' ? 360 : 1} to 315360000`,
      ]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['an announcement as long as the JWKS may be kept, and some more', { KEY_ANNOUNCE: '360' }, []],
    [
      'a shorter one',
      { KEY_ANNOUNCE: '359' },
      ['KEY_ANNOUNCE is "359"; it must be a whole number from 360 to 315360000'],
    ],
    ['a key that stays as long as a token lives', { KEY_RETIRE: '600', ACCESS_TOKEN_TTL: '600' }, []],
    [
      'one that does not',
      { KEY_RETIRE: '599', ACCESS_TOKEN_TTL: '600' },
      ['KEY_RETIRE is 599; it must be at least ACCESS_TOKEN_TTL, which is 600'],
    ],
    [
      'one that does not, by the default life',
      { KEY_RETIRE: '86400' },
      ['KEY_RETIRE is 86400; it must be at least ACCESS_TOKEN_TTL, which is 1209600'],
    ],
    ['a rotation longer than an announcement', { KEY_ROTATION: '86401' }, []],
    [
      'one as long',
      { KEY_ROTATION: '86400' },
      ['KEY_ROTATION is 86400; it must be more than KEY_ANNOUNCE, which is 86400'],
    ],
    ['a hundred keys at once', { KEY_ROTATION: '12100', KEY_ANNOUNCE: '400' }, []],
    [
      'more than a hundred',
      { KEY_ROTATION: '12099', KEY_ANNOUNCE: '400' },
      [
        'KEY_ROTATION is 12099; it must be at least 12100, as keys stay public for KEY_RETIRE: ' +
          'the JWKS would hold more than 100 of them',
      ],
    ],
    [
      'all of it wrong',
      { KEY_ROTATION: '100', KEY_ANNOUNCE: '200', KEY_RETIRE: '300' },
      [
        'KEY_ANNOUNCE is "200"; it must be a whole number from 360 to 315360000',
        'KEY_RETIRE is 300; it must be at least ACCESS_TOKEN_TTL, which is 1209600',
        'KEY_ROTATION is 100; it must be more than KEY_ANNOUNCE, which is 86400',
      ],
    ],
  ])('%s', (_, environment, problems) => expect(problemsOf(environment)).toEqual(problems));
});
