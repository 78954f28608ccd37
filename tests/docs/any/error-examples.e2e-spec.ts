import { readFileSync, readdirSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { basename, join } from 'node:path';
import { askForDevice, registerTelevision } from '@consentry/test-support/world/devices';
import { DpopKey } from '@consentry/test-support/world/dpop-key';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { freePort } from '@consentry/test-support/server/ports';
import { ROOT } from '@consentry/test-support/run/root';
import { CALLBACK, type Tokens, call, obtainCode, obtainTokens } from '@consentry/test-support/world/world';

interface Example {
  code: string;
  request: string;
  answer: string;
}

/** The request and the answer that each page of a folder shows, if it does. */
function examplesIn(folder: string): Example[] {
  return readdirSync(join(ROOT, folder)).flatMap((file) => {
    const blocks = [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(/```http\n([^]+?)\n```/g)];
    const [request = '', answer = ''] = blocks.map(([, text]) => text!);
    return request === '' ? [] : [{ code: basename(file, '.md'), request, answer }];
  });
}

type Values = Record<string, string>;

const filled = (text: string, values: Values) =>
  Object.entries(values).reduce((result, [name, value]) => result.replaceAll(name, value), text);

const shown = (text: string, values: Values) =>
  Object.entries(values).reduce((result, [name, value]) => result.replaceAll(value, name), text);

/** The server tells a device that polls for the second time at once. */
const timesOf = (code: string) => (code === 'slow_down' ? 2 : 1);

/** Headers that a page shows beside the status. */
const SHOWN = ['location', 'content-type', 'www-authenticate', 'retry-after'];

async function send(origin: string, text: string): Promise<string> {
  const [head = '', body] = text.split('\n\n');
  const [line = '', ...fields] = head.split('\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = Object.fromEntries(fields.map((field) => field.split(/: (.+)/).slice(0, 2) as [string, string]));
  const response = await fetch(origin + path, { method, headers, redirect: 'manual', ...(body && { body }) });
  const shown = SHOWN.flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : []));
  const status = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`;
  const content = await response.text();
  return [status, ...shown, ...(content === '' ? [] : ['', JSON.stringify(JSON.parse(content), null, 2)])].join('\n');
}

describe('docs/errors', () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  describe('oauth', () => {
    const examples = examplesIn('docs/errors/oauth');

    async function valuesFor(request: string): Promise<Values> {
      const { client_id, client_secret } = application;
      const known = {
        '<client_id>': client_id,
        '<client_secret>': client_secret,
        '<session_token>': account.sessionToken,
      };
      if (request.includes('<access_token>'))
        return { '<access_token>': (await obtainTokens(server, account, application)).access_token };
      if (!request.includes('<device_code>')) return known;
      const television = await registerTelevision(server, account);
      const { body } = await askForDevice(server, { client_id: television.client_id });
      return { '<device_code>': body.device_code, '<device_client_id>': television.client_id };
    }

    it('most have an example', () => {
      expect(examples.length).toBeGreaterThan(20);
    });

    it.each(examples)('the request of $code.md has the answer that it shows', async ({ code, request, answer }) => {
      const values = await valuesFor(request);
      let sent = '';
      for (let time = 0; time < timesOf(code); time++) sent = await send(server.url, filled(request, values));
      const issuer = { 'https%3A%2F%2Fauth.example.com': encodeURIComponent(server.url) };
      expect(shown(sent, { ...values, ...issuer })).toBe(answer);
    });
  });

  describe('guard', () => {
    const examples = examplesIn('docs/errors/guard');
    let service: GuardedService;
    /** Its issuer answers nothing. */
    let blindService: GuardedService;
    let values: Values;

    beforeAll(async () => {
      service = await GuardedService.start(server.url);
      blindService = await GuardedService.start(`http://localhost:${await freePort()}`);
      const { access_token } = await obtainTokens(server, account, application, { scope: 'notes:read' });
      const writing = await obtainTokens(server, account, application, { scope: 'notes:write' });
      values = {
        '<access_token>': access_token,
        '<write_token>': writing.access_token,
        '<bound_token>': await boundToken(),
      };
    });

    /** An access token bound to a key by DPoP. */
    async function boundToken(): Promise<string> {
      const { client_id, client_secret } = application;
      const code = await obtainCode(server, account, application);
      const { body } = await call<Tokens>('POST', `${server.url}/oauth2/token`, {
        headers: await (await DpopKey.make()).header('POST', `${server.url}/oauth2/token`),
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          client_id,
          client_secret,
          redirect_uri: CALLBACK,
        }),
      });
      return body.access_token;
    }

    afterAll(() => Promise.all([service, blindService].map((each) => each.stop())));

    it('most have an example', () => {
      expect(examples.length).toBeGreaterThan(5);
    });

    it.each(examples)('the request of $code.md has the answer that it shows', async ({ code, request, answer }) => {
      const { url } = code === 'temporarily_unavailable' ? blindService : service;
      // The body is the example service's own: a service may have another filter.
      const [head = ''] = (await send(url, filled(request, values))).split('\n\n');
      expect(head.replace(/^content-type: .+\n?/m, '').trimEnd()).toBe(answer);
    });
  });
});
