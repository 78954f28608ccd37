import type { UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, prettier, runner, textsOf, withPackage } from '../../test/apps';

const guardedApp = async (changes: Parameters<typeof newApp>[0] = {}) =>
  runner().runSchematic('init', {}, await newApp(changes));

const generate = (app: UnitTestTree, options: object) => runner().runSchematic('protected-controller', options, app);

const FILES = ['src/notes/notes.controller.ts', 'src/notes/dto/create-notes.dto.ts', 'test/notes.e2e-spec.ts'];

describe('protected-controller', () => {
  it('writes a controller with its DTO and test, and registers it', async () => {
    const app = await generate(await guardedApp(), { name: 'notes' });
    const [controller, , test] = FILES.map((path) => app.readText(path));
    expect(controller).toContain("@RequireScopes('notes:read')\n  list(");
    expect(controller).toContain("@RequireScopes('notes:write')\n  create(");
    expect(test).toContain("issuer: process.env.AUTH_URL ?? 'http://localhost:3000',");
    const module = app.readText('src/app.module.ts');
    expect(module).toContain("import { NotesController } from './notes/notes.controller';");
    expect(module).toContain('controllers: [AppController, NotesController],');
  });

  it('changes nothing the second time', async () => {
    const app = await generate(await guardedApp(), { name: 'notes' });
    const before = textsOf(app);
    expect(textsOf(await generate(app, { name: 'notes' }))).toEqual(before);
  });

  it('leaves a controller that is there', async () => {
    const own = 'export class NotesController {}\n';
    const app = await generate(await guardedApp({ [FILES[0]!]: own }), { name: 'notes' });
    expect(app.readText(FILES[0]!)).toBe(own);
  });

  it('registers in the module of the folder', async () => {
    const notes = "import { Module } from '@nestjs/common';\n\n@Module({})\nexport class NotesModule {}\n";
    const before = await guardedApp({ 'src/notes/notes.module.ts': notes });
    const root = before.readText('src/app.module.ts');
    const app = await generate(before, { name: 'notes' });
    expect(app.readText('src/app.module.ts')).toBe(root);
    expect(app.readText('src/notes/notes.module.ts')).toContain('@Module({\n  controllers: [NotesController],\n})');
    expect(app.readText('src/notes/notes.module.ts')).toContain("from './notes.controller';");
  });

  it('takes a folder, scopes and names of several words', async () => {
    const options = { name: 'admin/AuditLogs', readScope: 'audit', writeScope: 'audit.write', spec: false };
    const app = await generate(await guardedApp(), options);
    const text = app.readText('src/admin/audit-logs/audit-logs.controller.ts');
    expect(text).toContain('export class AuditLogsController');
    expect(text).toContain("@RequireScopes('audit')");
    expect(app.exists('test/audit-logs.e2e-spec.ts')).toBe(false);
  });

  it('validates the body where the app has class-validator', async () => {
    const app = await generate(await guardedApp({ 'package.json': withPackage('class-validator', '^0.14.0') }), {
      name: 'notes',
    });
    expect(app.readText(FILES[1]!)).toContain('  @IsString()\n  @MaxLength(1000)\n  text!: string;');
  });

  it.each([
    ['Express', {}],
    ['Fastify', { 'src/main.ts': (text: string) => `import { FastifyAdapter } from 'x';\n${text}` }],
    ['Vitest', { 'package.json': withPackage('vitest', '^4.0.0') }],
  ])('writes what Prettier leaves as it is: %s', async (_, changes) => {
    const app = await generate(await guardedApp(changes), { name: 'notes' });
    for (const path of [...FILES, 'src/app.module.ts']) expect(app.readText(path)).toBe(await prettier(app, path));
  });

  describe('in an app of another kind', () => {
    const MODULE = 'src/app.module.ts';

    it.each([
      ['tabs', (text: string) => text.replace(/^( {2})+/gm, (all) => '\t'.repeat(all.length / 2)), /^ /m],
      ['CRLF', (text: string) => text.replaceAll('\n', '\r\n'), /[^\r]\n/],
    ])('keeps %s', async (_, change, other) => {
      const app = await generate(await guardedApp({ [MODULE]: change }), { name: 'notes' });
      for (const path of [MODULE, ...FILES]) expect(app.readText(path)).not.toMatch(other);
    });

    it('needs no main.ts where the root module has its usual place', async () => {
      const app = await generate(await guardedApp({ 'src/main.ts': undefined }), { name: 'notes' });
      expect(app.readText(MODULE)).toContain('controllers: [AppController, NotesController],');
    });

    it('leaves other global guards, and finds the guard in another module', async () => {
      const auth = `import { GuardModule, JwtBearerGuard } from '@consentry/guard';
@Module({
  imports: [GuardModule.forRoot({ issuer: 'https://auth.example.com', audience: 'https://me.example.com' })],
  providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }, { provide: APP_GUARD, useClass: JwtBearerGuard }],
})
export class AuthModule {}
`;
      const before = await newApp({ 'src/auth/auth.module.ts': auth });
      const app = await generate(before, { name: 'notes' });
      expect(app.readText('src/auth/auth.module.ts')).toBe(auth);
      expect(app.readText(FILES[2]!)).toContain("issuer: 'https://auth.example.com',");
    });

    it('is refused with the lines to paste, and nothing written, where a module cannot be edited', async () => {
      const notes = "import { Module } from '@nestjs/common';\n\n@Module(metadata)\nexport class NotesModule {}\n";
      const app = await guardedApp({ 'src/notes/notes.module.ts': notes });
      const before = textsOf(app);
      await expect(generate(app, { name: 'notes' })).rejects.toThrow(
        "import { NotesController } from './notes.controller';",
      );
      expect(textsOf(app)).toEqual(before);
    });
  });

  it.each([
    ['an app without the guard', newApp, { name: 'notes' }, 'nest g -c @consentry/schematics init'],
    ['a scope that is none', guardedApp, { name: 'notes', readScope: "x'y" }, 'is not a scope'],
    ['a name that is none', guardedApp, { name: '4' }, 'A controller cannot be named 4.'],
  ])('refuses %s', async (_, app, options, message) => {
    await expect(generate(await app(), options)).rejects.toThrow(message);
  });
});
