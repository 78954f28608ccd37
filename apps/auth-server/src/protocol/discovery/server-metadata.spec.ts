import { type Offers, serverMetadata } from './server-metadata';

const scope = (name: string) => ({ name, description: name });
const RESOURCES = [
  { url: 'https://notes.example.com', name: 'Notes', scopes: [scope('read'), scope('write')] },
  { url: 'https://photos.example.com', name: 'Photos', scopes: [scope('see')] },
];

describe('serverMetadata', () => {
  const of = (offers: Partial<Offers>) =>
    serverMetadata('https://example.com/auth', RESOURCES, {
      dynamicRegistration: 'off',
      metadataDocuments: false,
      accessTokenAlg: 'ES256',
      securityProfile: null,
      ...offers,
    });
  const metadata = of({});

  it('has what RFC 8414 §2 requires', () => {
    expect(metadata).toMatchObject({ issuer: 'https://example.com/auth', response_types_supported: ['code'] });
  });

  it('names every scope of every resource, and those that go with any', () => {
    expect(metadata.scopes_supported.slice(0, 3)).toEqual(['read', 'write', 'see']);
    expect(metadata.scopes_supported.slice(3)).toEqual(['openid', 'profile', 'email', 'offline_access']);
  });

  it('RFC 8414 §2: registration_endpoint only where clients may register themselves', () => {
    expect(metadata).not.toHaveProperty('registration_endpoint');
    for (const dynamicRegistration of ['token', 'open'] as const)
      expect(of({ dynamicRegistration }).registration_endpoint).toBe('https://example.com/auth/oauth2/register');
  });

  it('RFC 9728 §4: names the protected resources', () => {
    expect(metadata.protected_resources).toEqual(['https://notes.example.com', 'https://photos.example.com']);
  });

  it('RFC 9701 §7: the one algorithm that signs', () => {
    expect(of({ accessTokenAlg: 'EdDSA' }).introspection_signing_alg_values_supported).toEqual(['EdDSA']);
  });

  it('§6 of Client ID Metadata Document: says so only where they are taken', () => {
    expect(metadata).not.toHaveProperty('client_id_metadata_document_supported');
    expect(of({ metadataDocuments: true }).client_id_metadata_document_supported).toBe(true);
  });

  it('FAPI 2.0 §5.3.2: names what the profile of the server leaves', () => {
    const held = of({ securityProfile: 'fapi2' });
    const algorithms = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];
    for (const endpoint of ['token', 'revocation', 'introspection'] as const) {
      expect(held[`${endpoint}_endpoint_auth_methods_supported`]).toEqual(['private_key_jwt']);
      expect(held[`${endpoint}_endpoint_auth_signing_alg_values_supported`]).toEqual(algorithms);
    }
    expect(held.dpop_signing_alg_values_supported).toEqual(algorithms);
    expect(held.request_object_signing_alg_values_supported).toEqual(algorithms);
    expect(held.require_pushed_authorization_requests).toBe(true);
    expect(held.grant_types_supported).not.toContain('urn:ietf:params:oauth:grant-type:device_code');
    expect(held).not.toHaveProperty('device_authorization_endpoint');
    expect(held).not.toHaveProperty('tls_client_certificate_bound_access_tokens');
  });

  it('keeps every address below the issuer, its path included', () => {
    const addresses = Object.values(metadata).filter((value) => typeof value === 'string');
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/example\.com\/auth/);
  });
});
