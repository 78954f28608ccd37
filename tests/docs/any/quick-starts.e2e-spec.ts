import { join } from 'node:path';
import ts from 'typescript';
import { visit } from '@consentry/test-support/browser/visit';
import { adapted } from '@consentry/test-support/docs/page-blocks';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDir } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { typed } from '@consentry/test-support/world/typed';
import { type Application, call, register, signUp } from '@consentry/test-support/world/world';
import { typeProblems } from '../support/code-blocks/typed';
import { started, stopped } from '../support/started-program';

interface QuickStart {
  tool: string;
  steps: { file: string | null; text: string }[];
}

/** As `nest build` compiles a new application. */
const COMPILED: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2023,
  esModuleInterop: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

describe('the quick starts of an application', () => {
  const settings = { RESOURCES_FILE: join(freshDir(), 'resources.json') };
  let port: number;
  const audience = () => `http://127.0.0.1:${port}`;
  beforeAll(async () => {
    port = await freePort();
    const scopes = [
      { name: 'notes:write', description: 'Write notes for you', sensitive: true },
      { name: 'notes:read', description: 'Read your notes' },
    ];
    const notes = { url: audience(), name: 'Notes', scopes, client_credentials_clients: '*' };
    settingsOf([notes], settings.RESOURCES_FILE);
  });
  const server = givenServer({ env: settings });
  const ada = givenAccount(server);
  let notes: GuardedService;
  beforeAll(async () => {
    notes = await GuardedService.start(server.url, audience(), { port });
  });
  afterAll(() => notes.stop());

  const quickStarts = async ({ client_id: id }: Application, { session } = ada) =>
    call<{ items: QuickStart[] }>('GET', `${server.url}/api/applications/${id}/quick-starts`, { headers: session });
  const toolsOf = async (application: Application) =>
    (await quickStarts(application)).body.items.map(({ tool }) => tool);
  const stepsOf = async (tool: string, application: Application) => {
    const found = (await quickStarts(application)).body.items.find((item) => item.tool === tool);
    return found!.steps.map(({ text }) => withCall(text)) as [string, string, string];
  };
  /** As its reader completes it, whose API has nothing at `/`. */
  const withCall = (text: string) =>
    text.replace(/^.*an address of the API$/gm, (line) => line.replace(audience(), `${audience()}/notes`));
  const landing = async () => `http://localhost:${await freePort()}/auth/callback`;
  const environment = ({ client_secret }: Application) => ({ CLIENT_SECRET: client_secret });

  it('sign in and call by openid-client in Node', async () => {
    const application = await register(server, ada, { redirect_uris: [await landing()] });
    const [install, program] = await stepsOf('node', application);
    expect(install).toBe('npm install openid-client');
    const { child, next } = started(program, freshDir(), environment(application));
    const arrived = await visit(server, ada, (await next()).replace('Open ', ''));
    expect(await (await fetch(arrived)).json()).toEqual({ items: [] });
    await stopped(child);
  });

  it('sign in and call by @consentry/client in a Nest application', async () => {
    const application = await register(server, ada, { redirect_uris: [await landing()] });
    const [, text] = await stepsOf('nest', application);
    const block = { page: 'quick start', language: 'ts', file: 'main.ts', text, line: 1 } as never;
    expect(typeProblems([block])).toEqual([]);
    const { outputText } = ts.transpileModule(text, { compilerOptions: COMPILED });
    const env = { ...environment(application), NO_COLOR: '1' };
    const { child, next } = started(outputText, freshDir(), env, 'main.cjs');
    let line = await next();
    while (!line.startsWith('Open ')) line = await next();
    const begun = await fetch(line.replace('Open ', ''), { redirect: 'manual' });
    const arrived = await visit(server, ada, begun.headers.get('location')!);
    expect(await (await fetch(arrived)).json()).toEqual({ items: [] });
    await stopped(child);
  });

  it.each([
    ['with a secret', {}],
    ['without one', { client_type: 'public', application_type: 'native' }],
  ])('sign in and call by curl %s', async (_, fields) => {
    const application = await register(server, ada, { redirect_uris: ['http://127.0.0.1/callback'], ...fields });
    const [begin, finish] = await stepsOf('curl', application);
    const secret = `export CLIENT_SECRET='${application.client_secret}'`;
    const [address = '', verifier] = (await typed(secret, `${begin}\necho "$VERIFIER"`)).split('\n');
    const answer = (await visit(server, ada, address)).searchParams;
    const code = `VERIFIER=${verifier}\n${adapted(finish, { "CODE='…'": `CODE=${answer.get('code')}` })}`;
    expect(JSON.parse(await typed(secret, begin, code))).toEqual({ items: [] });
  });

  it('call without a user, for an application that may do so', async () => {
    const application = await register(server, ada, {
      grant_types: ['client_credentials'],
      client_credentials_scopes: ['notes:read'],
    });
    expect(await toolsOf(application)).toEqual(['curl']);
    const [lines] = await stepsOf('curl', application);
    const secret = `export CLIENT_SECRET='${application.client_secret}'`;
    expect(JSON.parse(await typed(secret, lines))).toEqual({ items: [] });
  });

  it('are those that the application can use, with what it may ask for', async () => {
    const tools = async (fields: object) => toolsOf(await register(server, ada, { ...fields }));
    const onWeb = ['https://app.example.com/callback'];
    expect(await tools({ redirect_uris: onWeb })).toEqual(['node', 'nest', 'curl']);
    expect(await tools({ redirect_uris: onWeb, client_type: 'public' })).toEqual(['curl']);
    const native = { client_type: 'public', application_type: 'native' };
    expect(await tools({ redirect_uris: ['http://127.0.0.1/callback'], ...native })).toEqual(['node', 'curl']);
    expect(await tools({ redirect_uris: ['https://app.example.com/callback?x=y'] })).toEqual([]);
    expect(await tools({ require_pushed_authorization_requests: true })).toEqual([]);
    const writer = await register(server, ada, { scopes: ['notes:write'] });
    expect(JSON.stringify((await quickStarts(writer)).body)).toContain('scope=notes:write');
    const reader = await register(server, ada);
    expect(JSON.stringify((await quickStarts(reader)).body)).not.toMatch(/notes:write|csy_secret/);
  });

  it("are the application's owner's alone", async () => {
    const application = await register(server, ada);
    expect((await quickStarts(application, await signUp(server))).status).toBe(404);
  });
});
