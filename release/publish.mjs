// What `nx release` runs in a package's folder. A dry run packs, which needs no registry. npm's own settings choose the
// registry, a tag or a one-time password: npm_config_tag=next npx nx release …
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { URL, fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const run = (command, ...given) => spawnSync(command, given, { stdio: 'inherit' }).status ?? 1;

// A job of GitHub or GitLab with an identity: npm records there which commit and workflow made the package.
const { ACTIONS_ID_TOKEN_REQUEST_URL, SIGSTORE_ID_TOKEN } = process.env;
const provenance = (ACTIONS_ID_TOKEN_REQUEST_URL ?? SIGSTORE_ID_TOKEN) ? ['--provenance'] : [];

const publish =
  process.env.NX_DRY_RUN === 'true' ? ['pack', '--dry-run'] : ['publish', '--access', 'public', ...provenance];
process.exitCode =
  run(process.execPath, `${root}release/sbom.mjs`, relative(root, process.cwd())) || run('npm', ...publish);
