import { type ServerOptions, TestServer } from './server';

/** What the log says on the way is no complaint. */
const INFO = '{"level":"info"';

/** Starts the server where it must not start. @returns its complaints, line by line. */
export async function failToStart(
  env: Record<string, string>,
  options: Omit<ServerOptions, 'env'> = {},
): Promise<string[]> {
  const server = await TestServer.spawn(undefined, { env, ...options });
  expect(await server.exit()).toBe(1);
  expect(server.output).not.toMatch(/\n\s+at |node:internal|Error:/);
  const lines = server.output.split('\n').filter((line) => line !== '' && !line.startsWith(INFO));
  for (const line of lines) expect(line).toMatch(/^consentry auth-server: /);
  return lines.map((line) => line.replace('consentry auth-server: ', ''));
}
