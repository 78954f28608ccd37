import { OAuthError } from '../oauth-error';
import { DEVICE_CODE } from './grant-types';
import { assertDeviceGrant, assertGrantType, assertOwnGrantType } from './allowed-grant-type';

describe('the grant types of an application', () => {
  it.each([
    [null, 'authorization_code', true],
    [null, 'refresh_token', true],
    [null, 'client_credentials', false],
    [null, DEVICE_CODE, false],
    [[DEVICE_CODE], DEVICE_CODE, true],
    [[DEVICE_CODE], 'authorization_code', false],
    [[], 'refresh_token', false],
  ])('%j: may use %s: %s', (grantTypes, name, may) => {
    const use = () => assertGrantType({ grantTypes }, name);
    if (may) expect(use).not.toThrow();
    else expect(use).toThrow(OAuthError);
  });

  it('those that rest on who it is are for no public application, even where it has them', () => {
    const grantTypes = ['client_credentials'];
    expect(() => assertOwnGrantType({ grantTypes, type: 'confidential' }, 'client_credentials')).not.toThrow();
    expect(() => assertOwnGrantType({ grantTypes, type: 'public' }, 'client_credentials')).toThrow(
      'unauthorized_client',
    );
  });
});

describe('assertDeviceGrant', () => {
  const client = { origin: 'registration' as const, vouchedBy: null, grantTypes: [DEVICE_CODE] };

  it.each<[string, Parameters<typeof assertDeviceGrant>[0], boolean]>([
    ['a developer', { ...client, origin: 'console' }, true],
    ['an account with an initial access token', { ...client, vouchedBy: 'ada' }, true],
    ['nobody', client, false],
    ['a document', { ...client, origin: 'metadata_document' }, false],
  ])('where DEVICE_GRANT_CLIENTS is developers, %s stands behind the client: %j, %s', (_, given, lets) => {
    const refusal = expect.objectContaining({ code: 'unauthorized_client' }) as Error;
    expect(() => assertDeviceGrant(given, 'all')).not.toThrow();
    if (lets) expect(() => assertDeviceGrant(given, 'developers')).not.toThrow();
    else expect(() => assertDeviceGrant(given, 'developers')).toThrow(refusal);
    expect(() => assertDeviceGrant({ ...given, grantTypes: null }, 'all')).toThrow(refusal);
  });
});
