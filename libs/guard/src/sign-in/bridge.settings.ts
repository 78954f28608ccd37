import { type OptionNames, unknownOptions } from '../nest/unknown-options.ts';
import { urlProblem } from '../nest/url-problem.ts';
import type { SignInBridgeOptions } from './options.ts';
import { SigningKey } from './signing-key.ts';

export interface BridgeSettings extends Pick<SignInBridgeOptions, 'user' | 'login' | 'signOut'> {
  /** The auth server, as browsers reach it and tokens name it. */
  readonly issuer: string;
  /** The auth server, as this app reaches it. */
  readonly server: string;
  readonly url: string;
  /** Of `url`: what the `Origin` of the module's own forms is. */
  readonly origin: string;
  /** Of `url`, without a slash at its end. */
  readonly path: string;
  /** The `iss` of what this app signs, and the `aud` of what it is sent. */
  readonly ownIssuer: string;
  readonly key: SigningKey;
}

const OPTIONS: OptionNames<SignInBridgeOptions> = {
  ...{ issuer: true, url: true, key: true, user: true, login: true, signOut: true },
  ...{ backchannelUrl: true, signInIssuer: true },
};

/** Validates the options and adds defaults. Throws an Error that names every wrong one. */
export function parseBridgeOptions(options: SignInBridgeOptions): BridgeSettings {
  const { issuer, url, user, login, signOut, backchannelUrl, signInIssuer } = options ?? {};
  const key = parseKey(options?.key);
  const problems = [
    unknownOptions(options, OPTIONS),
    urlProblem('issuer', issuer, { isBare: true }),
    urlProblem('url', url, { isBare: true }) ?? pathProblem(url),
    url !== undefined && url === issuer ? 'url must differ from issuer: it is a URL of your app' : undefined,
    key instanceof SigningKey ? undefined : key,
    ...Object.entries({ user, login, signOut }).map(([name, value]) =>
      typeof value === 'function' ? undefined : `${name} must be a function`,
    ),
    backchannelUrl === undefined ? undefined : backchannelProblem(backchannelUrl),
    signInIssuer === undefined || (typeof signInIssuer === 'string' && signInIssuer !== '')
      ? undefined
      : 'signInIssuer must be the value of SIGN_IN_ISSUER',
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Error(`SignInBridgeModule was given wrong options:\n- ${problems.join('\n- ')}`);
  const { origin, pathname: path } = new URL(url);
  return Object.freeze({
    ...{ issuer, url, origin, path, user, login, signOut },
    server: backchannelUrl ?? issuer,
    ownIssuer: signInIssuer ?? url,
    key: key as SigningKey,
  });
}

function parseKey(text: unknown): SigningKey | string {
  try {
    return SigningKey.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Other characters mean something in the routes of Express or Fastify; the auth server takes no others either. */
function pathProblem(url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  if (pathname === '/')
    return `url needs a path of its own, as ${origin}/consentry: otherwise it would replace your start page`;
  return /^(\/[\w.~-]+)+$/.test(pathname) && url === origin + pathname
    ? undefined
    : "url must hold only letters, digits and '-._~' in its path, and be written as browsers write it";
}

/** Not of browsers: a private network may do without TLS. */
function backchannelProblem(url: unknown): string | undefined {
  const isUrl = typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url) && !/[?#]|\/$/.test(url);
  return isUrl ? undefined : 'backchannelUrl must be an http or https URL without query and trailing slash';
}
