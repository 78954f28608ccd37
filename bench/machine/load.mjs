import { join } from 'node:path';
import { startNode } from './children.mjs';

const LOAD_CORE = 1;

/** The load's process. One command at a time. */
export class Load {
  #child = startNode([join(import.meta.dirname, '../load/main.mjs')], {
    core: LOAD_CORE,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

  call(command, what) {
    if (!this.#child.connected) return Promise.reject(new Error('the load process has ended'));
    return new Promise((resolve, reject) => {
      const settle = ({ result, error }) => {
        this.#child.off('exit', end);
        if (error === undefined) resolve(result);
        else reject(new Error(`${what.name}: ${error}`));
      };
      const end = () => reject(new Error('the load process ended'));
      this.#child.once('message', settle).once('exit', end);
      this.#child.send({ command, ...what });
    });
  }

  stop() {
    if (this.#child.connected) this.#child.disconnect();
  }
}
