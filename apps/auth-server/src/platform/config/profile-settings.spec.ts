import { readSettings } from './read-settings';
import { SettingsError } from './settings-error';

const problemsOf = (environment: Record<string, string>) => {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
};

describe('settings that SECURITY_PROFILE does not allow', () => {
  it.each([
    ['ACCESS_TOKEN_ALG', 'RS256', 'is "RS256"; it must be ES256 or EdDSA with SECURITY_PROFILE fapi2'],
    ['CORS_ORIGINS', 'https://a.example', 'must be empty with SECURITY_PROFILE fapi2'],
    ['INSECURE_HOSTS', 'auth', 'must be empty with SECURITY_PROFILE fapi2'],
    ['CONSENT_UI_URL', 'https://a.example', 'must be on the origin of AUTH_URL with SECURITY_PROFILE fapi2'],
  ])('%s=%s', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
    expect(problemsOf({ [name]: value, SECURITY_PROFILE: 'fapi2' })).toEqual([`${name} ${problem}`]);
  });

  it('are none of those that it allows', () => {
    const allowed = { SECURITY_PROFILE: 'fapi2', ACCESS_TOKEN_ALG: 'EdDSA' };
    expect(problemsOf({ ...allowed, CONSENT_UI_URL: 'http://localhost:3000/consent' })).toEqual([]);
  });
});
