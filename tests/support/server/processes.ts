import { freePort } from './ports';
import { type ServerOptions, TestServer } from './server';

/** One process of a service: all share `AUTH_URL`, each has a URL of its own. */
export interface ServiceProcess {
  url: string;
  process: TestServer;
}

/** Starts several processes on one data folder, by default a fresh one. */
export async function startProcesses(
  count: number,
  given: Pick<ServerOptions, 'dataDir' | 'env'> = {},
): Promise<ServiceProcess[]> {
  const first = await TestServer.start(given);
  const others = Array.from({ length: count - 1 }, () => startSibling(first, given.env));
  return [{ url: first.url, process: first }, ...(await Promise.all(others))];
}

/** Starts a process that ended, at its port. */
export async function restart(server: ServiceProcess): Promise<void> {
  const { url, dataDir, port } = server.process;
  server.process = await TestServer.start({ dataDir, port, env: { AUTH_URL: url } });
}

async function startSibling({ url, dataDir }: TestServer, env: ServerOptions['env'] = {}): Promise<ServiceProcess> {
  const port = await freePort();
  const process = await TestServer.start({ dataDir, port, env: { ...env, AUTH_URL: url } });
  return { url: `http://localhost:${port}`, process };
}
