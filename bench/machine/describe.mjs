import { cpus, release, totalmem } from 'node:os';
import { canPin } from './children.mjs';

/** The machine of the figures. */
export function describeMachine() {
  const cores = cpus();
  return {
    node: process.version,
    platform: `${process.platform} ${release().split('-')[0]}`,
    cpu: cores[0].model,
    cores: cores.length,
    pinned: canPin,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
  };
}
