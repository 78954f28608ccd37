import express, { type NextFunction, type Request, type Response } from 'express';
import { type ConfigParams, auth, requiresAuth } from 'express-openid-connect';
import { MemoryStore } from 'express-session';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An Express application with `express-openid-connect`: all but its home needs a sign-in. */
export class OidcApp {
  private constructor(
    private readonly http: Server,
    private readonly app: express.Express,
    readonly url: string,
  ) {}

  static async listen(): Promise<OidcApp> {
    const app = express();
    const http = app.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new OidcApp(http, app, `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  }

  /** After registration, with its credentials. */
  configure(options: Pick<ConfigParams, 'issuerBaseURL' | 'clientID' | 'clientSecret'>): void {
    const scope = 'openid profile email notes:read';
    // In its sessions' store it keeps which ones have ended.
    const store = new MemoryStore() as unknown as NonNullable<NonNullable<ConfigParams['session']>['store']>;
    this.app.use(
      auth({
        ...{
          ...options,
          baseURL: this.url,
          secret: 'a-secret-of-the-application',
          idpLogout: true,
          authRequired: false,
        },
        ...{ authorizationParams: { response_type: 'code', scope }, session: { store }, backchannelLogout: true },
      }),
    );
    this.app.get('/', (_, response) => response.json({ isHome: true }));
    this.app.get('/me', requiresAuth(), ({ oidc }, response) => response.json(oidc.user));
    this.app.get('/userinfo', requiresAuth(), async ({ oidc }, response) => response.json(await oidc.fetchUserInfo()));
    this.app.get('/renewed', requiresAuth(), async ({ oidc }, response) => {
      const before = oidc.refreshToken;
      await oidc.accessToken?.refresh();
      response.json({ isNew: before !== undefined && oidc.refreshToken !== before });
    });
    this.app.use((error: Error & { error?: string }, _: Request, response: Response, _next: NextFunction) => {
      response.status(500).json({ error: error.error ?? error.message });
    });
  }

  stop(): void {
    this.http.closeAllConnections();
    this.http.close();
  }
}
