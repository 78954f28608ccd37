import { join, resolve } from 'node:path';
import { DemoError } from '../demo-error';
import type { CommandLine } from './command-line';

/** Addresses and folder of the demo; all on this machine. */
export interface DemoSettings {
  /** `AUTH_URL`. Default `http://localhost:3000`. */
  readonly authUrl: string;
  /** `BASE_URL`, the example service. Default `http://localhost:3001`. */
  readonly baseUrl: string;
  /** `CALLBACK_URL`, the application's redirect URI. Default `http://localhost:8080/callback`. */
  readonly callbackUrl: string;
  /** `APP_URL`, the application whose login people use. Default `http://localhost:3002`; `null`: they have passwords. */
  readonly appUrl: string | null;
  /** Databases, logs, credentials and transcript. Default `data/demo` in the workspace, `data/demo-own-login` with `appUrl`. */
  readonly dataDir: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const DATA = resolve(__dirname, '../../../../data');
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @throws DemoError for a URL on another host, and a security profile. All else that can be wrong, the services refuse.
 */
export function readDemoSettings(
  env: Environment,
  { data, ownLogin = false }: Partial<CommandLine> = {},
): DemoSettings {
  // The transcript is made of curl's calls, and a shell signs no assertions and proofs.
  if (env['SECURITY_PROFILE'] === 'fapi2')
    throw new DemoError('SECURITY_PROFILE=fapi2 takes no client secret, and the demo application has one: unset it');
  return {
    authUrl: readLoopbackUrl(env, 'AUTH_URL', 'http://localhost:3000'),
    baseUrl: readLoopbackUrl(env, 'BASE_URL', 'http://localhost:3001'),
    callbackUrl: readLoopbackUrl(env, 'CALLBACK_URL', 'http://localhost:8080/callback'),
    appUrl: ownLogin ? readLoopbackUrl(env, 'APP_URL', 'http://localhost:3002') : null,
    dataDir: data ? resolve(data) : join(DATA, ownLogin ? 'demo-own-login' : 'demo'),
  };
}

function readLoopbackUrl(env: Environment, name: string, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // No quotes or spaces: the transcript puts it into a shell command.
  const isPlain = /^[\w.:/[\]~-]+$/.test(text);
  if (isPlain && url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname)) return text;
  throw new DemoError(`${name} must begin with http://localhost, http://127.0.0.1 or http://[::1] to run the demo`);
}
