import type { UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, prettier, runner, textsOf, withPackage } from '../../test/apps';

const FILES = ['mcp.module', 'mcp.controller', 'mcp.tools'].map((name) => `src/mcp/${name}.ts`);
const [MODULE, CONTROLLER, TOOLS] = FILES as [string, string, string];
const TEST = 'test/mcp.e2e-spec.ts';
const KEY = 'test/sign-in-key.ts';
const ROOT = 'src/app.module.ts';

const generate = (app: UnitTestTree, options: object = {}) => runner().runSchematic('mcp', options, app);

const onFastify = { 'src/main.ts': (text: string) => `import { FastifyAdapter } from 'x';\n${text}` };

/** A guard with settings of its own, for routes that ask for it. */
const LOCAL_GUARD = `import { GuardModule } from '@consentry/guard';
@Module({ imports: [GuardModule.forRoot({ issuer: 'https://auth.example.com', audience: 'https://me.example.com' })] })
export class AuthModule {}
`;

describe('mcp', () => {
  it('makes an app as nest new makes it a guarded MCP server', async () => {
    const app = await generate(await newApp());
    const root = app.readText(ROOT);
    expect(root).toContain("import { McpModule } from './mcp/mcp.module';");
    expect(root).toContain('    }),\n    McpModule,\n  ],');
    expect(root).toContain("audience: setting('SERVICE_URL', 'http://localhost:3001/mcp'),");
    expect(app.readText('.env.example')).toMatch(/^SERVICE_URL=http:\/\/localhost:3001\/mcp$/m);
    expect(app.readText(MODULE)).toContain("ProtectedResourceModule.forRoot({ scopes: ['tools:use'] })");
    expect(app.readText(CONTROLLER)).toContain("@Controller('mcp')\n@RequireScopes('tools:use')\n");
    expect(app.readText(TOOLS)).toContain("new McpServer({ name: 'cats', version: '1.0.0' })");
    expect(app.readText('package.json')).toContain('"@modelcontextprotocol/sdk": "^1.');
    expect(app.exists('test/guard.e2e-spec.ts')).toBe(true);
  });

  it('leaves a guard that the app has, and is tested by its settings', async () => {
    const before = await newApp({ 'src/auth/auth.module.ts': LOCAL_GUARD });
    const app = await generate(before, { scope: 'cats:pet' });
    expect(app.readText(ROOT)).not.toContain('GuardModule');
    expect(app.exists('.env.example')).toBe(false);
    expect(app.readText(CONTROLLER)).toContain("@UseGuards(JwtBearerGuard)\n@RequireScopes('cats:pet')\n");
    expect(app.readText(TEST)).toContain("audience: 'https://me.example.com',");
  });

  it('leaves the metadata that the app serves already', async () => {
    const metadata = LOCAL_GUARD.replace(')] })', '), ProtectedResourceModule.forRoot()] })');
    const app = await generate(await newApp({ 'src/auth/auth.module.ts': metadata }));
    expect(app.readText(MODULE)).not.toContain('ProtectedResourceModule');
  });

  it.each([
    ['a new app', {}],
    ['an app with CRLF', { [ROOT]: (text: string) => text.replaceAll('\n', '\r\n') }],
    ['a guard for some routes', { 'src/auth/auth.module.ts': LOCAL_GUARD }],
  ])('changes nothing the second time: %s', async (_, changes) => {
    const app = await generate(await newApp(changes));
    app.overwrite(TOOLS, '// ours\n');
    const before = textsOf(app);
    expect(textsOf(await generate(app, { scope: 'other:use' }))).toEqual(before);
  });

  it('takes the raw request and reply of Fastify', async () => {
    const app = await generate(await newApp(onFastify));
    expect(app.readText(CONTROLLER)).toContain('transport.handleRequest(request.raw, reply.raw, message);');
    expect(app.readText(TEST)).toContain('new FastifyAdapter(),');
  });

  it.each([
    ['Express', {}],
    ['Fastify', onFastify],
    ['ConfigService', { 'package.json': withPackage('@nestjs/config', '^4.0.0') }],
    ['Vitest and ES modules', { 'package.json': withPackage('vitest', '^4.0.0') }],
    ['a guard for some routes', { 'src/auth/auth.module.ts': LOCAL_GUARD }],
  ])('writes what Prettier leaves as it is: %s', async (_, changes) => {
    const app = await generate(await newApp(changes));
    for (const path of [...FILES, TEST, ROOT]) expect(app.readText(path)).toBe(await prettier(app, path));
  });

  it('is below the global prefix of main.ts, in its audience, its test and what it prints', async () => {
    const main = (text: string) =>
      text.replace('  await app.listen', "  app.setGlobalPrefix('api');\n  await app.listen");
    const app = await generate(await newApp({ 'src/main.ts': main }));
    expect(app.readText('.env.example')).toMatch(/^SERVICE_URL=http:\/\/localhost:3001\/api\/mcp$/m);
    for (const line of ["app.setGlobalPrefix('api');", ".post('/api/mcp')", "new URL('/api/mcp', await"])
      expect(app.readText(TEST)).toContain(line);
    expect(app.readText(TEST)).toBe(await prettier(app, TEST));
    const text = await tellsOf(await newApp({ 'src/main.ts': main }));
    expect(text).toContain('/api/mcp is now an MCP server');
    expect(text).toContain('https://tools.example.com/api/mcp');
  });

  it('gives its test a key where the sign-in bridge was written by hand', async () => {
    const bridge = 'export const bridge = SignInBridgeModule.forRoot({ key: process.env.SIGN_IN_KEY });\n';
    const app = await generate(await newApp({ 'src/bridge.ts': bridge }));
    expect(app.readText(TEST)).toMatch(/^import '.\/sign-in-key';\n/);
    for (const path of [TEST, KEY]) expect(app.readText(path)).toBe(await prettier(app, path));
    const generated = `${bridge}const keyForTests = () => '';\n`;
    const other = await generate(await newApp({ 'src/bridge.ts': generated }));
    expect([other.exists(KEY), other.readText(TEST).includes('sign-in-key')]).toEqual([false, false]);
  });

  const tellsOf = async (app: UnitTestTree) => {
    const lines: string[] = [];
    const one = runner();
    one.logger.subscribe(({ message }) => lines.push(message));
    await one.runSchematic('mcp', { scope: 'cats:pet' }, app);
    return lines.join('\n');
  };

  it('offers an audience of its own beside an API, and not where it is alone', async () => {
    const beside = await tellsOf(await newApp({ 'src/auth/auth.module.ts': LOCAL_GUARD }));
    expect(beside).toContain("MCP_URL = process.env.MCP_URL ?? 'http://localhost:3001/mcp'");
    expect(beside).toContain('audience: [<as it is>, MCP_URL], // in src/auth/auth.module.ts');
    expect(beside).toContain('@Audience(MCP_URL) // on McpController (src/mcp/mcp.controller.ts)');
    const alone = await generate(await newApp());
    expect(await tellsOf(alone)).not.toContain('@Audience');
  });

  it('says which setting, resource and command come next', async () => {
    const text = await tellsOf(await newApp());
    for (const word of ['SERVICE_URL', '"name": "cats:pet"', 'DYNAMIC_REGISTRATION', 'mcp-doctor'])
      expect(text).toContain(word);
  });

  it.each([
    ['a scope that is none', {}, { scope: "x'y" }, 'is not a scope'],
    [
      'metadata that is no object',
      { [ROOT]: '@Module(metadata)\nexport class AppModule {}\n' },
      {},
      'Paste these lines',
    ],
  ])('refuses %s, and writes nothing', async (_, changes, options, message) => {
    const app = await newApp(changes);
    const before = textsOf(app);
    await expect(generate(app, options)).rejects.toThrow(message);
    expect(textsOf(app)).toEqual(before);
  });
});
