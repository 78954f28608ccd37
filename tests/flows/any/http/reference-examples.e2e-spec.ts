import { givenServer } from '@consentry/test-support/server/given';
import { call } from '@consentry/test-support/world/world';

interface Operation {
  tags: string[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: Record<string, unknown> }> }> };
}

interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}

describe('the API reference, for who begins', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  let document: Document;

  beforeAll(async () => {
    document = (await call<Document>('GET', `${server.url}/docs-json`)).body;
  });

  it('lists every tag, each with a text, in the order in which one begins', () => {
    const used = new Set(
      Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
    );
    const listed = document.tags.map(({ name }) => name);
    expect([...listed].sort()).toEqual([...used].sort());
    expect(listed.slice(0, 4)).toEqual(['accounts', 'session', 'applications', 'oauth2']);
    for (const { description } of document.tags) expect(description).toBeTruthy();
  });

  it('has bodies that work as they stand, sent by a newcomer from top to bottom', async () => {
    const examples = document.tags.flatMap(({ name }) =>
      Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).flatMap(([method, { tags, requestBody }]) => {
          const value = requestBody?.content['application/json']?.examples?.['example']?.value;
          return value !== undefined && tags[0] === name ? [{ method: method.toUpperCase(), path, value }] : [];
        }),
      ),
    );
    // Sign-up and sign-in first, closing the account last: all others are made in between.
    const rank = ({ method, path }: (typeof examples)[number]) =>
      method === 'DELETE' ? 2 : path === '/api/accounts' ? -2 : path === '/api/session' ? -1 : 0;
    let session: Record<string, string> = {};
    let clientId = '';
    const answers: [string, number][] = [];
    for (const { method, path, value } of [...examples].sort((one, other) => rank(one) - rank(other))) {
      const isOwn = path.startsWith('/api/') && rank({ method, path, value }) >= 0;
      const { status, body } = await call<Record<string, string>>(
        method,
        server.url + path.replace('{client_id}', clientId),
        { headers: isOwn ? session : {}, body: value },
      );
      answers.push([`${method} ${path}`, Math.floor(status / 100)]);
      if (path === '/api/session') session = { authorization: `Bearer ${body['session_token']}` };
      if (path === '/api/applications') clientId = body['client_id']!;
    }
    expect(answers.length).toBeGreaterThanOrEqual(9);
    expect(answers).toEqual(answers.map(([name]) => [name, 2]));
  });
});
