// Prints the versions of programs that npm does not install, one a line: an input of the tests that run them (nx.json).
// What is absent prints nothing, so a test that was skipped for want of it runs once it is there.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** Debian's packages behind each kind of tests. */
const PACKAGES = {
  postgres: ['postgresql-*'],
  browsers: ['chromium-headless-shell', 'firefox-esr'],
  clients: [
    'python3-authlib',
    'apache2',
    'libapache2-mod-auth-openidc',
    'oidc-agent-cli',
    'libhttpclient-java',
    'default-jdk-headless',
  ],
  proxies: ['nginx*', 'haproxy', 'caddy', 'pgbouncer'],
  containers: ['buildah', 'crun', 'debootstrap'],
};

const format = '${Package} ${Version} ${Status}\n';
for (const kind of process.argv.slice(2)) {
  const packages = PACKAGES[kind];
  if (packages === undefined) throw new Error(`"${kind}" must be one of ${Object.keys(PACKAGES).join(', ')}`);
  // Elsewhere than on Debian there is no such program, and on it a package that is not there is only told on standard error.
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, ...packages], { encoding: 'utf8' });
  process.stdout.write((stdout ?? '').replace(/^.*not-installed\n/gm, ''));
}
