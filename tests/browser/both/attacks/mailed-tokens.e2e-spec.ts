import { sessionCookie } from '@consentry/test-support/world/cookies';
import { tokenIn } from '@consentry/test-support/world/mailbox';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { givenMailingServer } from '@consentry/test-support/server/given';
import { type Account, call, signIn } from '@consentry/test-support/world/world';

describe('a mailed token', () => {
  const { server, mailbox, signUpByMail } = givenMailingServer({ isFrozen: true });

  async function givenLink(path: '/verify' | '/password/reset') {
    const { account, token } = await signUpByMail();
    if (path === '/verify') return { account, link: `${path}?token=${token}` };
    await ask(account);
    return { account, link: `${path}?token=${tokenIn(await mailbox.next(account.email))}` };
  }

  const ask = ({ email }: Account) => call('POST', `${server.url}/api/accounts/password-reset`, { body: { email } });

  const visitorOf = (account?: Account, headers = {}) => {
    const visitor = new PageVisitor(server, headers);
    if (account !== undefined) visitor.cookies.set(sessionCookie(server), account.sessionToken);
    return visitor;
  };

  const typed = { password: 'a new password' };

  const worksFor = async (path: string, link: string, account?: Account) => {
    const visitor = visitorOf(account);
    const { status } = await visitor.submit(await visitor.open(link), path, typed);
    return status === 200;
  };

  /** As mail programs, scanners of mails and browsers look at links before a person does. */
  const LOOKS: [string, string, Record<string, string>][] = [
    ['HEAD', 'HEAD', {}],
    ['a prefetch', 'GET', { 'sec-purpose': 'prefetch' }],
    ['a prerendering', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', 'GET', { purpose: 'prefetch' }],
    ['a scanner that follows links', 'GET', {}],
  ];

  describe.each(['/verify', '/password/reset'] as const)('of %s', (path) => {
    it.each(LOOKS)('outlives %s', async (_, method, headers) => {
      const { account, link } = await givenLink(path);
      const looker = visitorOf(undefined, headers);
      await looker.send(method, link);
      if (method === 'GET') await looker.open(path);
      expect(await worksFor(path, link, account)).toBe(true);
    });

    it('works once, also of ten forms at the same moment', async () => {
      const { account, link } = await givenLink(path);
      const visitors = Array.from({ length: 10 }, () => visitorOf(path === '/verify' ? account : undefined));
      const pages = await Promise.all(visitors.map((visitor) => visitor.open(link)));
      const answers = await Promise.all(visitors.map((visitor, at) => visitor.post(pages[at]!, path, typed)));
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
      expect(await worksFor(path, link).catch(() => false)).toBe(false);
    });

    it('is over after 30 minutes, also on a page that was opened before', async () => {
      const { account, link } = await givenLink(path);
      const visitor = visitorOf(account);
      const page = await visitor.open(link);
      await server.advance({ minutes: 30 });
      expect((await visitor.submit(page, path, typed)).text).toContain('This link no longer works');
    });
  });

  it.each([
    ['/verify', '/password/reset'],
    ['/password/reset', '/verify'],
    ['/verify', '/account/email/confirm'],
    ['/password/reset', '/account/email/confirm'],
  ] as const)('of %s is none at %s', async (own, other) => {
    const { account, link } = await givenLink(own);
    expect((await visitorOf(account).open(link.replace(own, other))).text).toContain('This link no longer works');
    expect(await worksFor(own, link, account)).toBe(true);
  });

  it('asked for again and again leaves the mailbox in peace, and locks nobody out', async () => {
    const { account } = await signUpByMail();
    const statuses = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await ask(account)).status);
    expect(statuses.slice(-10)).toEqual(Array(10).fill(429));
    const sent = statuses.filter((status) => status === 202).length;
    const links: string[] = [];
    while (links.length < sent) links.push(`/password/reset?token=${tokenIn(await mailbox.next(account.email))}`);
    // The owner signs in as ever; the newest link works; later another one is mailed.
    await signIn(server, account);
    await server.advance({ minutes: 5 });
    const worked = await Promise.all(links.map((link) => worksFor('/password/reset', link).catch(() => false)));
    expect(worked.filter(Boolean)).toHaveLength(1);
    await server.advance({ minutes: 60 });
    expect((await ask(account)).status).toBe(202);
  });
});
