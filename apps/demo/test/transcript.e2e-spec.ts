import { spawnSync } from 'node:child_process';
import { DemoProcess, freeUrls, newFolder } from './support/demo-process';
import { pasteAll, Shell } from './support/shell';

describe('the transcript', () => {
  let demo: DemoProcess;
  let callback: string;
  beforeAll(async () => {
    const urls = await freeUrls();
    callback = urls.CALLBACK_URL ?? '';
    demo = await DemoProcess.start(urls, newFolder());
  });
  afterAll(() => demo.stop());

  it('leads through the six steps, pasted line by line into sh', async () => {
    const shell = new Shell('sh');
    const printed: string[] = [];
    for (const line of demo.transcript) printed.push(`${line}\n${await shell.paste(line)}`);
    shell.close();
    const after = (start: string): string => {
      const answer = printed.find((it) => it.startsWith(start)) ?? '';
      return answer.slice(answer.indexOf('\n') + 1);
    };
    const json = (start: string): unknown => JSON.parse(after(start));

    const clientId = /^client_id=([\w-]+)$/.exec(after('echo "client_id'))?.[1];
    expect(json('ANSWER=')).toMatchObject({ token_type: 'Bearer', expires_in: 43_200 });
    const state = after('STATE=').replace('state=', '');
    expect(state).toMatch(/^[0-9a-f]{32}$/);
    expect(json('CONSENT=')).toMatchObject({
      expires_in: 300,
      client: { client_id: clientId },
      scopes: [{ name: 'notes:read' }, { name: 'notes:write' }],
      redirect_uri: callback,
    });
    expect(after('REDIRECT=')).toMatch(
      new RegExp(`HTTP 301\nLocation: ${callback}\\?code=[\\w-]+&state=${state}&iss=\\S+$`),
    );
    expect(after('CODE=')).toMatch(/^code=[\w-]{20,}$/);
    expect(after('RETURNED_STATE=')).toBe(`state=${state}`);
    expect(after('[ "$RETURNED_STATE"')).toBe('The state is the one that was sent.');
    expect(json('TOKENS=')).toMatchObject({
      access_token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/) as string,
      refresh_token: expect.stringMatching(/^[\w-]+$/) as string,
      token_type: 'Bearer',
      expires_in: 1_209_600,
      scope: 'notes:read notes:write',
    });

    const [added, listed, refused] = printed.filter((it) => it.startsWith('curl')).map(bodyAndStatus);
    expect(added).toMatchObject({ status: '201', body: { text: 'Hello from the demo' } });
    expect(listed).toEqual({ status: '200', body: { items: [added?.body] } });

    const [first, second] = [json('TOKENS='), json('NEW_TOKENS=')] as Record<string, string>[];
    expect(second?.access_token).toMatch(/^eyJ/);
    expect(second?.access_token).not.toBe(first?.access_token);
    expect(after('NEW_REFRESH_TOKEN=')).toBe(`refresh_token=${second?.refresh_token}`);
    expect(second?.refresh_token).not.toBe(first?.refresh_token);
    expect(refused).toMatchObject({ status: '400', body: { error: 'invalid_grant' } });
  });

  it.each(['sh', 'bash'])('can be pasted as a whole into %s', (shell) => {
    const { stdout, stderr } = pasteAll(shell, demo.transcript.join('\n'));
    expect(stderr).toBe('');
    expect(stdout).toContain('The state is the one that was sent.');
    expect(stdout).toMatch(/HTTP 201\n[^]*HTTP 200\n[^]*"invalid_grant"[^]*HTTP 400\n$/);
  });

  it('runs as it stands, and its redirect leads to a page that shows the code', async () => {
    const { stdout, status } = spawnSync('sh', [demo.transcriptFile], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(status).toBe(0);
    const location = /^Location: (.*)$/m.exec(stdout)?.[1] ?? '';
    const page = await (await fetch(location)).text();
    expect(page).toContain(`<dt>code</dt><dd><code>${new URL(location).searchParams.get('code')}</code></dd>`);
  });
});

/** The last two lines of a step's output: JSON and `HTTP <status>`. */
function bodyAndStatus(step: string): { body: unknown; status: string | undefined } {
  const [body = '', status] = step.split('\n').slice(-2);
  return { body: JSON.parse(body) as unknown, status: status?.replace('HTTP ', '') };
}
