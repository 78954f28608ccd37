import { join } from 'node:path';
import { AuthJsServer } from './auth-js-server';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { typed } from '@consentry/test-support/world/typed';
import { type Application, register, signUp } from '@consentry/test-support/world/world';

export const BLOCKS = blocksOf('docs/how-to/sign-in-by-jwt.md');
export const AUTH = 'https://auth.example.com';
const APP = 'https://app.example.com';
const CONSENT = blocksOf('docs/consent-page.md');

/** An auth server that trusts an application with Auth.js and a consent page, all as docs/how-to/sign-in-by-jwt.md shows them. */
export class YourUsers {
  private constructor(
    readonly server: TestServer,
    readonly app: AuthJsServer,
    readonly application: Application,
  ) {}

  static async start(): Promise<YourUsers> {
    const url = `http://localhost:${await freePort()}`;
    const TRUSTED_ISSUERS = adapted(BLOCKS.get('trusted'), { [APP]: url });
    const server = await TestServer.start({ env: { TRUSTED_ISSUERS, CONSENT_UI_URL: `${url}/consent` } });
    const folder = freshDir();
    await typed(`cd ${folder}`, adapted(BLOCKS.get('key'), {}));
    const files = {
      'auth.mjs': adapted(BLOCKS.get('server'), {}),
      consent: adapted(CONSENT.get('page'), {}),
      'consent.js': scriptFor(server.url),
    };
    const env = { CONSENTRY_URL: server.url, SIGNING_KEY_FILE: join(folder, 'signing-key.pem') };
    const app = await AuthJsServer.start(url, files, env);
    const developer = await signUp(server);
    const fields = { name: 'Photo Printer', redirect_uris: [`${url}/callback`] };
    return new YourUsers(server, app, await register(server, developer, fields));
  }

  async stop(): Promise<void> {
    await Promise.all([this.app.stop(), this.server.stop()]);
  }
}

/** The script of the consent page with the `call` of the page about users. */
function scriptFor(authUrl: string): string {
  const whole = adapted(CONSENT.get('script'), { 'http://localhost:3000': authUrl });
  const shown = /^async function call[^]*?^}\n/m;
  if (!shown.test(whole)) throw new Error('the consent page has no function call');
  return whole.replace(shown, () => adapted(BLOCKS.get('call'), {}));
}
