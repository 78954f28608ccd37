import type { Environment } from './demo-settings';

// These would point the demo at the data, or the port, of a real installation.
const NOT_HANDED_ON = ['PORT', 'DATA_DIR', 'DATABASE_URL'];

/** What a service of the demo gets to read: the caller's settings, but an address and data of the demo's own. */
export function serviceEnvironment(env: Environment, url: string, own: Environment): Environment {
  const handedOn = Object.entries(env).filter(([name]) => !NOT_HANDED_ON.includes(name));
  return { ...Object.fromEntries(handedOn), HOST: hostOf(url), ...own };
}

function hostOf(url: string): string {
  return new URL(url).hostname === '[::1]' ? '::1' : '127.0.0.1';
}
