import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@consentry/test-support/server/ports';

const HTTPD = process.env['TEST_APACHE'] ?? '/usr/sbin/apache2';
const MODULES = process.env['TEST_APACHE_MODULES'] ?? '/usr/lib/apache2/modules';
const LOADED = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'auth_openidc'];

export const hasApache = existsSync(HTTPD) && existsSync(join(MODULES, 'mod_auth_openidc.so'));

/** Apache's httpd with mod_auth_openidc, configured as an operator would. */
export class Apache {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly folder: string,
  ) {}

  /** A free address: the client must be registered before the configuration can be written. */
  static async address(): Promise<string> {
    return `http://localhost:${await freePort()}`;
  }

  /** @param directives of mod_auth_openidc and the locations it guards; each serves a page that names the user. */
  static async start(url: string, directives: string): Promise<Apache> {
    // Apache started by root switches to a user who cannot enter the run's own folder.
    const folder = mkdtempSync(join(tmpdir(), 'consentry-apache-'));
    chmodSync(folder, 0o755);
    const pages = join(folder, 'pages');
    for (const location of ['app', 'api']) {
      mkdirSync(join(pages, location), { recursive: true });
      writeFileSync(join(pages, location, 'page'), 'a page');
    }
    const file = join(folder, 'httpd.conf');
    writeFileSync(file, configuration(folder, new URL(url).port, directives));
    const child = spawn(HTTPD, ['-d', folder, '-f', file, '-D', 'FOREGROUND'], { stdio: 'pipe' });
    await untilAnswers(child, url, join(folder, 'error.log'));
    return new Apache(child, url, folder);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}

function configuration(folder: string, port: string, directives: string): string {
  const modules = LOADED.map((name) => `LoadModule ${name}_module ${join(MODULES, `mod_${name}.so`)}`);
  return `${modules.join('\n')}
    ServerName localhost
    Listen 127.0.0.1:${port}
    ${userInfo().uid === 0 ? 'User www-data\nGroup www-data' : ''}
    PidFile ${folder}/httpd.pid
    ErrorLog ${folder}/error.log
    DocumentRoot ${folder}/pages
    Header set X-Came "expr=%{REMOTE_USER} %{req:OIDC_CLAIM_email} %{req:OIDC_CLAIM_scope}"
    ${directives}`;
}

async function untilAnswers(child: ChildProcess, url: string, log: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => (said += String(chunk)));
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null)
      throw new Error(`Apache did not start: ${said}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
    await wait(20);
  }
}
