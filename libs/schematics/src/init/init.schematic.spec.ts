import { runInNewContext } from 'node:vm';

import type { UnitTestTree } from '@angular-devkit/schematics/testing';
import * as ts from 'typescript';

import { newApp, prettier, runner, textsOf, withPackage } from '../../test/apps';

const MODULE = 'src/app.module.ts';
const TEST = 'test/guard.e2e-spec.ts';
const SETTINGS = 'src/consentry.settings.ts';

const init = (app: UnitTestTree, options: object = {}) => runner().runSchematic('init', options, app);

const moduleOf = (body: string, more = '') => `import { Module } from '@nestjs/common';
${more}
@Module(${body})
export class AppModule {}
`;

describe('init', () => {
  it('guards an app as nest new makes it', async () => {
    const app = await init(await newApp());
    expect(app.readText(MODULE)).toBe(`import { Module } from '@nestjs/common';
import { GuardModule, JwtBearerGuard } from '@consentry/guard';
import { APP_GUARD } from '@nestjs/core';
import { setting } from './consentry.settings';
import { AppController } from './app.controller';
import { AppService } from './app.service';

@Module({
  imports: [
    GuardModule.forRootAsync({
      useFactory: () => ({
        issuer: setting('AUTH_URL', 'http://localhost:3000'),
        audience: setting('SERVICE_URL', 'http://localhost:3001'),
      }),
    }),
  ],
  controllers: [AppController],
  providers: [AppService, { provide: APP_GUARD, useClass: JwtBearerGuard }],
})
export class AppModule {}
`);
    const { dependencies } = app.readJson('package.json') as { dependencies: Record<string, string> };
    expect(dependencies['@consentry/guard']).toBe('^0.1.0');
    expect(Object.keys(dependencies)[0]).toBe('@consentry/guard');
    expect(app.readText('.env.example')).toMatch(/^AUTH_URL=http:\/\/localhost:3000$/m);
  });

  it('is also what nest add runs', async () => {
    const app = await runner().runSchematic('nest-add', { sourceRoot: 'src' }, await newApp());
    expect(app.exists(TEST)).toBe(true);
  });

  it('takes the versions and addresses that it is given', async () => {
    const options = { guardVersion: 'file:guard.tgz', issuer: 'https://auth.example.com' };
    const app = await init(await newApp(), options);
    expect(app.readText('package.json')).toContain('"@consentry/guard": "file:guard.tgz"');
    expect(app.readText(MODULE)).toContain("setting('AUTH_URL', 'https://auth.example.com')");
    expect(app.readText(TEST)).toContain("issuer: process.env.AUTH_URL ?? 'https://auth.example.com'");
  });

  it('installs packages, unless it is told not to, or none are missing', async () => {
    const tasks = async (app: UnitTestTree, options: object) => {
      const one = runner();
      await one.runSchematic('init', options, app);
      return one.tasks.map(({ name }) => name);
    };
    expect(await tasks(await newApp(), {})).toEqual(['node-package']);
    expect(await tasks(await newApp(), { skipInstall: true })).toEqual([]);
    expect(await tasks(await newApp({ 'package.json': withPackage('@consentry/guard', '^0.1.0') }), {})).toEqual([]);
  });

  it('says in five lines what to do next, and which controllers are closed now', async () => {
    const cats = "import { Controller } from '@nestjs/common';\n@Controller('cats')\nexport class CatsController {}\n";
    const one = runner();
    const lines: string[] = [];
    one.logger.subscribe(({ message }) => lines.push(message));
    const module = moduleOf(
      '{ controllers: [CatsController] }',
      "import { CatsController } from './cats/cats.controller';\n",
    );
    await one.runSchematic('init', {}, await newApp({ [MODULE]: module, 'src/cats/cats.controller.ts': cats }));
    expect(lines.filter((line) => /^\d\. /.test(line))).toHaveLength(5);
    expect(lines.join('\n')).toContain('now closed: CatsController (src/cats/cats.controller.ts).');
  });

  describe('a second time', () => {
    it.each([
      ['a new app', {}],
      ['an app with settings', { 'package.json': withPackage('@nestjs/config', '^4.0.0') }],
      ['an app with CRLF', { [MODULE]: (text: string) => text.replaceAll('\n', '\r\n') }],
    ])('changes nothing in %s', async (_, changes) => {
      const once = await init(await newApp(changes));
      const before = textsOf(once);
      expect(textsOf(await init(once, { issuer: 'https://other.example.com' }))).toEqual(before);
    });

    it('leaves a test that was edited, and does not open a route that was closed', async () => {
      const app = await init(await newApp());
      app.overwrite(TEST, '// ours\n');
      app.overwrite('src/app.controller.ts', app.readText('src/app.controller.ts').replace('  @Public()\n', ''));
      const before = textsOf(app);
      expect(textsOf(await init(app))).toEqual(before);
    });

    it('adds what was taken away', async () => {
      const app = await init(await newApp());
      const before = app.readText(MODULE);
      app.overwrite(MODULE, before.replace(', { provide: APP_GUARD, useClass: JwtBearerGuard }', ''));
      expect((await init(app)).readText(MODULE)).toBe(before);
    });
  });

  describe('the hello of nest new', () => {
    it('stays open', async () => {
      const app = await init(await newApp());
      expect(app.readText('src/app.controller.ts')).toContain('  @Public()\n  @Get()\n  getHello()');
    });

    it('is closed where it is no sample any more', async () => {
      const edited = (text: string) => text.replace('@Get()', "@Get('secret')");
      const app = await init(await newApp({ 'src/app.controller.ts': edited }));
      expect(app.readText('src/app.controller.ts')).not.toContain('Public');
    });
  });

  describe('beside a guard of the team', () => {
    const inModule = (provider: string) => ({
      'src/auth/auth.module.ts': `@Module({ providers: [${provider}] })\nexport class AuthModule {}\n`,
    });

    it.each([
      ['a provider', inModule('{ provide: APP_GUARD, useClass: JwtAuthGuard }')],
      ['another way to write it', inModule('{ useExisting: JwtAuthGuard, provide: APP_GUARD }')],
      ['main.ts', { 'src/setup.ts': 'app.useGlobalGuards(new JwtAuthGuard(app.get(Reflector)));\n' }],
    ])(
      'of all routes writes nothing, as people who sign in there could call nothing any more: %s',
      async (_, files) => {
        const app = await newApp(files);
        const before = textsOf(app);
        await expect(init(app)).rejects.toThrow(
          /has JwtAuthGuard as the guard of all routes: .*@UseGuards\(JwtBearerGuard\)/,
        );
        expect(textsOf(app)).toEqual(before);
      },
    );

    it.each([
      ['one that asks nobody who calls', inModule('{ provide: APP_GUARD, useClass: ThrottlerGuard }')],
      ['one of some routes', { 'src/cats.controller.ts': '@UseGuards(JwtAuthGuard)\nexport class Cats {}\n' }],
    ])('goes on: %s', async (_, files) => {
      expect((await init(await newApp(files))).readText(MODULE)).toContain('useClass: JwtBearerGuard');
    });
  });

  describe('settings', () => {
    const CONFIG = { 'package.json': withPackage('@nestjs/config', '^4.0.0') };

    it('come from ConfigService where the app has it', async () => {
      const text = (await init(await newApp(CONFIG))).readText(MODULE);
      expect(text).toContain("import { ConfigModule, ConfigService } from '@nestjs/config';");
      expect(text).toContain('      imports: [ConfigModule],\n      inject: [ConfigService],\n');
      expect(text).toContain("        issuer: setting(config, 'AUTH_URL', 'http://localhost:3000'),");
    });

    const settingOf = async (changes: Parameters<typeof newApp>[0]) => {
      const app = await init(await newApp(changes));
      expect(app.readText(SETTINGS)).toBe(await prettier(app, SETTINGS));
      const { outputText } = ts.transpileModule(app.readText(SETTINGS), {
        compilerOptions: { module: ts.ModuleKind.CommonJS },
      });
      const exported: { setting?: (...given: unknown[]) => string } = {};
      runInNewContext(outputText, { exports: exported, process });
      return exported.setting!;
    };
    const CONFIG_OF = { get: (name: string) => process.env[name] };

    it.each([
      ['the environment', {}, []],
      ['ConfigService', CONFIG, [CONFIG_OF]],
    ])('have a default on a machine of developers, and none in production: by %s', async (_, changes, given) => {
      const setting = await settingOf(changes);
      const read = (env: Record<string, string>) => {
        const replaced = jest.replaceProperty(process, 'env', env);
        try {
          return setting(...given, 'AUTH_URL', 'http://localhost:3000');
        } finally {
          replaced.restore();
        }
      };
      expect(read({})).toBe('http://localhost:3000');
      expect(read({ NODE_ENV: 'production', AUTH_URL: 'https://a.example' })).toBe('https://a.example');
      const missing = 'Set AUTH_URL: in production it has no default.';
      expect(() => read({ NODE_ENV: 'production' })).toThrow(missing);
      expect(() => read({ NODE_ENV: 'production', AUTH_URL: '' })).toThrow(missing);
    });

    it('need no import of a global ConfigModule', async () => {
      const body = '{\n  imports: [ConfigModule.forRoot({ isGlobal: true })],\n}';
      const text = moduleOf(body, "import { ConfigModule } from '@nestjs/config';\n");
      const app = await init(await newApp({ ...CONFIG, [MODULE]: text }));
      expect(app.readText(MODULE)).toContain("import { ConfigModule, ConfigService } from '@nestjs/config';");
      expect(app.readText(MODULE)).not.toContain('imports: [ConfigModule],');
      expect(app.readText(MODULE)).toContain(
        '    ConfigModule.forRoot({ isGlobal: true }),\n    GuardModule.forRootAsync({',
      );
    });

    it('are added to an .env.example, and those that are there stay', async () => {
      const app = await init(await newApp({ '.env.example': 'PORT=3000\r\nAUTH_URL=https://ours.example.com' }));
      expect(app.readText('.env.example')).toBe(
        'PORT=3000\r\nAUTH_URL=https://ours.example.com\r\n' +
          '# This service, as the access tokens name it\r\nSERVICE_URL=http://localhost:3001\r\n',
      );
    });
  });

  describe('layouts of a module', () => {
    it.each([
      ['nothing', '{}'],
      ['no lists', '{\n  exports: [],\n}'],
      ['lists on one line', '{\n  imports: [CatsModule],\n  providers: [CatsService],\n}'],
      ['lists with a line each', '{\n  imports: [\n    CatsModule,\n    DogsModule,\n  ],\n  providers: [],\n}'],
      ['calls', "{\n  imports: [CatsModule.forRoot({ name: 'tom' })],\n  providers: [...services],\n}"],
      [
        'spreads',
        '{\n  imports: [...features],\n  providers: [\n    ...services,\n    ...(isProduction ? [] : [Fake]),\n  ],\n}',
      ],
      ['variables', '{\n  imports: features,\n  providers,\n}'],
      ['expressions', '{\n  imports: isProduction ? [A] : [B],\n  providers: core.concat(more),\n}'],
      ['another global guard', '{\n  providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],\n}'],
    ])('%s', async (_, body) => {
      const app = await init(await newApp({ [MODULE]: moduleOf(body) }));
      const text = app.readText(MODULE);
      for (const word of body.match(/\w+/g) ?? []) expect(text).toContain(word);
      expect(text).toMatch(/imports: \[\s*(\S.*\s+)*?GuardModule\.forRootAsync\(/);
      expect(text).toMatch(/\{\s*provide: APP_GUARD,\s*useClass: JwtBearerGuard,?\s*\}/);
      await expect(prettier(app, MODULE)).resolves.toContain('GuardModule');
      const before = textsOf(app);
      expect(textsOf(await init(app))).toEqual(before);
    });

    it('keeps the comments of a list', async () => {
      const body = '{\n  imports: [\n    CatsModule, // the cats\n    DogsModule // the dogs\n  ],\n}';
      const text = (await init(await newApp({ [MODULE]: moduleOf(body) }))).readText(MODULE);
      expect(text).toContain(
        '    CatsModule, // the cats\n    DogsModule, // the dogs\n    GuardModule.forRootAsync({\n',
      );
    });

    it('finds the module that main.ts starts', async () => {
      const root = moduleOf('{ imports: [] }').replace('AppModule', 'RootModule');
      const app = await newApp({
        'src/main.ts': (text) =>
          text.replaceAll('AppModule', 'RootModule').replace('./app.module', './root/root.module'),
        'src/root/root.module.ts': root,
        [MODULE]: undefined,
      });
      const guarded = await init(app);
      expect(guarded.readText('src/root/root.module.ts')).toContain('GuardModule.forRootAsync');
      expect(guarded.readText(TEST)).toContain("import { RootModule } from '../src/root/root.module';");
    });

    it('finds the app of a project', async () => {
      const app = await newApp();
      for (const path of app.files.filter((one) => /^\/(src|test)\//.test(one))) app.rename(path, `/apps/cats${path}`);
      const projects = { cats: { sourceRoot: 'apps/cats/src' } };
      app.overwrite('nest-cli.json', JSON.stringify({ monorepo: true, sourceRoot: 'apps/dogs/src', projects }));
      const guarded = await init(app, { project: 'cats' });
      expect(guarded.exists('apps/cats/test/guard.e2e-spec.ts')).toBe(true);
      await expect(init(app, { project: 'birds' })).rejects.toThrow('nest-cli.json has no project birds; it has cats.');
    });
  });

  describe('ways of writing', () => {
    it('keeps tabs', async () => {
      const tabs = (text: string) => text.replace(/^( {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
      const app = await init(await newApp({ [MODULE]: tabs, 'package.json': tabs }));
      expect(app.readText(MODULE)).toContain('\timports: [\n\t\tGuardModule.forRootAsync({\n\t\t\tuseFactory');
      expect(app.readText('package.json')).toContain('\n\t\t"@consentry/guard"');
      for (const path of [MODULE, TEST]) expect(app.readText(path)).not.toMatch(/^ /m);
    });

    it('keeps CRLF', async () => {
      const crlf = (text: string) => text.replaceAll('\n', '\r\n');
      const app = await init(await newApp({ [MODULE]: crlf, 'package.json': crlf, 'src/app.controller.ts': crlf }));
      for (const path of [MODULE, TEST, 'package.json', 'src/app.controller.ts'])
        expect(app.readText(path)).not.toMatch(/[^\r]\n/);
    });

    it('keeps double quotes, and no semicolons', async () => {
      const bare = (text: string) => text.replaceAll("'", '"').replace(/;$/gm, '');
      const text = (await init(await newApp({ [MODULE]: bare }))).readText(MODULE);
      expect(text).toContain('import { GuardModule, JwtBearerGuard } from "@consentry/guard"\n');
      expect(text).not.toMatch(/'|;$/m);
    });

    it.each([
      ['Express', 'jest', {}],
      ['Fastify', 'jest', { 'src/main.ts': (text: string) => `import { FastifyAdapter } from 'x';\n${text}` }],
      ['Express', 'vitest', { 'package.json': withPackage('vitest', '^4.0.0') }],
    ])('writes what Prettier leaves as it is: %s, %s', async (_, __, changes) => {
      const app = await init(await newApp(changes));
      for (const path of [MODULE, TEST, 'src/app.controller.ts'])
        expect(app.readText(path)).toBe(await prettier(app, path));
    });

    it('names files in imports of ES modules', async () => {
      const app = await init(
        await newApp({ 'package.json': (text) => text.replace('"private"', '"type": "module",\n  "private"') }),
      );
      expect(app.readText(TEST)).toContain("from '../src/app.module.js';");
      expect(app.readText(TEST)).toContain("from 'supertest/types.js';");
    });
  });

  describe('refuses, with nothing written and the lines to paste,', () => {
    const refused = async (changes: Record<string, string | undefined>, options = {}) => {
      const app = await newApp(changes);
      const before = textsOf(app);
      const refusal = await init(app, options).then(
        () => 'not refused',
        (error: Error) => error.message,
      );
      expect(textsOf(app)).toEqual(before);
      return refusal;
    };

    it.each([
      ['no decorator', 'export class AppModule {}\n'],
      ['metadata of a variable', moduleOf('metadata')],
      ['metadata by a spread', moduleOf('{ ...metadata }')],
      ['a getter', moduleOf('{ imports() {} }')],
    ])('a module with %s', async (_, text) => {
      const refusal = await refused({ [MODULE]: text });
      expect(refusal).toContain('Paste these lines, then run it again:');
      expect(refusal).toContain("import { GuardModule } from '@consentry/guard';");
      expect(refusal).toContain("issuer: setting('AUTH_URL', 'http://localhost:3000'),");
    });

    it('a module that lacks a file until the lines are pasted', async () => {
      const pasted = `import { setting } from './consentry.settings';
import { GuardModule } from '@consentry/guard';
@Module({ imports: [GuardModule.forRootAsync({ useFactory: () => ({ issuer: setting('AUTH_URL', 'http://localhost:3000') }) })] })
export class AppModule {}
`;
      expect((await init(await newApp({ [MODULE]: pasted }))).exists(SETTINGS)).toBe(true);
    });

    it('another GuardModule', async () => {
      const text = moduleOf('{ imports: [GuardModule] }', "import { GuardModule } from './guard.module';\n");
      expect(await refused({ [MODULE]: text })).toMatch(/has another GuardModule than the one from @consentry\/guard/);
    });

    it('an app without its module', async () => {
      expect(await refused({ [MODULE]: undefined, 'src/main.ts': undefined })).toContain(
        'nor is there src/app.module.ts',
      );
    });

    it.each([
      ['Nest 10', '{ "dependencies": { "@nestjs/core": "^10.0.0" } }', 'The guard supports Nest 11 and 12'],
      ['what is no Nest app', '{}', 'this is not a Nest app'],
    ])('%s', async (_, manifest, message) => {
      expect(await refused({ 'package.json': manifest })).toContain(message);
    });
  });

  it('leaves a guard that the app has elsewhere, and tests it by its own settings', async () => {
    const auth = `import { GuardModule, JwtBearerGuard } from '@consentry/guard';
@Module({
  imports: [GuardModule.forRoot({ issuer: 'https://auth.example.com', audience: process.env.ME ?? 'https://me.example.com' })],
  providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
})
export class AuthModule {}
`;
    const before = await newApp({ 'src/auth/auth.module.ts': auth });
    const module = before.readText(MODULE);
    const app = await init(before);
    expect(app.readText(MODULE)).toBe(module);
    expect(app.readText(TEST)).toContain("issuer: 'https://auth.example.com',");
    expect(app.readText(TEST)).toContain("audience: process.env.ME ?? 'https://me.example.com',");
  });
});
