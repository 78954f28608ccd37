// How `nx release` reads and writes versions. @nx/js has this too, and brings some 230 packages (ADR 66).
const { execFileSync } = require('node:child_process');
const { VersionActions } = require('nx/release');

const KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies'];

class PackageVersions extends VersionActions {
  validManifestFilenames = ['package.json'];

  get manifest() {
    return `${this.projectGraphNode.data.root}/package.json`;
  }

  read(tree) {
    return JSON.parse(tree.read(this.manifest, 'utf8'));
  }

  change(tree, edit) {
    const content = this.read(tree);
    const changes = edit(content);
    if (changes.length > 0) tree.write(this.manifest, `${JSON.stringify(content, null, 2)}\n`);
    return changes.map((change) => `${this.manifest}: ${change}`);
  }

  async readCurrentVersionFromSourceManifest(tree) {
    return { currentVersion: this.read(tree).version, manifestPath: this.manifest };
  }

  /** Versions are those of the sources: nothing asks a registry. */
  async readCurrentVersionFromRegistry() {
    return null;
  }

  async readCurrentVersionOfDependency(tree, graph, project) {
    const content = this.read(tree);
    const kind = KINDS.find((each) => content[each]?.[project] !== undefined);
    return { currentVersion: content[kind]?.[project] ?? null, dependencyCollection: kind ?? null };
  }

  async updateProjectVersion(tree, version) {
    return this.change(tree, (content) => {
      content.version = version;
      return [`version ${version}`];
    });
  }

  async updateProjectDependencies(tree, graph, versions) {
    return this.change(tree, (content) => {
      const stated = KINDS.flatMap((kind) => Object.keys(content[kind] ?? {}).map((name) => ({ kind, name })));
      const changed = stated.filter(({ name }) => versions[name] !== undefined);
      for (const { kind, name } of changed) content[kind][name] = versions[name];
      return changed.map(({ kind, name }) => `${kind}.${name} ${versions[name]}`);
    });
  }
}

/** The lock file names the versions of the workspaces. */
async function updateLockFile(cwd, { dryRun }) {
  if (dryRun) return { changedFiles: [], deletedFiles: [] };
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { cwd, stdio: 'inherit' });
  return { changedFiles: ['package-lock.json'], deletedFiles: [] };
}

module.exports = { default: PackageVersions, afterAllProjectsVersioned: updateLockFile };
