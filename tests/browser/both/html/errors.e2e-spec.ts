import { givenServer } from '@consentry/test-support/server/given';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { call } from '@consentry/test-support/world/world';

const HTML = 'text/html; charset=utf-8';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('an error that a person meets', () => {
  const server = givenServer();

  /** In English and in German: what was sent, the status and the title. */
  const cases: [string, string, string, Record<string, string>, string | undefined, number, string, string][] = [
    ['a path that there is not', 'GET', '/unknown', {}, undefined, 404, 'Page not found', 'Seite nicht gefunden'],
    ['an unreadable path', 'GET', '/sign-in/%zz', {}, undefined, 404, 'Page not found', 'Seite nicht gefunden'],
    [
      'another method',
      'PUT',
      '/sign-in',
      {},
      undefined,
      405,
      'This page cannot be used that way',
      'So lässt sich diese Seite nicht verwenden',
    ],
    [
      'a form from elsewhere',
      'POST',
      '/sign-in',
      { origin: 'https://evil.example', ...FORM },
      'email=x',
      403,
      'This request was blocked',
      'Diese Anfrage wurde blockiert',
    ],
    [
      'a form too large',
      'POST',
      '/sign-in',
      FORM,
      `email=${'x'.repeat(110_000)}`,
      413,
      'That is too large',
      'Das ist zu groß',
    ],
    [
      'no form',
      'POST',
      '/sign-in',
      { 'content-type': 'application/json' },
      '{}',
      415,
      'This link does not work',
      'Dieser Link funktioniert nicht',
    ],
  ];

  it.each(cases)('%s', async (_, method, path, headers, body, status, english, german) => {
    for (const [language, title] of [
      ['en', english],
      ['de', german],
    ] as const) {
      const sent = { accept: 'text/html', 'accept-language': language, origin: server.url, ...headers };
      const answer = await call(method, server.url + path, { headers: sent, body });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, HTML]);
      expect(answer.text).toMatch(`<h1>${title}</h1>`);
      expect(answer.text).toMatch(`<html lang="${language}"`);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
      expect(answer.text).toContain(answer.headers.get('x-request-id')!);
    }
  });

  it('an unreadable form is refused as a wrong one', async () => {
    const sent = { accept: 'text/html', origin: server.url, ...FORM };
    const answer = await call('POST', `${server.url}/sign-in`, { headers: sent, body: 'email=\xff\xfe' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in']);
  });

  it('names the methods that there are', async () => {
    const { headers } = await new PageVisitor(server).send('DELETE', '/sign-in');
    expect(headers.get('allow')).toBe('GET, POST');
  });

  it('is JSON for programs, and below the API for everybody', async () => {
    const program = await call('GET', `${server.url}/unknown`);
    expect(program.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    for (const path of ['/api/unknown', '/oauth2/unknown', '/assets/unknown.js', '/health/unknown']) {
      const { status, headers } = await call('GET', server.url + path, { headers: { accept: 'text/html' } });
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, expect.stringContaining('json')]);
    }
  });

  it('never shows what was sent', async () => {
    const { html } = await new PageVisitor(server).get('/<script>alert(1)</script>?x="><img>');
    expect(html).not.toMatch(/alert|<img/);
  });
});
