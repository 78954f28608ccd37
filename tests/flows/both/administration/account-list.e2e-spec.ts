import { administer, makeAdministrator } from '@consentry/test-support/world/administrators';
import { givenServer } from '@consentry/test-support/server/given';
import { call, unique } from '@consentry/test-support/world/world';

interface Page {
  items: { id: string; email: string }[];
  next_cursor: string | null;
}

describe('GET /api/admin/accounts', () => {
  const server = givenServer();

  it('finds accounts by the beginning of their email, page by page, and lists the newest first', async () => {
    const admin = await makeAdministrator(server);
    const mark = unique();
    const emails = [...Array(52).keys()].map((at) => `${mark}-${String(at).padStart(2, '0')}@Example.com`);
    const ids: string[] = [];
    for (const email of emails) {
      const body = { email, password: 'a good password', name: 'Ada' };
      ids.push((await call<{ id: string }>('POST', `${server.url}/api/accounts`, { body })).body.id);
    }
    const list = (query: string) => administer<Page>(server, admin, 'GET', `/accounts${query}`);

    const first = (await list(`?email=${mark.toUpperCase()}`)).body;
    expect(first.items.map(({ email }) => email)).toEqual(emails.slice(0, 50));
    const rest = (await list(`?email=${mark}&cursor=${first.next_cursor}`)).body;
    expect(rest.items.map(({ email }) => email)).toEqual(emails.slice(50));
    expect(rest.next_cursor).toBeNull();
    for (const none of [`${mark}_`, '%25', `${mark}-00@example.com.`])
      expect((await list(`?email=${none}`)).body).toEqual({ items: [], next_cursor: null });

    const newest = (await list('')).body;
    expect(newest.items.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
    const older = (await list(`?cursor=${newest.next_cursor}`)).body;
    expect(older.items.map(({ id }) => id)).toEqual([ids[1], ids[0], admin.id]);
    for (const query of ['?name=x', '?email=a&email=b', '?email=%00']) expect((await list(query)).status).toBe(400);
  });
});
