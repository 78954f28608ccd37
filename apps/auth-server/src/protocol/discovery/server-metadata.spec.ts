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

  it('RFC 9701 §7: the one algorithm that signs', () => {
    expect(of({ accessTokenAlg: 'EdDSA' }).introspection_signing_alg_values_supported).toEqual(['EdDSA']);
  });

  it('§6 of Client ID Metadata Document: says so only where they are taken', () => {
    expect(metadata).not.toHaveProperty('client_id_metadata_document_supported');
    expect(of({ metadataDocuments: true }).client_id_metadata_document_supported).toBe(true);
  });

  it('keeps every address below the issuer, its path included', () => {
    const addresses = Object.values(metadata).filter((value) => typeof value === 'string');
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/example\.com\/auth/);
  });
});
