/** What the tests use of it: its own types would bring those of a browser into every test. */
interface AuthJs {
  Auth: (request: Request, config: object) => Promise<Response>;
}

const { Auth } = jest.requireActual<AuthJs>('@auth/core');

const URL_OF_APP = 'http://localhost:3999';
const PROVIDER = 'consentry';

/** What an application of Auth.js gets to know of a sign-in. */
export interface AuthJsAccount {
  access_token: string;
  refresh_token: string;
  scope: string;
}

/** Auth.js without a framework: it answers requests of the Fetch standard; and one browser with its cookies. */
export class AuthJsApp {
  static readonly callback = `${URL_OF_APP}/auth/callback/${PROVIDER}`;
  /** Of the last sign-in. */
  account: AuthJsAccount | null = null;
  private readonly cookies = new Map<string, string>();
  private readonly config: object;

  constructor(issuer: string, clientId: string, clientSecret: string) {
    const provider = { id: PROVIDER, name: 'Consentry', type: 'oidc', issuer, clientId, clientSecret };
    this.config = {
      // Name and email stand in userinfo, not in the ID token (OpenID Connect Core §5.4).
      providers: [
        { ...provider, idToken: false, authorization: { params: { scope: 'openid profile email notes:read' } } },
      ],
      secret: 'a-secret-of-the-application',
      trustHost: true,
      basePath: '/auth',
      logger: { error: () => undefined },
      callbacks: {
        signIn: ({ account }: { account: AuthJsAccount }) => {
          this.account = account;
          return true;
        },
      },
    };
  }

  /** Presses the button of the provider. @returns the authorization request. */
  async login(): Promise<URL> {
    const { csrfToken } = (await (await this.open('/auth/csrf')).json()) as { csrfToken: string };
    const body = new URLSearchParams({ csrfToken, callbackUrl: `${URL_OF_APP}/notes` });
    const answer = await this.open(`/auth/signin/${PROVIDER}`, { method: 'POST', body });
    return new URL(answer.headers.get('location') ?? 'none:');
  }

  async open(path: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await Auth(new Request(new URL(path, URL_OF_APP), { ...init, headers: { cookie } }), this.config);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }
}
