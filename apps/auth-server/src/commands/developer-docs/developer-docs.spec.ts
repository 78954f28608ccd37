import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../platform/config/clock';
import { SettingsError, StartError } from '../../platform/config/settings-error';
import { runDeveloperDocsCommand } from './run-developer-docs-command';

type Environment = Record<string, string>;

const scope = (name: string, more: object = {}) => ({ name, description: `Use ${name}`, ...more });
const resource = (url: string, name: string, scopes: object[], more: object = {}) => ({ url, name, scopes, ...more });

const PHOTOS = 'https://photos.example.com';
const PRINTS = 'https://prints.example.com';

describe('consentry developer-docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'developer-docs-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (environment: Environment = {}, given: { out?: string } = {}) =>
    runDeveloperDocsCommand(environment, systemClock, given);

  /** The page of a server with these resources. */
  function pageOf(resources: object[], environment: Environment = {}): Promise<string> {
    const RESOURCES_FILE = join(folder, 'resources.json');
    writeFileSync(RESOURCES_FILE, JSON.stringify(resources));
    return run({ AUTH_URL: 'https://auth.example.com', BRAND_NAME: 'Acme', RESOURCES_FILE, ...environment });
  }

  const headings = (page: string) =>
    [...page.replace(/^```[^]*?^```$/gm, '').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

  /** The cells of the row that begins with a text. */
  const row = (page: string, start: string) =>
    page
      .split('\n')
      .find((line) => line.startsWith(`| ${start} |`))
      ?.split(/ ?(?<!\\)\| ?/)
      .slice(1, -1);

  it('names the team, never us, and the flows that work with the least settings', async () => {
    const page = await pageOf([resource(PHOTOS, 'Photos', [scope('photos:read')])]);
    expect(page).toMatch(/^# Build an application with Acme\n/);
    expect(page).not.toMatch(/consentry/i);
    expect(headings(page)).toEqual([
      'Register your application',
      'Prepare a shell',
      'Sign a user in: the code flow with PKCE',
      'Sign a user in on a device: the device flow',
      'Give the access back',
      'Sign out',
      'API and scopes',
      'Addresses',
      'Lifetimes',
      'Errors',
      'How often you may call',
      'What to test',
    ]);
    expect(page).toContain('Only developers may register applications: ask Acme for an account that may.');
    expect(page).not.toMatch(/invalid_target|use_dpop_nonce|invalid_client_metadata|itself \(RFC 7591\)/);
    expect(row(page, 'Token')).toEqual(['Token', '`https://auth.example.com/oauth2/token`']);
    expect(page).toContain(
      'curl -sS $AUTH/oauth2/token -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=authorization_code',
    );
    expect(page).not.toContain('allowInsecureRequests');
  });

  it("takes the host of AUTH_URL for the team's name where it has none", async () => {
    const page = await pageOf([resource(PHOTOS, 'Photos', [scope('photos:read')])], { BRAND_NAME: '' });
    expect(page).toMatch(/^# Build an application with auth\.example\.com\n/);
    expect(page).not.toMatch(/consentry/i);
  });

  it('has each flow and each limit where the settings switch it on', async () => {
    const page = await pageOf(
      [
        resource(PHOTOS, 'Photos', [scope('photos:read')], {
          client_credentials_clients: ['secret-partner'],
          token_exchange_clients: '*',
        }),
        resource(PRINTS, 'Prints', [scope('prints:order')], {
          token_exchanges: [{ client: 'secret-partner', from: PHOTOS, scopes: { 'photos:read': ['prints:order'] } }],
        }),
      ],
      {
        DYNAMIC_REGISTRATION: 'open',
        DYNAMIC_REGISTRATION_LIMIT: '7',
        DEVELOPERS: 'all',
        REQUIRE_PKCE: 'on',
        DPOP_NONCE: 'on',
        PRIVATE_USE_SCHEMES: 'acme',
        REFRESH_RETRY_WINDOW: '30',
      },
    );
    expect(headings(page)).toEqual(
      expect.arrayContaining([
        'Call without a user: client credentials',
        'Call the next API for your caller: token exchange',
        'APIs and scopes',
      ]),
    );
    expect(page).toContain('For a service of your own, at Photos.');
    expect(page).toContain(
      '- a token of Photos for a narrower one of the same API\n- a token of Photos for one of Prints',
    );
    expect(page).toContain('Every account may register applications.');
    expect(page).toContain('Every application must use PKCE.');
    expect(page).toContain('`com.example.app:` or `acme:`');
    expect(page).toContain("Within 30 seconds, or your application's own `refresh_retry_window`, the same refresh");
    expect(row(page, 'registrations by programs')?.slice(1)).toEqual(['7 from a network', '1 hour']);
    expect(page).toMatch(/`invalid_target`[^]*`use_dpop_nonce`[^]*`invalid_client_metadata`/);
    expect(page).toContain('curl -sS $AUTH/oauth2/register');
    expect(page).not.toContain('secret-partner');
  });

  it('leaves a flow out whose list of applications is empty', async () => {
    const none = { client_credentials_clients: [], token_exchange_clients: [], token_exchanges: [] };
    const page = await pageOf([resource(PHOTOS, 'Photos', [scope('photos:read')], none)]);
    expect(headings(page)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^Call /)]));
  });

  it('shows each resource with audience and scopes as users read them, in each language', async () => {
    const page = await pageOf([
      resource(PHOTOS, 'Photos', [
        scope('photos:share', { sensitive: true, detail: 'With anybody', texts: { de: { description: 'Teilen' } } }),
        scope('photos:read', { claims: ['roles'] }),
      ]),
      resource(PRINTS, 'Prints', [scope('prints:order')], {
        authorization_details_types: [
          { type: 'order', description: 'Order once', fields: { size: 'string' }, required: ['size'] },
        ],
      }),
    ]);
    expect(page).toMatch(
      /### Photos\n\nAudience: `https:\/\/photos\.example\.com`\n\n\| scope \| users read \| in German \|/,
    );
    expect(row(page, '`photos:share`')).toEqual([
      ...['`photos:share`', 'Use photos:share — With anybody', 'Teilen', 'users tick it themselves'],
    ]);
    expect(row(page, '`photos:read`')?.[3]).toBe('adds the claims `roles` to tokens');
    expect(row(page, '`prints:order`')).toEqual(['`prints:order`', 'Use prints:order']);
    expect(row(page, '`order`')).toEqual(['`order`', 'Order once', '`{"size":"string"}`', '`size`']);
    expect(page).toContain('&scope=photos:read&');
  });

  it('has the lifetimes that are configured', async () => {
    const page = await pageOf([resource(PHOTOS, 'Photos', [scope('photos:read')])], {
      CODE_TTL: '60',
      ACCESS_TOKEN_TTL: '5400',
      KEY_RETIRE: '5400',
      REFRESH_TOKEN_TTL: '2592000',
      SESSION_TTL: '86400',
    });
    expect(row(page, 'an authorization code')?.[1]).toBe('1 minute');
    expect(row(page, 'an access token')?.[1]).toBe('90 minutes');
    expect(row(page, 'a refresh token')?.[1]).toBe('30 days from its own issue');
    expect(page).toContain("ends with the user's sign-in, 1 day after it at the latest");
  });

  it('shows programs instead of curl, and what is required, under the FAPI 2.0 Security Profile', async () => {
    const page = await pageOf(
      [
        resource(PHOTOS, 'Photos', [scope('photos:read')], {
          client_credentials_clients: '*',
          token_exchange_clients: '*',
        }),
      ],
      {
        SECURITY_PROFILE: 'fapi2',
      },
    );
    expect(headings(page)).toEqual(
      expect.arrayContaining([
        "Make your application's key",
        'Sign a user in: the code flow with PAR, PKCE and DPoP',
        'Call without a user: client credentials',
      ]),
    );
    expect(page).not.toMatch(/```sh|CLIENT_SECRET|device flow|Prepare a shell|token exchange/);
    expect(page).toContain('buildAuthorizationUrlWithPAR');
    expect(row(page, 'an authorization code')?.[1]).toBe('1 minute');
    expect(row(page, 'an access token')?.[1]).toBe('10 minutes');
  });

  it('shows names, descriptions and scopes as they are, and lets none of them leave its place', async () => {
    const page = await pageOf(
      [
        resource('https://x.example.com', '# [<img src=x>](javascript:alert) {{x}}', [
          { name: "it's|`$HOME", description: 'a | b\n\n## <script>alert(1)</script> *c*' },
        ]),
      ],
      { BRAND_NAME: '_Acme_ | <b>{1+1}</b> & Söhne' },
    );
    expect(page).toMatch(/^# Build an application with \\_Acme\\_ \| \\<b\\>\\\{1\+1\\\}\\<\/b\\> \\& Söhne\n/);
    expect(page).toContain('### \\# \\[\\<img src=x\\>\\](javascript:alert) \\{\u2060\\{x\\}\\}');
    expect(row(page, "`` it's\\|`$HOME ``")).toEqual([
      "`` it's\\|`$HOME ``",
      String.raw`a \| b \#\# \<script\>alert(1)\</script\> \*c\*`,
    ]);
    expect(page).toContain('&scope=it%27s%7C%60%24HOME&');
    expect(page).toContain(String.raw`--data-urlencode scope='it'\''s|${'`'}$HOME')`);
    expect(page).toContain("scope: 'it\\'s|`$HOME', state");
  });

  it('writes the page into a file, in the place of an earlier one', async () => {
    const out = join(folder, 'developers.md');
    writeFileSync(out, 'before');
    expect(await run({}, { out })).toBe(`wrote ${out}\n`);
    expect(readFileSync(out, 'utf8')).toBe(await run());
  });

  it('names a wrong setting and a file that cannot be written, and leaves the page of before', async () => {
    const out = join(folder, 'kept.md');
    writeFileSync(out, 'before');
    await expect(run({ CODE_TTL: 'long' }, { out })).rejects.toThrow(SettingsError);
    expect(readFileSync(out, 'utf8')).toBe('before');
    const nowhere = join(folder, 'none', 'page.md');
    const failed = run({}, { out: nowhere });
    await expect(failed).rejects.toThrow(StartError);
    await expect(failed).rejects.toThrow(`${nowhere} cannot be written: `);
    await expect(run({}, { out: folder })).rejects.toThrow(StartError);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
