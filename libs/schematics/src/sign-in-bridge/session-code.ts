import type { Application } from '../app/application';
import type { Packages } from '../app/manifest';
import type { Settings } from '../app/settings';
import type { SessionKind } from './session-kind';

/** The TypeScript that differs by the session, as Prettier writes it. */
export interface SessionCode {
  /** Lines that import, each with its end. */
  readonly imports?: string;
  readonly declared: string;
  /** Lines before the options, each with its end. */
  readonly before?: string;
  readonly user: string;
  readonly signOut: string;
  /** The session's id at the sign-out; without one, all of the person's sessions end. */
  readonly sessionId?: string;
  /** How the login keeps the time, for the developer. */
  readonly signedInAt: string;
  readonly dependencies?: Packages;
  /** Settings beside those of every bridge, with what they mean. */
  readonly secret?: { readonly name: string; readonly means: string };
}

const PERSON = '{ id: string; name?: string; email?: string }';
const IN_SESSION = 'session.signedInAt = Date.now() at your login';

const CODE: Readonly<Record<SessionKind, (app: Application, settings: Settings) => SessionCode>> = {
  'express-session': (app) => (app.has('@fastify/session') ? ofFastifySession() : ofExpressSession(app)),
  passport: ({ platform }) => (platform === 'fastify' ? ofFastifyPassport() : ofPassport()),
  'jwt-cookie': ofJwtCookie,
  'auth-js': ofAuthJs,
};

export const sessionCode = (app: Application, kind: SessionKind, settings: Settings): SessionCode =>
  CODE[kind](app, settings);

/** On Fastify Nest runs it as middleware, which is given the raw request. */
function ofExpressSession({ platform }: Application): SessionCode {
  const isRaw = platform === 'fastify';
  const request = (names: string) => (isRaw ? `{ raw: { ${names} } }` : `{ ${names} }`);
  const members = isRaw
    ? '  raw: { session: Session; sessionID: string };'
    : '  session: Session;\n  sessionID: string;';
  return {
    declared: `${session('destroy(done: (error?: Error) => void): void;')}
${isRaw ? '/** On Fastify the session of middleware is of the raw request. */\n' : ''}interface Request {
${members}
}`,
    user: userOfSession(request('session, sessionID'), 'sessionID'),
    signOut: `signOut: (${request('session')}: Request) =>
      ${settled('session.destroy')}`,
    sessionId: 'request.sessionID',
    signedInAt: IN_SESSION,
  };
}

const ofFastifySession = (): SessionCode => ({
  declared: `${session('sessionId: string;\n  destroy(): Promise<void>;')}
interface Request {
  session: Session;
}`,
  user: userOfSession('{ session }', 'session.sessionId'),
  signOut: 'signOut: ({ session }: Request) => session.destroy(),',
  sessionId: 'request.session.sessionId',
  signedInAt: IN_SESSION,
});

const ofPassport = (): SessionCode => ({
  declared: passportRequest('sessionID: string;', 'logout(done: (error?: Error) => void): void;'),
  user: `user: ({ user, session, sessionID }: Request) =>
      user && ${person('user', 'session.signedInAt', 'sessionID')},`,
  signOut: `signOut: (request: Request) =>
      ${settled('request.logout')}`,
  sessionId: 'request.sessionID',
  signedInAt: IN_SESSION,
});

const ofFastifyPassport = (): SessionCode => ({
  declared: passportRequest('logOut(): Promise<void>;').replace(
    'session: { signedInAt: number }',
    'session: { signedInAt: number; sessionId?: string }',
  ),
  user: `user: ({ user, session }: Request) =>
      user && ${person('user', 'session.signedInAt', 'session.sessionId')},`,
  signOut: 'signOut: (request: Request) => request.logOut(),',
  sessionId: 'request.session.sessionId',
  signedInAt: IN_SESSION,
});

function ofJwtCookie({ nest }: Application, { read }: Settings): SessionCode {
  return {
    imports: "import { JwtService } from '@nestjs/jwt';\n",
    declared: `/** The cookie in which your login keeps its JWT. */
const COOKIE = 'access_token';

/** What the JWT says. */
interface Claims {
  sub: string;
  name?: string;
  email?: string;
  iat: number;
}

${withCookies('headers: { cookie?: string };', 'clearCookie(name: string): unknown;')}`,
    before: `  const jwt = new JwtService({
    secret: ${read('JWT_SECRET')},
    verifyOptions: { algorithms: ['HS256'] },
  });
`,
    user: `user: async ({ headers }: Request) => {
      const pattern = new RegExp(\`(?:^|; )\${COOKIE}=([^;]+)\`);
      const [, token = ''] = pattern.exec(headers.cookie ?? '') ?? [];
      const claims = await jwt
        .verifyAsync<Claims>(token)
        .catch(() => undefined);
      return (
        claims && {
          id: claims.sub,
          name: claims.name,
          email: claims.email,
          // If you renew JWTs without a login, read the time of the login from a separate claim.
          signedInAt: claims.iat * 1000,
        }
      );
    },`,
    signOut: `// With the domain and path that your login gives the cookie.
    signOut: (_request: Request, response: Response) =>
      response.clearCookie(COOKIE),`,
    signedInAt: 'if your app renews a JWT without a login, iat is too recent, and a separate claim must hold the time',
    dependencies: { '@nestjs/jwt': `^${nest}.0.0` },
    secret: { name: 'JWT_SECRET', means: 'The secret that your login signs its JWTs with' },
  };
}

function ofAuthJs(_: Application, { read }: Settings): SessionCode {
  return {
    imports: "import { getToken } from '@auth/core/jwt';\n",
    declared: withCookies('headers: Record<string, string>;', 'clearCookie(name: string, options: object): unknown;'),
    user: `user: async ({ headers }: Request) => {
      const token = await getToken({
        req: { headers },
        secret: ${read('AUTH_SECRET')},
        secureCookie: headers.cookie?.includes('__Secure-authjs'),
      });
      if (!token?.sub) return undefined;
      return {
        // Without a database sub is new at each sign-in: let the callback jwt set it.
        id: token.sub,
        name: token.name,
        email: token.email,
        signedInAt: token.signedInAt as number,
      };
    },`,
    signOut: `signOut: ({ headers }: Request, response: Response) => {
      const cookies = /(__Secure-)?authjs\\.session-token[^=]*/g;
      for (const name of headers.cookie?.match(cookies) ?? [])
        response.clearCookie(name, { secure: name.startsWith('__Secure-') });
    },`,
    signedInAt: 'token.signedInAt = Date.now() in the callback jwt of Auth.js, if it receives a user',
    dependencies: { '@auth/core': '^0.41.0' },
    secret: { name: 'AUTH_SECRET', means: 'The secret of Auth.js' },
  };
}

const session = (more: string) => `/** What your login keeps in the session. */
interface Session {
  user?: ${PERSON};
  signedInAt: number;
  ${more}
}
`;

const passportRequest = (
  ...more: string[]
) => `/** The user of your strategy, and what your login keeps in the session. */
interface Request {
  user?: ${PERSON};
  session: { signedInAt: number };
  ${more.join('\n  ')}
}`;

/** `@fastify/cookie` and Express call it the same. */
const withCookies = (request: string, response: string) => `interface Request {
  ${request}
}

interface Response {
  ${response}
}`;

const person = (user: string, signedInAt: string, sessionId: string) => `{
        id: ${user}.id,
        name: ${user}.name,
        email: ${user}.email,
        signedInAt: ${signedInAt},
        session: ${sessionId},
      }`;

const userOfSession = (request: string, sessionId: string) => `user: (${request}: Request) =>
      session.user && ${person('session.user', 'session.signedInAt', sessionId)},`;

/** A promise of a method that calls back. */
const settled = (method: string) => `new Promise<void>((resolve, reject) =>
        ${method}((error) => (error ? reject(error) : resolve())),
      ),`;
