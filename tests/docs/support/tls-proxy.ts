import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server as HttpServer, request as httpRequest } from 'node:http';
import { type Server, createServer, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runs } from '@consentry/test-support/run/installed';
import { freePort } from '@consentry/test-support/server/ports';

/** A TLS proxy by an nginx configuration. */
export interface TlsProxy {
  port: number;
  /** Its self-signed certificate. */
  certificate: string;
  /** False for the stand-in, which does not count requests. */
  isNginx: boolean;
  stop(): Promise<void>;
}

interface Config {
  /** The blocks of `http`. */
  text: string;
  host: string;
  /** For certificates and logs. */
  folder: string;
}

/** Runs nginx (`TEST_NGINX` or the machine's), or else a proxy that follows its directives. */
export async function startTlsProxy({ text, host, folder }: Config): Promise<TlsProxy> {
  const port = await freePort();
  const pair = selfSigned(host, folder);
  const config = text
    .replace(/listen .*;/, `listen 127.0.0.1:${port} ssl;`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${pair.certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${pair.key};`);
  const nginx = process.env['TEST_NGINX'] ?? 'nginx';
  const isNginx = spawnSync(nginx, ['-v']).status === 0;
  const stop = isNginx ? await startNginx(nginx, { config, folder, port }) : await startStandIn({ config, port, pair });
  return { port, certificate: pair.certificate, isNginx, stop };
}

function selfSigned(host: string, folder: string) {
  const pair = { key: join(folder, 'privkey.pem'), certificate: join(folder, 'fullchain.pem') };
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', pair.key];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', pair.certificate, '-days', '2', ...subject], {
    stdio: 'pipe',
  });
  return pair;
}

export const hasCaddy = runs('caddy', 'version');

/** Runs Caddy by a whole Caddyfile, which has one block for the host. */
export async function startCaddy({ text, host, folder }: Config): Promise<TlsProxy> {
  const port = await freePort();
  const { key, certificate } = selfSigned(host, folder);
  const file = join(folder, 'Caddyfile');
  const site = `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`;
  const own = text
    .replace('{\n', '{\n\tadmin off\n\tauto_https disable_redirects\n')
    .replace(`\n${host} {\n`, `\n${site}`);
  writeFileSync(file, own);
  const env = { PATH: process.env['PATH'], XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'pipe', env });
  await untilAnswers(child, port, host);
  return { port, certificate, isNginx: false, stop: () => ended(child) };
}

export const hasHaproxy = runs('haproxy', '-v');

/** Runs HAProxy by a whole configuration; it logs into a file of the folder. */
export async function startHaproxy({ text, host, folder }: Config): Promise<TlsProxy> {
  const port = await freePort();
  const { key, certificate } = selfSigned(host, folder);
  const [file, site] = [join(folder, 'haproxy.cfg'), join(folder, 'site.pem')];
  writeFileSync(site, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const own = text
    .replace('/dev/log local0', 'stdout format raw daemon')
    .replace(/^ +(user|group) .*\n/gm, '')
    .replace(/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port} ssl crt ${site}`);
  writeFileSync(file, own);
  execFileSync('haproxy', ['-c', '-q', '-f', file], { stdio: 'pipe' });
  mkdirSync(join(folder, 'haproxy-log'), { recursive: true });
  const log = openSync(join(folder, 'haproxy-log/consentry.log'), 'a');
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', log, 'pipe'] });
  await untilAnswers(child, port, host);
  return { port, certificate, isNginx: false, stop: () => ended(child) };
}

async function startNginx(nginx: string, { config, folder, port }: { config: string; folder: string; port: number }) {
  // The folder may exist from an earlier start.
  mkdirSync(join(folder, 'nginx'), { recursive: true });
  const file = join(folder, 'nginx.conf');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = kinds.map((kind) => `${kind}_temp_path ${join(folder, 'nginx', kind)};`).join('\n');
  const main = `pid ${join(folder, 'nginx.pid')};\nerror_log ${join(folder, 'nginx-main.log')};\nevents {}`;
  writeFileSync(file, `${main}\nhttp {\n${paths}\n${config}\n}\n`);
  execFileSync(nginx, ['-t', '-q', '-p', folder, '-c', file], { stdio: 'pipe' });
  const child = spawn(nginx, ['-p', folder, '-c', file, '-g', 'daemon off; master_process off;'], { stdio: 'pipe' });
  await untilAnswers(child, port);
  return () => ended(child);
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function untilAnswers(child: ChildProcess, port: number, servername?: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  const open = () =>
    new Promise<boolean>((resolve) => {
      const headers = servername === undefined ? {} : { host: servername };
      const to = { port, host: '127.0.0.1', ...(servername !== undefined && { servername }), headers };
      const probe = httpsRequest({ ...to, rejectUnauthorized: false, path: '/health/live' });
      probe.on('response', (answer) => resolve(answer.resume().statusCode === 200));
      probe.on('error', () => resolve(false));
      probe.end();
    });
  while (!(await open())) {
    if (child.exitCode !== null) throw new Error(`the proxy did not start: ${said}`);
    await wait(20);
  }
}

async function startStandIn({
  config,
  port,
  pair,
}: {
  config: string;
  port: number;
  pair: { key: string; certificate: string };
}) {
  const upstreams = [...config.matchAll(/^\s*server ([\d.]+):(\d+);/gm)].map(([, host, to]) => ({ host, port: to }));
  const directives = [...config.matchAll(/proxy_set_header (\S+) (\S+);/g)];
  const added = [...config.matchAll(/^\s*add_header (\S+) "(.+)" always;/gm)];
  let turn = 0;
  const server = createServer(
    { key: readFileSync(pair.key), cert: readFileSync(pair.certificate), maxHeaderSize: 65_536 },
    (call, reply) => {
      const known: Record<string, string | undefined> = {
        $host: call.headers.host,
        $remote_addr: call.socket.remoteAddress,
      };
      const headers = { ...call.headers };
      for (const [, name = '', value = ''] of directives) headers[name.toLowerCase()] = known[value] ?? value;
      const upstream = upstreams[(turn += 1) % upstreams.length];
      const onward = httpRequest({ ...upstream, method: call.method, path: call.url, agent: false, headers });
      onward.on('response', (answer: IncomingMessage) => {
        const more = added.flatMap(([, name = '', value = '']) => [name, value]);
        reply.writeHead(answer.statusCode ?? 502, [...answer.rawHeaders, ...more]);
        answer.pipe(reply);
      });
      onward.on('error', () => reply.writeHead(502).end());
      call.pipe(onward);
    },
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return () => close(server);
}

async function close(server: Server | HttpServer): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
