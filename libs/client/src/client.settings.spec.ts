import type { ClientOptions } from './client.options.ts';
import { parseClientOptions } from './client.settings.ts';
import { MemoryTokenStore } from './tokens/memory-token-store.ts';

const RIGHT: ClientOptions = {
  issuer: 'https://auth.example.com',
  clientId: 'app',
  redirectUri: 'https://app.example.com/callback',
  scopes: ['notes:read'],
  apis: ['https://notes.example.com', 'http://localhost:3001'],
};

describe('the options', () => {
  it('have a store in memory and the process’s clock by default', () => {
    const settings = parseClientOptions(RIGHT);
    expect(settings).toMatchObject(RIGHT);
    expect(settings.store).toBeInstanceOf(MemoryTokenStore);
    expect(Math.abs(settings.clock.now() - Date.now())).toBeLessThan(1_000);
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ['an issuer without TLS', { issuer: 'http://auth.example.com' }, 'issuer must be an https URL'],
    ['no client', { clientId: '' }, 'clientId must be a non-empty string'],
    ['an empty secret', { clientSecret: '' }, 'clientSecret must be a non-empty string'],
    ['a path as redirect URI', { redirectUri: '/callback' }, 'redirectUri must be a URL'],
    [
      'a redirect URI that a URL changes',
      { redirectUri: 'https://app.example.com' },
      'redirectUri must be written as https://app.example.com/',
    ],
    [
      'a redirect URI with a query',
      { redirectUri: 'https://app.example.com/callback?tenant=a' },
      'redirectUri must have no query and no fragment; got "https://app.example.com/callback?tenant=a"',
    ],
    [
      'a redirect URI with a fragment',
      { redirectUri: 'https://app.example.com/callback#top' },
      'redirectUri must have no query and no fragment',
    ],
    ['no scope', { scopes: [] }, 'scopes must be a list of scopes'],
    ['two scopes in one', { scopes: ['a b'] }, 'scopes must be a list of scopes'],
    ['no API', { apis: [] }, 'apis must list the origins'],
    [
      'an API with a path',
      { apis: ['https://a.example.com/v1'] },
      'apis must be origins such as https://a.example.com',
    ],
    ['a text for a switch', { useDpop: 'yes' }, "useDpop must be true, false or 'optional'"],
    ['a store without swap', { store: { find: () => undefined } }, 'store must be an object with find() and swap()'],
    ['a clock without time', { clock: {} }, 'clock must be an object with now()'],
  ];
  it.each(wrong)('are refused with %s', (_, override, message) => {
    expect(() => parseClientOptions({ ...RIGHT, ...override })).toThrow(message);
  });

  it('are refused with all that is wrong, and without the secret', () => {
    const options = { clientSecret: 'a-secret' } as ClientOptions;
    expect(() => parseClientOptions(options)).toThrow(
      /issuer .*\n- clientId .*\n- redirectUri .*\n- scopes .*\n- apis /,
    );
    expect(() => parseClientOptions(options)).not.toThrow('a-secret');
  });
});
