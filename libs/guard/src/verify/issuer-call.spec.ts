import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { privateLookup } from './issuer-call.ts';

describe('privateLookup', () => {
  const server = createServer((_, response) => response.end('here'));
  let called = 0;
  server.on('connection', () => (called += 1));
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => server.close());

  /** A call of `http://auth`, whose name has these addresses. */
  const call = async (...addresses: string[]) => {
    const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const lookup = privateLookup((name, _, callback) => callback(null, name === 'auth' ? found : []));
    const sent = request(`http://auth:${(server.address() as AddressInfo).port}/`, { lookup, agent: false }).end();
    const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
    return statusCode;
  };

  it('leads a connection to a private address', async () => {
    expect(await call('127.0.0.1')).toBe(200);
    expect(called).toBe(1);
  });

  it.each([
    ['a public address', '1.1.1.1'],
    ['a public one beside a private one', '127.0.0.1', '1.1.1.1'],
    ['a metadata service', '169.254.169.254'],
    ['a public one of IPv6', '127.0.0.1', '2600::1'],
  ])('makes none where the name has %s', async (_, ...addresses) => {
    await expect(call(...addresses)).rejects.toThrow(`auth has the address ${addresses.at(-1)}, which is not private`);
    expect(called).toBe(1);
  });

  it('makes none where the name has no address', async () => {
    await expect(call()).rejects.toThrow('the name has no address');
  });
});
