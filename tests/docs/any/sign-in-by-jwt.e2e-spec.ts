import { Browser } from '@consentry/test-support/browser/browser';
import { adapted } from '@consentry/test-support/docs/page-blocks';
import { PageFetch } from '@consentry/test-support/browser/page-fetch';
import { typed } from '@consentry/test-support/world/typed';
import { call, authorizeUrl } from '@consentry/test-support/world/world';
import { AUTH, BLOCKS, YourUsers } from '../support/sign-in-by-jwt';

describe('docs/how-to/sign-in-by-jwt.md', () => {
  let users: YourUsers;
  beforeAll(async () => (users = await YourUsers.start()));
  afterAll(() => users.stop());

  /** Signs in to the application by Auth.js. @returns a token for the auth server. */
  async function tokenOf(name: string): Promise<string> {
    const browser = new Browser();
    const { csrfToken } = JSON.parse((await browser.open(`${users.app.url}/auth/csrf`)).text) as Record<string, string>;
    const form = new URLSearchParams({ csrfToken: csrfToken!, name, password: 'right' }).toString();
    await browser.send(`${users.app.url}/auth/callback/credentials`, form);
    return (JSON.parse((await browser.open(`${users.app.url}/consentry-token`)).text) as { token: string }).token;
  }
  const shown = async (token: string) =>
    JSON.parse(await typed(`TOKEN='${token}'`, adapted(BLOCKS.get('try'), { [AUTH]: users.server.url }))) as {
      account: { id: string };
    };

  it('signs people of the application in, each as the same account each time', async () => {
    const first = await shown(await tokenOf('grace'));
    expect(first.account).toMatchObject({ name: 'grace', email: 'grace@team.example' });
    expect(await shown(await tokenOf('grace'))).toMatchObject({ account: { id: first.account.id } });
    expect((await shown(await tokenOf('alan'))).account.id).not.toBe(first.account.id);
  });

  it('gives a token to nobody who is not signed in', async () => {
    const { status, body } = await call('GET', `${users.app.url}/consentry-token`);
    expect([status, body]).toEqual([401, { error: 'sign in first' }]);
  });

  it('lets a page of the application ask, from its own origin and no other', async () => {
    const headers = { accept: 'application/json', authorization: `Bearer ${await tokenOf('grace')}` };
    const ask = () => fetch(authorizeUrl(users.server, users.application), { headers });
    const answer = await new PageFetch(users.app.url).during(ask);
    expect(await answer.json()).toMatchObject({ client: { name: 'Photo Printer' }, account: { name: 'grace' } });
    await expect(new PageFetch('http://localhost:1').during(ask)).rejects.toThrow('may not');
  });
});
