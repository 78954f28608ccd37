import { resolve } from 'node:path';
import { StartError } from '../start-error';
import { parseHost, parseNames, parsePath, parsePort, parseServiceUrl } from './setting-parsers';

/** Read once at start from the environment; an empty variable counts as unset. */
export interface Settings {
  /** `AUTH_URL`: the issuer whose tokens are accepted. Default `http://localhost:3000`. */
  readonly authUrl: string;
  /** `BASE_URL`: this service's URL, and the audience of its tokens. Default `http://localhost:3001`. */
  readonly baseUrl: string;
  /** `INSECURE_HOSTS`: names in a private network that http is allowed to. Default: none beside loopback. */
  readonly insecureHosts: readonly string[];
  /** The path of `BASE_URL`, the routes' prefix; empty or `/…`. */
  readonly routePrefix: string;
  /** `PORT`. Default: that of `BASE_URL`. */
  readonly port: number;
  /** `HOST`: the address to listen on. Default `127.0.0.1`. */
  readonly host: string;
  /** `DATA_DIR`: the folder of `notes.sqlite`. Default `data/notes-api`. */
  readonly dataDir: string;
  /** Whether `TRUSTED_PROXIES` is set: then idle connections stay open longer. */
  readonly isBehindProxy: boolean;
}

export const SETTINGS = Symbol('SETTINGS');

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws StartError that names every wrong setting, not only the first. */
export function readSettings(env: Environment): Settings {
  const reader = new SettingReader(env);
  const insecureHosts = reader.read('INSECURE_HOSTS', '', parseNames);
  const parseUrl = parseServiceUrl(insecureHosts);
  const authUrl = reader.read('AUTH_URL', 'http://localhost:3000', parseUrl);
  const baseUrl = reader.read('BASE_URL', 'http://localhost:3001', parseUrl);
  const settings = {
    authUrl,
    baseUrl,
    insecureHosts,
    routePrefix: new URL(baseUrl).pathname.replace(/\/$/, ''),
    port: reader.read('PORT', portOf(baseUrl), parsePort),
    host: reader.read('HOST', '127.0.0.1', parseHost),
    dataDir: resolve(reader.read('DATA_DIR', 'data/notes-api', parsePath)),
    isBehindProxy: Boolean(env['TRUSTED_PROXIES']),
  };
  // A token for the auth server must not be accepted here.
  if (authUrl === baseUrl) reader.problems.push('BASE_URL must differ from AUTH_URL');
  if (reader.problems.length > 0) throw new StartError(reader.problems);
  return Object.freeze(settings);
}

class SettingReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Environment) {}

  /** Records a wrong setting and goes on with its default, so that all are reported. */
  read<T>(name: string, fallback: string, parse: (text: string) => T): T {
    try {
      return parse(this.env[name] || fallback);
    } catch (error) {
      this.problems.push(`${name} ${(error as Error).message}`);
      return parse(fallback);
    }
  }
}

function portOf(url: string): string {
  const { port, protocol } = new URL(url);
  return port || (protocol === 'https:' ? '443' : '80');
}
