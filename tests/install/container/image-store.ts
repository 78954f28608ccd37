import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Images and their file systems, by buildah, in a folder of the test's own. */
export class ImageStore {
  private readonly options: string[];

  constructor(folder: string) {
    const place = ['--root', `${folder}/images`, '--runroot', `${folder}/images-run`];
    // vfs copies all files for each layer; overlay does not work inside of every container.
    const hasOverlay = spawnSync('buildah', [...place, '--storage-driver', 'overlay', 'images']).status === 0;
    this.options = [...place, '--storage-driver', hasOverlay ? 'overlay' : 'vfs'];
  }

  /** @returns what it printed. @throws with all that it printed */
  async run(...parameters: string[]): Promise<string> {
    const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
    const running = promisify(execFile)('buildah', [...this.options, ...parameters], { env, maxBuffer: 64 << 20 });
    const { stdout } = await running.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`buildah ${parameters.join(' ')}:\n${stdout}\n${stderr}`);
    });
    return stdout.trim();
  }

  /** Makes an image of what `change` does to the file system of another one, or to an empty one. */
  async make(image: string, from: string, change: (container: string, root: string) => Promise<unknown>) {
    const container = await this.run('from', from);
    await change(container, await this.run('mount', container));
    await this.run('commit', '--quiet', '--rm', container, image);
  }

  /** @returns the folder of an image's file system. */
  async open(image: string): Promise<string> {
    return this.run('mount', await this.run('from', image));
  }

  /** Afterwards its folder can be removed. */
  async close(): Promise<void> {
    await this.run('rm', '--all');
    await this.run('rmi', '--all', '--force');
  }
}
