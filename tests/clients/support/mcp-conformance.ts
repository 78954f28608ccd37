import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { install, ownEnvironment } from './npm-registry';

const PACKAGES = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@22'];

/** The conformance tests of the Model Context Protocol, unmodified, on a Node of their own. */
export class McpConformance {
  private readonly folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));

  static async install(): Promise<McpConformance> {
    const conformance = new McpConformance();
    writeFileSync(join(conformance.folder, 'package.json'), '{ "private": true }\n');
    // The script of the package "node" puts the executable in place.
    await install(conformance.folder, '--ignore-scripts=false', ...PACKAGES);
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
    const child = spawn(node, [program, 'authorization', ...parameters], { cwd: this.folder, env: ownEnvironment() });
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
