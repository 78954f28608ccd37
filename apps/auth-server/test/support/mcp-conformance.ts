import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const PACKAGES = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@22'];

/** Without it there is nothing to install from. */
export const isRegistryThere = () =>
  spawnSync('npm', ['view', 'node@22', 'version'], { timeout: 60_000, stdio: 'ignore' }).status === 0;

/** Without what this run of npm has set for itself. */
const environment = () => {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|JEST_|NODE_ENV)/i.test(name));
  return {
    ...Object.fromEntries(own),
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
  };
};

/** The conformance tests of the Model Context Protocol, unmodified, on a Node of their own. */
export class McpConformance {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));

  static async install(): Promise<McpConformance> {
    const conformance = new McpConformance();
    writeFileSync(join(conformance.folder, 'package.json'), '{ "private": true }\n');
    // The script of the package "node" puts the executable in place.
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts=false', ...PACKAGES];
    await execute('npm', install, { cwd: conformance.folder, env: environment() });
    return conformance;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Runs all scenarios for authorization servers.
   *
   * @param authorize goes to the URL that the program prints, as its user's browser would.
   */
  async judge(
    parameters: string[],
    authorize: (url: string) => Promise<void>,
  ): Promise<{ code: number; output: string }> {
    const program = join(this.folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const node = join(this.folder, 'node_modules/node/bin/node');
    const child = spawn(node, [program, 'authorization', ...parameters], { cwd: this.folder, env: environment() });
    const closed = once(child, 'close') as Promise<[number]>;
    let output = '';
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    try {
      for await (const line of createInterface(child.stdout)) {
        output += `${line}\n`;
        if (/^http\S+\/oauth2\/authorize\?/.test(line)) await authorize(line);
      }
    } catch (error) {
      child.kill();
      throw error;
    }
    return { code: (await closed)[0], output };
  }
}
