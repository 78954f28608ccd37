import { documentClient } from './metadata-document-storing';
import { DocumentCache } from './document-cache';
import { readSettings } from '../../../platform/config/read-settings';
import { parseClientMetadata } from '../../../protocol/client/metadata';
import { clientPolicyOf } from '../client-policy';

const clientOf = (clientId: string, client_name = 'A client') => {
  const metadata = { client_name, redirect_uris: ['https://app.example.com/callback'] };
  const settings = readSettings({});
  const { client: described } = parseClientMetadata(metadata, clientPolicyOf(settings), 'none');
  return documentClient(clientId, described, { createdAt: 1, metadataExpiresAt: 1 }, settings);
};

describe('clients that are known by their documents alone', () => {
  it('are as many as the limit at most: the least recently used one goes', () => {
    const clients = new DocumentCache({ entries: 2 });
    clients.set(clientOf('one'));
    clients.set(clientOf('two'));
    expect(clients.get('one')?.clientId).toBe('one');
    clients.set(clientOf('three'));
    expect(['one', 'two', 'three'].filter((name) => clients.get(name) !== undefined)).toEqual(['one', 'three']);
  });

  it('take as many bytes as the limit at most', () => {
    const long = 'x'.repeat(150);
    const clients = new DocumentCache({ bytes: 20_000 });
    for (let n = 0; n < 100; n += 1) clients.set(clientOf(`client-${n}`, long));
    const left = Array.from({ length: 100 }, (_, n) => n).filter((n) => clients.get(`client-${n}`) !== undefined);
    expect(left.length).toBeGreaterThan(1);
    expect(left.length).toBeLessThan(10);
    expect(left.at(-1)).toBe(99);
  });

  it('are replaced and forgotten with what they took', () => {
    const clients = new DocumentCache({ bytes: 10_000 });
    for (let n = 0; n < 100; n += 1) clients.set(clientOf('the same', `version ${n}`));
    expect(clients.get('the same')?.name).toBe('version 99');
    clients.set(clientOf('another'));
    clients.delete('the same');
    clients.delete('the same');
    expect([clients.get('the same'), clients.get('another')?.clientId]).toEqual([undefined, 'another']);
  });
});
