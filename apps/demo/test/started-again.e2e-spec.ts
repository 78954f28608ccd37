import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DemoProcess, freeUrls, newFolder } from './support/demo-process';
import { expectAllStepsWork, variables } from './support/expected';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('a demo started again where something is lost', () => {
  const used = newFolder();
  let urls: Record<string, string>;
  let folder: string;
  let demo: DemoProcess;
  let before: string[];
  const credentials = (): string => join(folder, 'credentials.json');

  beforeAll(async () => {
    urls = await freeUrls();
    demo = await DemoProcess.start(urls, used);
    expectAllStepsWork(demo);
    before = variables(demo);
    await demo.stop();
  });
  beforeEach(() => {
    folder = newFolder();
    cpSync(used, folder, { recursive: true });
  });
  afterEach(async () => {
    await demo.stop();
  });

  async function startAgain(): Promise<void> {
    demo = await DemoProcess.start(urls, folder);
    expectAllStepsWork(demo);
  }

  it('makes the application when a crash came before it was written down', async () => {
    const { account } = JSON.parse(readFileSync(credentials(), 'utf8')) as { account: unknown };
    writeFileSync(credentials(), JSON.stringify({ account }));
    await startAgain();
    expect(variables(demo)[0]).toBe(before[0]);
    expect(variables(demo)[1]).not.toBe(before[1]);
  });

  it('makes account and application again when the database is gone', async () => {
    rmSync(join(folder, 'auth-server'), { recursive: true });
    await startAgain();
    expect(variables(demo)[0]).toBe(before[0]);
    expect(variables(demo)[1]).not.toBe(before[1]);
  });

  it.each([
    ['gone', () => rmSync(credentials())],
    ['not whole', () => writeFileSync(credentials(), '{"account":{"email":')],
  ])('takes another email when the credentials are %s', async (_, spoil) => {
    spoil();
    await startAgain();
    expect(variables(demo)[0]).not.toBe(before[0]);
    expect(mode(credentials())).toBe('600');
  });

  it('makes another application when the secret is no longer right', async () => {
    writeFileSync(credentials(), readFileSync(credentials(), 'utf8').replace(/("clientSecret": ")[^"]*/, '$1wrong'));
    await startAgain();
    expect(variables(demo)[0]).toBe(before[0]);
    expect(variables(demo)[1]).not.toBe(before[1]);
  });
});
