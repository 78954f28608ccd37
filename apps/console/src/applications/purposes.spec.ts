import { PURPOSES, hasRedirects, isPublic, purposeOf, redirects, registrationFor } from './purposes';

const wanted = { name: 'Notes', redirectUri: 'https://app.example.com/cb', scopes: ['notes:read'] };

describe('an application for a purpose', () => {
  it.each(PURPOSES)('%s is known again', (purpose) => {
    const { client_type, application_type = 'web', grant_types } = registrationFor(purpose, wanted);
    const stored = {
      client_type: client_type ?? 'confidential',
      application_type,
      grant_types: grant_types ?? ['authorization_code', 'refresh_token'],
    };
    expect(purposeOf(stored)).toBe(purpose === 'mcp' ? 'native' : purpose);
    expect(hasRedirects(stored)).toBe(redirects(purpose));
    expect(stored.client_type).toBe(isPublic(purpose) ? 'public' : 'confidential');
  });

  it('a server proves its secret at every refresh', () => {
    expect(registrationFor('server', wanted)).toMatchObject({ require_client_authentication: true });
    expect(registrationFor('spa', wanted)).not.toHaveProperty('require_client_authentication');
  });

  it('a machine acts on its own behalf, and redirects nowhere', () => {
    expect(registrationFor('machine', wanted)).toEqual({
      name: 'Notes',
      redirect_uris: ['https://unused.invalid/'],
      client_type: 'confidential',
      grant_types: ['client_credentials'],
      client_credentials_scopes: ['notes:read'],
    });
  });
});
