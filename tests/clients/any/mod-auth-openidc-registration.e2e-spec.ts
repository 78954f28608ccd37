import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Apache, hasApache } from '../support/apache';
import { Browser } from '@consentry/test-support/browser/browser';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { describeInstalled } from '@consentry/test-support/run/installed';
import { freshOpenDir } from '../support/open-dir';
import { visit } from '@consentry/test-support/browser/visit';

const PACKAGES = 'apache2 with libapache2-mod-auth-openidc';

describeInstalled("Apache's mod_auth_openidc without a developer", hasApache, PACKAGES, () => {
  const server = givenServer({ env: { DYNAMIC_REGISTRATION: 'open' } });
  const account = givenAccount(server);
  const metadata = freshOpenDir();
  let apache: Apache;

  /** It keeps what it learned of an issuer in files named for it. */
  const fileOf = (kind: string) => join(metadata, `${encodeURIComponent(server.url.replace('http://', ''))}.${kind}`);

  beforeAll(async () => {
    const known = await fetch(`${server.url}/.well-known/openid-configuration`);
    writeFileSync(fileOf('provider'), await known.text());
    chmodSync(fileOf('provider'), 0o666);
    apache = await Apache.start(
      await Apache.address(),
      `OIDCMetadataDir ${metadata}
      OIDCRedirectURI /app/callback
      OIDCCryptoPassphrase a-passphrase
      OIDCRemoteUserClaim sub
      <Location /app>
        AuthType openid-connect
        Require valid-user
      </Location>`,
    );
  });
  afterAll(async () => {
    await apache?.stop();
    rmSync(metadata, { recursive: true });
  });

  it('registers itself with what it sends to every server, and lets an account in', async () => {
    const browser = new Browser();
    const page = `${apache.url}/app/page`;
    const choice = await browser.open(page);
    const csrf = /name="x_csrf" value="([^"]+)"/.exec(choice.text)?.[1] ?? '';
    const chosen = new URLSearchParams({ iss: server.url, target_link_uri: page, method: 'get', x_csrf: csrf });
    const { next } = await browser.open(`${apache.url}/app/callback?${chosen.toString()}`);
    const client = JSON.parse(readFileSync(fileOf('client'), 'utf8')) as Record<string, unknown>;
    expect(client).toMatchObject({ redirect_uris: [`${apache.url}/app/callback`], response_types: ['code'] });
    // It announces this to every server; nobody promised to call it.
    expect(client).not.toHaveProperty('frontchannel_logout_uri');

    const back = await browser.open(await visit(server, account, String(next)));
    expect([back.status, back.next?.href]).toEqual([302, page]);
    expect((await browser.open(page)).headers['x-came']).toContain(account.id);
  });
});
