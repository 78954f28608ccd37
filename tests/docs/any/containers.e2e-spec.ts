import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deployed } from '@consentry/test-support/run/deployed';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { blockOf, settingsOf } from '@consentry/test-support/docs/production-page';
import { freshDir } from '@consentry/test-support/server/server';

const COMPOSE = deployed('compose.yaml');

/** Where a machine of its own and a container differ. */
const OF_THE_MACHINE =
  /^(listen|server|server_name|ssl_certificate|ssl_certificate_key|access_log|error_log|log|bind|user|group) /;

const directives = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line !== '' && !line.startsWith('#') && !OF_THE_MACHINE.test(line));

/** The container itself is built and run by `tests/install/container`. */
describe('docs/containers.md', () => {
  it('has the proxy of docs/how-to/behind-a-proxy.md', () => {
    const own = directives(deployed('nginx.conf'));
    const from = own.indexOf(
      'log_format consentry \'$remote_addr [$time_local] "$request_method $uri" $status $body_bytes_sent\';',
    );
    const of = directives(blockOf('nginx', {}));
    expect(own.slice(from, -1)).toEqual(
      of.flatMap((line) => (line.startsWith('upstream') ? [line, 'zone consentry 64k;'] : [line])),
    );
  });

  it('has the HAProxy of docs/how-to/haproxy.md', () => {
    expect(directives(deployed('haproxy.cfg'))).toEqual(directives(blockOf('haproxy', {})));
  });

  it('starts the server as docs/how-to/systemd.md does', () => {
    const [, started] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(blockOf('unit', {}))!;
    const [, command] = /^CMD (.+)$/m.exec(readFileSync(join(ROOT, 'apps/auth-server/Dockerfile'), 'utf8'))!;
    expect((JSON.parse(command!) as string[]).join(' ')).toBe(started);
  });

  it('makes the secrets that compose.yaml needs, for their owner alone', () => {
    const folder = freshDir();
    execFileSync('sh', ['-ec', blocksOf('docs/containers.md').get('secrets')!], { cwd: folder });
    const made = settingsOf(readFileSync(join(folder, '.env'), 'utf8'));
    const needed = [...COMPOSE.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(Object.keys(made).sort()).toEqual([...new Set(needed)].sort());
    for (const name of ['MASTER_KEY', 'DATABASE_PASSWORD']) expect(made[name]).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });

  it('has one address for each container', () => {
    const addressOf = (service: string) =>
      new RegExp(`^  ${service}:\n(?:    .*\n)*?      front: \\{ ipv4_address: (\\S+) \\}`, 'm').exec(COMPOSE)?.[1];
    const known = ['auth-1', 'auth-2'].map((name) => `'${name}:${addressOf(name)}'`);
    expect(COMPOSE).toMatch(`extra_hosts: [${known.join(', ')}]`);
    expect(COMPOSE).toMatch(`TRUSTED_PROXIES: ${addressOf('proxy')}\n`);
  });
});
