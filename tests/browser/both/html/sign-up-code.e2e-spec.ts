import { cookieName, sessionCookie } from '@consentry/test-support/world/cookies';
import { codeIn, linkIn } from '@consentry/test-support/world/mailbox';
import { PageVisitor, type VisitedPage } from '@consentry/test-support/browser/page-visitor';
import { givenAccount, givenApplication, givenMailingServer } from '@consentry/test-support/server/given';
import { everythingStored, storedRows } from '@consentry/test-support/server/stored';
import { authorizeUrl, call, unique } from '@consentry/test-support/world/world';

const PAGE = '/sign-up/code';

describe('the code that is mailed at a sign-up', () => {
  const { server, mailbox } = givenMailingServer({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' }, isFrozen: true });
  const developer = givenAccount(server);
  const application = givenApplication(server, developer, { name: 'Photo Printer' });
  let networks = 0;

  /** Each at an address of its own: a limit must not answer in a test of something else. */
  const visitorOf = (headers: Record<string, string> = {}) => {
    networks += 1;
    return new PageVisitor(server, { 'x-forwarded-for': `10.${networks >> 8}.${networks & 255}.1`, ...headers });
  };

  const newcomer = (email = `${unique()}@example.com`) => ({ name: 'Ben', email, password: `password-${unique()}` });

  /** Up to the page that takes the code. */
  async function signedUp(typed = newcomer(), { visitor = visitorOf(), returnTo = '/device' } = {}) {
    const form = await visitor.get(`/sign-up?return_to=${encodeURIComponent(returnTo)}`);
    const page = await visitor.submit(form, '/sign-up', typed);
    expect([page.status, page.forms.some(({ action }) => action === PAGE)]).toEqual([200, true]);
    return { typed, visitor, page };
  }

  const withCode = async (...given: Parameters<typeof signedUp>) => {
    const waiting = await signedUp(...given);
    return { ...waiting, code: codeIn(await mailbox.next(waiting.typed.email)) };
  };

  /** Follows what is refused back to its page. */
  async function type(visitor: PageVisitor, page: VisitedPage, code: string) {
    const answer = await visitor.post(page, PAGE, { code });
    return answer.next?.startsWith(PAGE) ? visitor.open(answer.next) : answer;
  }

  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  const emailOf = async (visitor: PageVisitor) => {
    const headers = { authorization: `Bearer ${visitor.cookies.get(sessionCookie(server))}` };
    const { status, body } = await call('GET', `${server.url}/api/account/email`, { headers });
    return status === 200 ? body : null;
  };

  const OVER = 'This code no longer works';

  it('leads back to the application, signed in, with the email confirmed', async () => {
    const consent = `/consent?${authorizeUrl(server, application).split('?')[1]}`;
    const visitor = visitorOf();
    const form = await visitor.get(`/sign-up?return_to=${encodeURIComponent(consent)}`);
    const typed = newcomer();
    const sent = await visitor.post(form, '/sign-up', typed);
    expect([sent.status, sent.next]).toEqual([
      303,
      `${PAGE}?return_to=${encodeURIComponent(consent).replace(/%20/g, '+')}`,
    ]);
    expect(sent.headers.get('set-cookie')).toMatch(
      /^consentry_sign_up_[\da-f]{8}=[\w-]{43}; Max-Age=1800; Path=\/sign-up\/code; HttpOnly; SameSite=Lax$/,
    );
    const page = await visitor.open(sent.next!);
    const code = codeIn(await mailbox.next(typed.email));
    expect(code).toMatch(/^\d{6}$/);
    const answer = await type(visitor, page, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect([answer.status, answer.next]).toEqual([303, `${consent}&account_chosen=yes`]);
    expect(await emailOf(visitor)).toEqual({ email: typed.email, email_verified: true });
  });

  it('that is wrong is told at the field, and the fifth ends it', async () => {
    const { visitor, page, code } = await withCode();
    for (let tries = 1; tries < 5; tries += 1) {
      const wrong = await type(visitor, page, another(code));
      expect([wrong.status, visitor.cookies.has(sessionCookie(server))]).toEqual([400, false]);
      expect(wrong.html).toMatch(/<title>Error: Check your email/);
      expect(wrong.html).toMatch(/<input (?=[^>]*name="code")(?=[^>]*aria-invalid="true")(?=[^>]*autofocus)/i);
      expect(wrong.text).toContain('This code is wrong.');
      expect(wrong.html).not.toContain(another(code));
    }
    const fifth = await type(visitor, page, another(code));
    expect([fifth.status, fifth.text.includes(OVER)]).toEqual([400, true]);
    const right = await type(visitor, page, code);
    expect([right.status, right.text.includes(OVER), await emailOf(visitor)]).toEqual([400, true, null]);
  });

  it('is counted by the database: of ten at the same moment five are tried', async () => {
    const { typed, visitor, page, code } = await withCode();
    const answers = await Promise.all(Array.from({ length: 10 }, () => type(visitor, page, another(code))));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(400));
    const SELECT = 'SELECT tries FROM mailed_tokens WHERE email = ?';
    expect(await storedRows(server, SELECT, typed.email)).toEqual([{ tries: 5 }]);
  });

  it('sent twice, leads on twice', async () => {
    const { visitor, page, code } = await withCode();
    const answers = await Promise.all([type(visitor, page, code), type(visitor, page, code)]);
    expect(answers.map(({ status, next }) => [status, next])).toEqual(Array(2).fill([303, '/device']));
    await server.advance({ seconds: 31 });
    const late = await type(visitor, page, code);
    expect([late.status, late.text.includes('Connect a device')]).toEqual([200, true]);
  });

  it('is over after ten minutes; a new one ends the older', async () => {
    const { typed, visitor, page, code } = await withCode();
    await server.advance({ minutes: 10 });
    const late = await type(visitor, page, code);
    expect([late.status, late.text.includes(OVER)]).toEqual([400, true]);
    const again = await visitor.submit(late, `${PAGE}/again`);
    expect([again.status, again.text.includes('A new email is on its way')]).toEqual([200, true]);
    const mail = await mailbox.next(typed.email);
    expect((await type(visitor, again, code)).text).toContain('This code is wrong.');
    expect((await type(visitor, again, codeIn(mail))).next).toBe('/device');
    expect((await visitorOf().open(linkIn(mail))).text).toContain('This link has already been used');
  });

  it('is nothing to another browser, nor to that of another sign-up', async () => {
    const { page, code } = await withCode();
    const other = await signedUp();
    const stranger = visitorOf();
    const gone = await type(stranger, page, code);
    expect([gone.status, gone.text.includes(OVER), gone.headers.get('set-cookie')]).toEqual([400, true, null]);
    const wrong = await type(other.visitor, other.page, code);
    expect([wrong.status, other.visitor.cookies.has(sessionCookie(server))]).toEqual([400, false]);
    expect((await stranger.open(PAGE)).text).toContain(OVER);
    stranger.cookies.set(cookieName(server, 'consentry_sign_up'), "' OR 1=1");
    expect((await stranger.open(PAGE)).status).toBe(400);
  });

  it('is not needed where the link was used, and the page leads on', async () => {
    const { typed, visitor, page } = await signedUp();
    const mail = await mailbox.next(typed.email);
    const elsewhere = visitorOf();
    await elsewhere.submit(await elsewhere.open(linkIn(mail)), '/verify', { password: typed.password });
    await server.advance({ seconds: 31 });
    const answer = await type(visitor, page, codeIn(mail));
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect(answer.text).toContain('Your email is confirmed');
    expect(answer.html).toContain('href="/sign-in?return_to=%2Fdevice"');
  });

  it('ends with the password that was typed beside it', async () => {
    const { typed, visitor, page, code } = await withCode();
    const { email, password } = typed;
    const { body } = await call<{ session_token: string }>('POST', `${server.url}/api/session`, {
      body: { email, password },
    });
    const headers = { authorization: `Bearer ${body.session_token}` };
    const change = { password: 'quite another one', current_password: password };
    expect((await call('PATCH', `${server.url}/api/account`, { headers, body: change })).status).toBe(200);
    const answer = await type(visitor, page, code);
    expect([answer.status, answer.text.includes(OVER)]).toEqual([400, true]);
  });

  it('takes 20 wrong ones a day for a mailbox, over all browsers', async () => {
    const local = unique();
    const guess = async (tag: string, headers = {}) => {
      const { visitor, page, code } = await withCode(newcomer(`${local}${tag}@example.com`), {
        visitor: visitorOf(headers),
      });
      const answers = [];
      for (let tries = 0; tries < 5; tries += 1) answers.push(await type(visitor, page, another(code)));
      return { answers, right: await type(visitor, page, code) };
    };
    for (const tag of ['', '+a', '+b', '+c'])
      for (const { status } of (await guess(tag)).answers) expect(status).toBe(400);
    const { answers, right } = await guess('+d', { 'accept-language': 'de' });
    for (const { status, headers, text } of [...answers, right]) {
      expect([status, Number(headers.get('retry-after')) > 3_600]).toEqual([429, true]);
      expect(text).toMatch(/Öffnen Sie den Link in der E-Mail, oder warten Sie bis \d+\. \S+ \d{4}, \d+:\d\d/);
    }
    await server.advance({ days: 1 });
    expect((await guess('')).answers.at(0)!.status).toBe(400);
  });

  it('is asked for a few times an hour, and the page says when it can be again', async () => {
    const { visitor, page } = await signedUp(newcomer(), { visitor: visitorOf({ 'accept-language': 'de' }) });
    let answer = await visitor.submit(page, `${PAGE}/again`);
    for (let count = 0; count < 5 && answer.status === 200; count += 1)
      answer = await visitor.submit(page, `${PAGE}/again`);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(answer.text).toMatch(/Es wurden zu viele E-Mails gesendet\. Warten Sie bis \d+:\d\d/);
  });

  it('tells nobody whether the email had an account', async () => {
    const known = await withCode();
    const seen = async (email: string) => {
      const { visitor, page } = await signedUp({ ...newcomer(), email });
      const pages = [page];
      for (let tries = 0; tries < 6; tries += 1) pages.push(await type(visitor, page, '000000'));
      pages.push(await visitor.open(PAGE), await visitor.submit(page, `${PAGE}/again`));
      for (let tries = 0; tries < 6; tries += 1) pages.push(await type(visitor, page, '000000'));
      await server.advance({ minutes: 30 });
      pages.push(await visitor.open(PAGE), await visitor.submit(page, `${PAGE}/again`));
      return pages.map(({ status, html, next }) => [status, html.replaceAll(email, ''), next]);
    };
    await server.advance({ seconds: 31 });
    const [taken, fresh] = [await seen(known.typed.email), await seen(newcomer().email)];
    expect(taken).toEqual(fresh);
  });

  it('is not in the mail of the one who has the account', async () => {
    const { typed } = await withCode();
    await server.advance({ seconds: 31 });
    await signedUp({ ...newcomer(), email: typed.email });
    const mail = await mailbox.next(typed.email);
    expect([mail.subject, codeIn(mail)]).toEqual(['You already have an account at Consentry', '']);
  });

  it('of a form that is sent twice is that of the page which stays', async () => {
    const typed = newcomer();
    const [first, second] = [visitorOf(), visitorOf()];
    const send = async (visitor: PageVisitor) => visitor.submit(await visitor.get('/sign-up'), '/sign-up', typed);
    await send(first);
    const page = await send(second);
    // The first mail is sent only if its turn came before the second form.
    let code = codeIn(await mailbox.next(typed.email));
    let answer = await type(second, page, code);
    if (answer.status !== 303) answer = await type(second, page, (code = codeIn(await mailbox.next(typed.email))));
    expect([answer.next, code]).toEqual(['/account/apps', expect.stringMatching(/^\d{6}$/)]);
  });

  it('is kept nowhere, nor is the key of the browser', async () => {
    const { visitor, page, code } = await withCode();
    const key = visitor.cookies.get(cookieName(server, 'consentry_sign_up'))!;
    expect(await everythingStored(server)).not.toContain(key);
    await type(visitor, page, another(code));
    await type(visitor, page, code);
    expect(server.output).not.toContain(key);
    expect(server.output).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  it.each([[{ origin: 'https://evil.example' }], [{ origin: 'null' }], [{ 'sec-fetch-site': 'cross-site' }]])(
    'is not taken from another site: %j',
    async (headers) => {
      const { visitor, page, code } = await withCode();
      for (const action of [PAGE, `${PAGE}/again`]) {
        const answer = await visitor.post(page, action, { code }, headers);
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
      }
      expect((await type(visitor, page, code)).status).toBe(303);
    },
  );

  it('never leads elsewhere', async () => {
    const { visitor, page, code } = await withCode();
    expect((await visitor.post(page, PAGE, { code, return_to: '//evil.example' })).next).toBe('/account/apps');
  });
});
