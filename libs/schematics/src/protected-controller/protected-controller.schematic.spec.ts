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

  it.each([
    ['an app without the guard', newApp, { name: 'notes' }, 'nest g -c @consentry/schematics init'],
    ['a scope that is none', guardedApp, { name: 'notes', readScope: "x'y" }, 'is no scope'],
    ['a name that is none', guardedApp, { name: '4' }, 'A controller cannot be named 4.'],
  ])('refuses %s', async (_, app, options, message) => {
    await expect(generate(await app(), options)).rejects.toThrow(message);
  });
});
