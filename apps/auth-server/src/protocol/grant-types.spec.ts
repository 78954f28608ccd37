import { TOKEN_EXCHANGE, assertGrantType, assertOwnGrantType } from './grant-types';

const unauthorizedClient = expect.objectContaining({ code: 'unauthorized_client', status: 400 }) as Error;

describe('assertGrantType', () => {
  it.each([
    [null, 'authorization_code'],
    [null, 'refresh_token'],
    [['client_credentials'], 'client_credentials'],
  ])('an application with %j may use %s', (grantTypes, name) => {
    expect(() => assertGrantType({ grantTypes }, name)).not.toThrow();
  });

  it.each([
    [null, 'client_credentials'],
    [null, TOKEN_EXCHANGE],
    [[], 'authorization_code'],
    [['client_credentials'], 'refresh_token'],
  ])('an application with %j may not use %s', (grantTypes, name) => {
    expect(() => assertGrantType({ grantTypes }, name)).toThrow(unauthorizedClient);
  });
});

describe('assertOwnGrantType', () => {
  const grantTypes = ['client_credentials'];

  it('is for confidential applications that may use it', () => {
    expect(() => assertOwnGrantType({ type: 'confidential', grantTypes }, 'client_credentials')).not.toThrow();
    for (const client of [{ type: 'public', grantTypes } as const, { type: 'confidential', grantTypes: null } as const])
      expect(() => assertOwnGrantType(client, 'client_credentials')).toThrow(unauthorizedClient);
  });
});
