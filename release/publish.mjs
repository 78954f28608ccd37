// What `nx release` runs in a package's folder. A dry run packs, which needs no registry. npm's own settings choose the
// registry, a tag or a one-time password: npm_config_tag=next npx nx release …
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { URL, fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const run = (command, ...given) => spawnSync(command, given, { stdio: 'inherit' }).status ?? 1;

const publish = process.env.NX_DRY_RUN === 'true' ? ['pack', '--dry-run'] : ['publish', '--access', 'public'];
process.exitCode =
  run(process.execPath, `${root}release/sbom.mjs`, relative(root, process.cwd())) || run('npm', ...publish);
