import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { call } from '@consentry/test-support/world/world';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { selfSigned } from '@consentry/test-support/world/changing-proxy';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDir } from '@consentry/test-support/server/server';

export const NGINX = process.env['TEST_NGINX'] ?? 'nginx';
const START_MS = 30_000;

const withAddresses = (text: string, addresses: Record<string, string>) =>
  Object.entries(addresses).reduce((changed, [name, address]) => changed.replace(name, address), text);

/** Calls a URL of auth.example.com at another address. */
export function secureGet(url: string, certificate: string): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { ca: readFileSync(certificate), servername: 'auth.example.com', agent: false };
    get(url, options, (answer) => {
      text(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
    }).on('error', reject);
  });
}

/** nginx by the configuration of the folder `deploy`, on loopback. */
export class Proxy {
  private constructor(
    /** Has nginx.conf. */
    private readonly folder: string,
    private readonly addresses: Record<string, string>,
    private readonly child: ChildProcess,
    readonly https: string,
    /** The same without TLS, for many calls. */
    readonly url: string,
    readonly certificate: string,
  ) {}

  /** @param addresses of the servers, by their names in the configuration. */
  static async start(configuration: string, addresses: Record<string, string>): Promise<Proxy> {
    const folder = freshDir();
    const { file, key } = selfSigned('auth.example.com', 2);
    mkdirSync(join(folder, 'tls'));
    writeFileSync(join(folder, 'tls/fullchain.pem'), readFileSync(file));
    writeFileSync(join(folder, 'tls/privkey.pem'), key);
    const [tls, plain] = [await freePort(), await freePort()];
    const adapted = withAddresses(configuration, addresses)
      .replaceAll(' /tmp/', ` ${folder}/`)
      // At a reload nginx closes connections that callers keep, and `fetch` does not repeat a call that met with it.
      .replace('listen 8443 ssl;', `listen 127.0.0.1:${tls} ssl; listen 127.0.0.1:${plain}; keepalive_timeout 0;`)
      .replaceAll('/etc/nginx/tls', join(folder, 'tls'))
      .replace('/dev/stdout', join(folder, 'access.log'))
      // All callers of the test have one address.
      .replace(/rate=\d+r/g, 'rate=100000r');
    writeFileSync(join(folder, 'nginx.conf'), adapted);
    const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: 'inherit',
    });
    const proxy = new Proxy(folder, addresses, child, `https://127.0.0.1:${tls}`, `http://127.0.0.1:${plain}`, file);
    await becomesSo(() => proxy.answers(), START_MS);
    return proxy;
  }

  get log(): string {
    return readFileSync(join(this.folder, 'access.log'), 'utf8');
  }

  /** Runs a command in the folder of its configuration. */
  shell(command: string): void {
    execFileSync('sh', ['-ec', withAddresses(command, this.addresses)], { cwd: this.folder });
  }

  /** As `nginx -s reload` does. */
  async reload(): Promise<void> {
    const old = await this.workers();
    this.child.kill('SIGHUP');
    // They finish their requests by the old configuration.
    await becomesSo(async () => !(await this.workers()).some((worker) => old.includes(worker)), START_MS);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGQUIT');
    await ended;
  }

  private async workers(): Promise<string[]> {
    const children = `/proc/${this.child.pid}/task/${this.child.pid}/children`;
    return (await readFile(children, 'utf8')).trim().split(' ');
  }

  private answers = () =>
    call('GET', `${this.url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
}
