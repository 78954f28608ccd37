import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deployed } from '../run/deployed';
import { becomesSo } from '../world/becomes-so';
import { selfSigned } from '../world/changing-proxy';
import { call } from '../world/world';
import { freePort } from './ports';
import { freshDir } from './server';

export const NGINX = process.env['TEST_NGINX'] ?? 'nginx';
export const HAPROXY = 'haproxy';
const START_MS = 30_000;

interface Place {
  /** Has the configuration. */
  folder: string;
  tls: number;
  plain: number;
}

interface Kind {
  file: string;
  /** Prints the complaints about a configuration. */
  check: (file: string, folder: string) => string[];
  run: (file: string, folder: string) => string[];
  /** The signal that ends it when its requests have ended. */
  quit: NodeJS.Signals;
  /** Callers of a test have one address, and do not repeat a call that met with a closing connection. */
  adapt: (configuration: string, place: Place) => string;
}

const KINDS: Record<'nginx' | 'haproxy', Kind> = {
  nginx: {
    file: 'nginx.conf',
    check: (file, folder) => [NGINX, '-t', '-q', '-p', folder, '-c', file],
    run: (file, folder) => [NGINX, '-p', folder, '-c', file, '-g', 'daemon off;'],
    quit: 'SIGQUIT',
    adapt: (configuration, { folder, tls, plain }) =>
      configuration
        .replaceAll(' /tmp/', ` ${folder}/`)
        .replace('listen 8443 ssl;', `listen 127.0.0.1:${tls} ssl; listen 127.0.0.1:${plain}; keepalive_timeout 0;`)
        .replaceAll('/etc/nginx/tls', join(folder, 'tls'))
        .replace('/dev/stdout', join(folder, 'access.log'))
        .replace(/rate=\d+r/g, 'rate=100000r'),
  },
  haproxy: {
    file: 'haproxy.cfg',
    check: (file) => [HAPROXY, '-c', '-q', '-f', file],
    run: (file) => [HAPROXY, '-db', '-q', '-f', file],
    quit: 'SIGUSR1',
    adapt: (configuration, { folder, tls, plain }) =>
      configuration
        .replace('bind :8443', `bind 127.0.0.1:${plain}\n    bind 127.0.0.1:${tls}`)
        .replaceAll('/etc/haproxy/tls', join(folder, 'tls'))
        .replace(/_req_rate\((\w+)\) gt \d+/g, '_req_rate($1) gt 1000000'),
  },
};

const withAddresses = (text: string, addresses: Record<string, string>) =>
  Object.entries(addresses).reduce((changed, [name, address]) => changed.replaceAll(name, address), text);

/** Calls a URL of auth.example.com at another address. */
export function secureGet(url: string, certificate: string): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { ca: readFileSync(certificate), servername: 'auth.example.com', agent: false };
    get(url, options, (answer) => {
      text(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
    }).on('error', reject);
  });
}

/** nginx or HAProxy by the configuration of the folder `deploy`, on loopback. */
export class DeployedProxy {
  private output = '';

  private constructor(
    /** Has the configuration. */
    private readonly folder: string,
    private readonly kind: Kind,
    private readonly child: ChildProcess,
    readonly https: string,
    /** The same without TLS, for many calls. */
    readonly url: string,
    readonly certificate: string,
  ) {
    child.stdout?.on('data', (chunk) => (this.output += String(chunk)));
  }

  /** @param changes of the servers' addresses, by their names in the configuration, and of its other texts. */
  static async start(name: keyof typeof KINDS, changes: Record<string, string>): Promise<DeployedProxy> {
    const [kind, folder] = [KINDS[name], freshDir()];
    const { file: certificate, key } = selfSigned('auth.example.com', 2);
    const chain = readFileSync(certificate);
    mkdirSync(join(folder, 'tls'));
    writeFileSync(join(folder, 'tls/fullchain.pem'), chain);
    writeFileSync(join(folder, 'tls/privkey.pem'), key);
    writeFileSync(join(folder, 'tls/site.pem'), Buffer.concat([chain, key]));
    const [tls, plain] = [await freePort(), await freePort()];
    const file = join(folder, kind.file);
    writeFileSync(file, kind.adapt(withAddresses(deployed(kind.file), changes), { folder, tls, plain }));
    const [checker = '', ...checked] = kind.check(file, folder);
    // Throws what it complains about.
    execFileSync(checker, checked, { stdio: 'pipe' });
    const [program = '', ...given] = kind.run(file, folder);
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [https, url] = [`https://127.0.0.1:${tls}`, `http://127.0.0.1:${plain}`];
    const proxy = new DeployedProxy(folder, kind, child, https, url, certificate);
    await becomesSo(() => proxy.answers(), START_MS);
    return proxy;
  }

  get log(): string {
    return this.kind === KINDS.nginx ? readFileSync(join(this.folder, 'access.log'), 'utf8') : this.output;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill(this.kind.quit);
    await ended;
  }

  private answers = () =>
    call('GET', `${this.url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
}
