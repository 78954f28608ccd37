import { execFileSync } from 'node:child_process';
import { type Request, written } from './request';

const SERVER = 'https://auth.example.com/v1';
const exchange: Request = {
  method: 'POST',
  url: '/oauth2/token',
  headers: { Accept: 'application/json' },
  form: { grant_type: 'authorization_code', code: `it's & "x" $HOME` },
};

describe('a request is written', () => {
  it('as HTTP, with a line for each parameter', () => {
    expect(written(exchange, 'http', SERVER)).toBe(
      [
        'POST /v1/oauth2/token HTTP/1.1',
        'Host: auth.example.com',
        'Accept: application/json',
        'Content-Type: application/x-www-form-urlencoded',
        '',
        'grant_type=authorization_code',
        '&code=it%27s+%26+%22x%22+%24HOME',
      ].join('\n'),
    );
  });

  it('as a call of curl, of which a shell changes nothing', () => {
    const text = written(exchange, 'curl', SERVER);
    const words = execFileSync('sh', ['-c', text.replace('curl', `printf '%s\\n'`)], { encoding: 'utf8' });
    expect(words.trimEnd().split('\n')).toEqual([
      ...['-i', '-X', 'POST', `${SERVER}/oauth2/token`, '-H', 'Accept: application/json'],
      ...['--data-urlencode', 'grant_type=authorization_code', '--data-urlencode', `code=it's & "x" $HOME`],
    ]);
  });

  it('as a program for Node.js', async () => {
    const text = written(exchange, 'node', SERVER);
    const sent: unknown[] = [];
    const answer = { status: 200, text: () => Promise.resolve('') };
    const fetch = (...parameters: unknown[]) => (sent.push(...parameters), Promise.resolve(answer));
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is a program that is tested
    const program = new Function('fetch', 'console', `return (async () => { ${text} })()`) as (
      ...given: unknown[]
    ) => Promise<void>;
    await program(fetch, { log: () => undefined });
    const [url, { method, headers, body }] = sent as [
      string,
      { method: string; headers: object; body: URLSearchParams },
    ];
    expect([url, method, headers]).toEqual([`${SERVER}/oauth2/token`, 'POST', exchange.headers]);
    expect(Object.fromEntries(body)).toEqual(exchange.form);
  });

  it('of another server where its address is whole', () => {
    const call: Request = { method: 'GET', url: 'https://notes.example.com/?a=b', headers: {} };
    expect(written(call, 'curl', SERVER)).toBe(`curl -i 'https://notes.example.com/?a=b'`);
  });
});
