import { freePort } from './ports';
import { type ServerOptions, TestServer } from './server';

/** One of several processes of a service: they share its `AUTH_URL`, each answers at a URL of its own. */
export interface ServiceProcess {
  url: string;
  process: TestServer;
}

/** Starts a service in as many processes as asked for, on one data folder: a fresh one, unless it is given. */
export async function startProcesses(
  count: number,
  given: Pick<ServerOptions, 'dataDir'> = {},
): Promise<ServiceProcess[]> {
  const first = await TestServer.start(given);
  const others = Array.from({ length: count - 1 }, () => startSibling(first));
  return [{ url: first.url, process: first }, ...(await Promise.all(others))];
}

/** Starts one that is gone again, at its port. */
export async function restart(server: ServiceProcess): Promise<void> {
  const { url, dataDir, port } = server.process;
  server.process = await TestServer.start({ dataDir, port, env: { AUTH_URL: url } });
}

async function startSibling({ url, dataDir }: TestServer): Promise<ServiceProcess> {
  const port = await freePort();
  const process = await TestServer.start({ dataDir, port, env: { AUTH_URL: url } });
  return { url: `http://localhost:${port}`, process };
}
