import { TOKEN_EXCHANGE } from './grant-types';
import { type Unconsented, assertListed, findUnlisted } from './listed-clients';
import type { ListedClients, Resource } from '../request/scope';

const URL = 'https://notes.example.com';
const resource = (lists: Partial<Resource> = {}): Resource => ({
  url: URL,
  name: 'Notes',
  scopes: [{ name: 'read', description: 'Read' }],
  ...lists,
});

describe('assertListed', () => {
  const assert = (grantType: 'client_credentials' | typeof TOKEN_EXCHANGE, lists: Partial<Resource>, audience = URL) =>
    assertListed(grantType, { clientId: 'robot', audience }, [resource(lists)]);

  it.each<[ListedClients | undefined, boolean]>([
    [undefined, false],
    [[], false],
    [['other', 'robots'], false],
    [['other', 'robot'], true],
    ['*', true],
  ])('a list of %j lets the application: %s', (list, lets) => {
    const lists = list === undefined ? {} : { clientCredentialsClients: list };
    const exchange = list === undefined ? {} : { tokenExchangeClients: list };
    for (const judge of [() => assert('client_credentials', lists), () => assert(TOKEN_EXCHANGE, exchange)])
      if (lets) expect(judge).not.toThrow();
      else expect(judge).toThrow(expect.objectContaining({ code: 'unauthorized_client' }) as Error);
  });

  it('one list says nothing of the other grant type', () => {
    expect(() => assert('client_credentials', { tokenExchangeClients: '*' })).toThrow('client_credentials_clients');
    expect(() => assert(TOKEN_EXCHANGE, { clientCredentialsClients: '*' })).toThrow('token_exchange_clients');
  });

  it('nothing lists applications for what is not a resource', () => {
    const lists = { clientCredentialsClients: '*', tokenExchangeClients: '*' } as const;
    expect(() => assert(TOKEN_EXCHANGE, lists, 'https://auth.example.com')).toThrow('is not a resource');
  });
});

describe('findUnlisted', () => {
  const ROBOT: Unconsented = {
    clientId: 'robot',
    grantTypes: ['client_credentials', TOKEN_EXCHANGE],
    ownScopes: ['read'],
    scopes: null,
  };
  const BOTH = [{ url: URL, client_credentials_clients: ['robot'], token_exchange_clients: ['robot'] }];

  it.each<[string, Partial<Unconsented>, Partial<Resource>, object[]]>([
    ['both lists that are missing', {}, {}, BOTH],
    ['none that is there, be it empty', {}, { clientCredentialsClients: [], tokenExchangeClients: '*' }, []],
    [
      'the one that is missing',
      {},
      { clientCredentialsClients: [] },
      [{ url: URL, token_exchange_clients: ['robot'] }],
    ],
    [
      'none for a grant type that the application may not use',
      { grantTypes: ['client_credentials'] },
      {},
      [{ url: URL, client_credentials_clients: ['robot'] }],
    ],
    ['none of a resource of which it has no scope', { ownScopes: ['write'], scopes: ['write'] }, {}, []],
  ])('names %s', (_, client, lists, expected) => {
    expect(findUnlisted([{ ...ROBOT, ...client }], [resource(lists)])).toEqual(expected);
  });
});
