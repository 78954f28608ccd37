import { parseGuardOptions } from './guard.settings.ts';

const good = { issuer: 'https://auth.example.com/one', audience: 'https://notes.example.com' };
const settingsOf = (revocations?: object | false) => {
  return parseGuardOptions({ ...good, ...(revocations === undefined ? {} : { revocations }) }).issuers[0]!.revocations;
};

describe('the option revocations', () => {
  it('has defaults below the issuer, and can be switched off', () => {
    expect(settingsOf()).toEqual({
      uri: 'https://auth.example.com/one/oauth2/revocations',
      isNamed: false,
      onStale: 'accept',
      maxWait: 5_000,
      authorization: undefined,
    });
    expect(settingsOf(false)).toBeUndefined();
  });

  it('takes others', () => {
    const uri = 'https://auth.example.com/ended?all';
    const credentials = { clientId: 'a', clientSecret: 'b' };
    expect(settingsOf({ uri, onStale: 'reject', maxWaitMs: 100, credentials })).toEqual({
      uri,
      isNamed: true,
      onStale: 'reject',
      maxWait: 100,
      authorization: 'Basic YTpi',
    });
  });

  it.each<[unknown, RegExp]>([
    [null, /- revocations must be false or an object/],
    ['off', /- revocations must be false or an object/],
    [{ uri: '/ended' }, /- revocations\.uri must be a URL/],
    [{ uri: 'https://else.example.com/ended' }, /- revocations\.uri must be on the issuer's origin, https:\/\/auth/],
    [{ uri: 'http://auth.example.com/e' }, /- revocations\.uri must be an https URL/],
    [{ onStale: 'ignore' }, /- revocations\.onStale must be accept or reject; got "ignore"/],
    [{ maxWaitMs: 99 }, /- revocations\.maxWaitMs must be a whole number from 100 to 30000; got 99/],
    [{ credentials: { clientId: 'a' } }, /- revocations\.credentials must have a clientId and a clientSecret/],
    [{ credentials: null }, /- revocations\.credentials must have/],
  ])('refuses %j', (revocations, message) => {
    expect(() => parseGuardOptions({ ...good, revocations: revocations as false })).toThrow(message);
  });

  it('belongs to each of several issuers', () => {
    const issuers = [{ issuer: good.issuer, revocations: { onStale: 'no' as 'accept' } }];
    expect(() => parseGuardOptions({ issuers, audience: good.audience })).toThrow(/issuers\[0\]\.revocations\.onStale/);
    expect(() =>
      parseGuardOptions({ issuers: [{ issuer: good.issuer }], audience: good.audience, revocations: {} }),
    ).toThrow(/set revocations in each of the issuers/);
  });
});
