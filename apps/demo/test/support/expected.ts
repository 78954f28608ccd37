import { DemoProcess } from './demo-process';
import { pasteAll } from './shell';

/** The lines of the transcript that name account and application. */
export const variables = (demo: DemoProcess): string[] =>
  demo.transcript.filter((line) => /^(EMAIL|CLIENT_ID)=/.test(line));

/** Pastes the transcript into a shell. @returns what it printed. */
export function expectAllStepsWork(demo: DemoProcess): string {
  const { stdout, stderr } = pasteAll('sh', demo.transcript.join('\n'));
  expect(stderr).toBe('');
  expect(stdout).toMatch(/HTTP 201\n[^]*HTTP 200\n[^]*"invalid_grant"[^]*HTTP 400\n$/);
  return stdout;
}

export async function expectBothToStop(demo: DemoProcess, signal: NodeJS.Signals): Promise<void> {
  const pids = [...demo.services.values()];
  expect([...demo.services.keys()].sort()).toEqual(['auth-server', 'notes-api']);
  expect(await demo.stop(signal)).toBe(0);
  expect(demo.stderr).toBe('');
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
}
