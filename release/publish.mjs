// What `nx release` runs in a package's folder. A dry run packs, which needs no registry. npm's own settings choose the
// registry, a tag or a one-time password: npm_config_tag=next npx nx release …
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { URL, fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = relative(root, process.cwd());
const run = (command, ...given) => spawnSync(command, given, { stdio: 'inherit' }).status ?? 1;

const { ACTIONS_ID_TOKEN_REQUEST_URL, NX_DRY_RUN, REPOSITORY, SIGSTORE_ID_TOKEN } = process.env;
const isDry = NX_DRY_RUN === 'true';
const repository = REPOSITORY && URL.canParse(REPOSITORY) ? new URL(REPOSITORY) : undefined;

// A job of GitHub or GitLab with an identity: npm records there which commit and workflow made the package.
const provenance = (ACTIONS_ID_TOKEN_REQUEST_URL ?? SIGSTORE_ID_TOKEN) ? ['--provenance'] : [];

/** npm resolves the links of a package's README by its `repository`, and provenance is checked against it. */
function withRepository(publish) {
  const manifest = readFileSync('package.json', 'utf8');
  const { href: url } = repository;
  const content = { ...JSON.parse(manifest), repository: { type: 'git', url: `git+${url}`, directory: folder } };
  writeFileSync('package.json', `${JSON.stringify(content, null, 2)}\n`);
  try {
    return publish();
  } finally {
    writeFileSync('package.json', manifest);
  }
}

const bill = () => run(process.execPath, `${root}release/sbom.mjs`, folder);

if (isDry) process.exitCode = bill() || run('npm', 'pack', '--dry-run');
else if (repository?.protocol !== 'https:') {
  console.error(
    'REPOSITORY must be the https URL of the public repository, such as https://github.com/<owner>/consentry.',
  );
  process.exitCode = 1;
} else process.exitCode = bill() || withRepository(() => run('npm', 'publish', '--access', 'public', ...provenance));
