import type { Environment } from './demo-settings';

// These would give the demo the data, or the port, of a real installation.
const DROPPED = ['PORT', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_URL_FILE'];

/** The caller's settings, but the demo's own address and data. */
export function serviceEnvironment(env: Environment, url: string, own: Environment): Environment {
  const passedOn = Object.entries(env).filter(([name]) => !DROPPED.includes(name));
  return { ...Object.fromEntries(passedOn), HOST: hostOf(url), ...own };
}

/** The loopback address to listen on for a URL. */
export function hostOf(url: string): string {
  return new URL(url).hostname === '[::1]' ? '::1' : '127.0.0.1';
}
