import type { UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, nxWorkspace, prettier, runner, textsOf, withPackage } from '../../test/apps';

const FILES = ['notes.client', 'notes-client.controller', 'notes-client.module', 'notes-sign-in.filter'].map(
  (name) => `src/notes-client/${name}.ts`,
);
const [CLIENT, CONTROLLER, MODULE] = FILES as [string, string, string];
const SESSION = 'src/session/session.module.ts';
const TEST = 'test/notes-client.e2e-spec.ts';
const ROOT = 'src/app.module.ts';

const generate = (app: UnitTestTree, options: object = {}) =>
  runner().runSchematic('client', { name: 'notes', ...options }, app);

type Changes = Parameters<typeof newApp>[0];

const onFastify: Changes = { 'src/main.ts': (text) => `import { FastifyAdapter } from 'x';\n${text}` };
const withConfig: Changes = { 'package.json': withPackage('@nestjs/config', '^4.0.0') };
const database = (options: string): Changes => ({
  'src/database.module.ts': `import { TypeOrmModule } from '@nestjs/typeorm';

@Module({
  imports: [TypeOrmModule.forRoot(${options})],
})
export class DatabaseModule {}
`,
});

async function printed(app: UnitTestTree): Promise<string> {
  const lines: string[] = [];
  const one = runner();
  one.logger.subscribe(({ message }) => lines.push(message));
  await one.runSchematic('client', { name: 'notes' }, app);
  return lines.join('\n');
}

describe('client', () => {
  it('writes a typed client, its sign-in and its test into an app as nest new makes it', async () => {
    const app = await generate(await newApp());
    expect(app.readText(ROOT)).toContain('imports: [SessionModule, NotesClientModule],');
    expect(app.readText(CLIENT)).toContain('list(person: string): Promise<Notes> {');
    expect(app.readText(CONTROLLER)).toContain("@Controller('notes-client')\n@UseFilters(NotesSignInFilter)\n");
    const module = app.readText(MODULE);
    expect(module).toContain("scopes: ['openid', 'notes:read', 'notes:write'],");
    expect(module).toContain("issuer: setting('AUTH_URL', 'http://localhost:3000'),");
    expect(module).not.toContain('TypeOrm');
    expect(app.readText('.env.example')).toMatch(/^NOTES_URL=http:\/\/localhost:3001$/m);
    const manifest = app.readJson('package.json') as Record<string, Record<string, string>>;
    expect(Object.keys(manifest['dependencies']!)).toEqual(
      expect.arrayContaining(['@consentry/client', 'express-session']),
    );
    expect(Object.keys(manifest['devDependencies']!)).toContain('@consentry/guard');
  });

  it('takes names of several words, scopes and URLs', async () => {
    const options = {
      name: 'AuditLogs',
      scopes: 'audit',
      url: 'https://audit.example.com/',
      issuer: 'https://a.example',
    };
    const app = await generate(await newApp(), options);
    const module = app.readText('src/audit-logs-client/audit-logs-client.module.ts');
    expect(module).toContain("return setting('AUDIT_LOGS_URL', 'https://audit.example.com');");
    expect(module).toContain("scopes: ['openid', 'audit'],");
    expect(module).toContain("'http://localhost:8080/audit-logs-client/callback'");
    expect(app.readText('test/audit-logs-client.e2e-spec.ts')).toContain("process.env.AUTH_URL ?? 'https://a.example'");
  });

  it('reads settings by the ConfigService of the app', async () => {
    const text = (await generate(await newApp(withConfig))).readText(MODULE);
    expect(text).toContain('      imports: [ConfigModule],\n      inject: [ConfigService],\n');
    expect(text).toContain("clientSecret: config.get<string>('CLIENT_SECRET') || undefined,");
  });

  it('is open in an app whose routes are guarded', async () => {
    const app = await generate(await runner().runSchematic('init', {}, await newApp()));
    expect(app.readText(CONTROLLER)).toContain("@Controller('notes-client')\n@Public()\n");
  });

  it('has the guard for its test, until init guards the app itself', async () => {
    const app = await runner().runSchematic('init', {}, await generate(await newApp()));
    const { dependencies, devDependencies } = app.readJson('package.json') as Record<string, object>;
    expect(dependencies).toHaveProperty('@consentry/guard');
    expect(devDependencies).not.toHaveProperty('@consentry/guard');
  });

  it.each<[string, Changes]>([
    ['a new app', {}],
    ['Fastify', onFastify],
    ['a list of entities', database('{ entities: [User] }')],
  ])('changes nothing the second time: %s', async (_, changes) => {
    const app = await generate(await newApp(changes));
    app.overwrite(CLIENT, '// ours\n');
    const before = textsOf(app);
    expect(textsOf(await generate(app, { url: 'https://other.example.com' }))).toEqual(before);
  });

  it('writes a second client beside the first, with the same sessions', async () => {
    const first = await generate(await newApp());
    const before = textsOf(first);
    const app = await generate(first, { name: 'photos' });
    expect(app.readText(ROOT)).toContain('imports: [SessionModule, NotesClientModule, PhotosClientModule],');
    for (const path of [...FILES, TEST, SESSION]) expect(app.readText(path)).toBe(before[`/${path}`]);
    expect(app.readText('test/jest-e2e.json')).toBe(before['/test/jest-e2e.json']);
    expect(app.readText('.env.example')).toContain('PHOTOS_REDIRECT_URI=');
    expect(app.readText('test/photos-client.e2e-spec.ts')).not.toContain('express-session');
  });

  describe('sessions', () => {
    it('are of the raw request on Fastify', async () => {
      const app = await generate(await newApp(onFastify));
      expect(app.readText(SESSION)).toContain("consumer.apply(sessions).forRoutes('{*splat}');");
      expect(app.readText(CONTROLLER)).toContain('raw.session.notesPending = pending;');
    });

    it('have a secret and a store in production, or the app does not start', async () => {
      const text = (await generate(await newApp())).readText(SESSION);
      expect(text).toContain("secret: setting('SESSION_SECRET', randomBytes(32).toString('hex')),");
      expect(text).toContain('store: sessionStore(),');
      expect(text).toMatch(/'production'\) \{\s+throw new Error\('Sessions need a store: /);
    });

    it("are of Fastify's request by its own plugin", async () => {
      const main = (text: string) =>
        `import { FastifyAdapter } from 'x';\nimport session from '@fastify/session';\n${text}`;
      const app = await generate(await newApp({ 'src/main.ts': main }));
      expect(app.readText(CONTROLLER)).toContain('    session.notesPending = pending;');
      expect(app.exists(SESSION)).toBe(false);
    });

    it('are those that the app has, and the test sets up what main.ts does', async () => {
      const app = await newApp({ 'src/main.ts': (text) => `import session from 'express-session';\n${text}` });
      expect(await printed(app)).toContain('kept in the session of express-session, which main.ts');
      const written = await generate(app);
      expect(written.exists(SESSION)).toBe(false);
      expect(written.readText(TEST)).toContain("app.use(session({ secret: 'x'");
    });
  });

  describe('tokens', () => {
    it('are rows where the app has TypeORM', async () => {
      const app = await generate(await newApp(database("{ type: 'postgres', autoLoadEntities: true }")));
      expect(app.readText(MODULE)).toContain("store: new TypeOrmTokenStore(dataSource, 'notes'),");
      expect(app.readText(MODULE)).toContain('TypeOrmModule.forFeature([StoredTokens]),');
      expect(app.readText('src/database.module.ts')).not.toContain('StoredTokens');
    });

    it('are added to the entities that the app lists', async () => {
      const app = await generate(await newApp(database("{ type: 'postgres', entities: [User] }")));
      const text = app.readText('src/database.module.ts');
      expect(text).toContain("import { StoredTokens } from '@consentry/client/typeorm';");
      expect(text).toContain('entities: [User, StoredTokens]');
    });

    it('are refused with the lines to paste where no entities are found', async () => {
      const app = await newApp(database('options'));
      const before = textsOf(app);
      await expect(generate(app)).rejects.toThrow('entities: [StoredTokens],');
      expect(textsOf(app)).toEqual(before);
    });

    it('in memory are said to end with the process', async () => {
      expect(await printed(await newApp())).toContain('Tokens are kept in this process');
    });
  });

  describe('Jest', () => {
    const jest = (app: UnitTestTree) => app.readJson('test/jest-e2e.json') as Record<string, object>;

    it('transforms what ships ES modules alone, with ts-jest before all else', async () => {
      const config = jest(await generate(await newApp()));
      expect(Object.keys(config['transform']!)).toEqual(['node_modules/.+\\.js$', '^.+\\.(t|j)s$']);
      expect(config['transformIgnorePatterns']).toEqual(['/node_modules/(?!(openid-client|oauth4webapi|jose)/)']);
    });

    it('keeps another transformer', async () => {
      const swc = { 'test/jest-e2e.json': (text: string) => text.replace('"ts-jest"', '"@swc/jest"') };
      const config = jest(await generate(await newApp(swc)));
      expect(config['transform']).toEqual({ '^.+\\.(t|j)s$': '@swc/jest' });
    });

    it.each<[string, NonNullable<Changes>]>([
      [
        'are patterns already',
        { 'test/jest-e2e.json': (text) => text.replace('{', '{ "transformIgnorePatterns": ["x"],') },
      ],
      [
        'is no JSON',
        { 'test/jest-e2e.json': undefined, 'package.json': (text) => text.replace('"jest": {', '"j": {') },
      ],
    ])('is said what to paste where there %s', async (_, changes) => {
      const app = await newApp(changes);
      const before = changes['test/jest-e2e.json'] && app.readText('test/jest-e2e.json');
      expect(await printed(app)).toContain("transformIgnorePatterns: ['/node_modules/(?!(openid-client");
      if (before !== undefined) expect(app.readText('test/jest-e2e.json')).toBe(before);
    });

    describe('of Nx, whose settings are code', () => {
      const CONFIG = 'apps/cats/jest.config.cts';
      const TSCONFIG = 'apps/cats/tsconfig.spec.json';
      const TS_JEST = "['ts-jest', { tsconfig: '<rootDir>/tsconfig.spec.json' }]";
      const settings = (start: string, transformer = TS_JEST) => `${start} {
  transform: {
    '^.+\\\\.[tj]s$': ${transformer},
  },
  moduleFileExtensions: ['ts', 'js', 'html'],
};
`;
      const inNx = async (config: string) => {
        const app = await nxWorkspace('cats');
        app.create(CONFIG, config);
        app.create(TSCONFIG, '{ "compilerOptions": { "module": "commonjs" } }');
        return app;
      };

      it.each(['module.exports =', 'export default'])('transforms by the tsconfig of %s', async (start) => {
        const app = await inNx(settings(start));
        expect(await printed(app)).not.toContain('Jest');
        expect(app.readText(CONFIG)).toBe(
          settings(start).replace(
            '  },\n',
            "  },\n  transformIgnorePatterns: [\n    '/node_modules/(?!(openid-client|oauth4webapi|jose)/)',\n  ],\n",
          ),
        );
        expect(app.readText(CONFIG)).toBe(await prettier(app, CONFIG));
        expect(app.readJson(TSCONFIG)).toEqual({ compilerOptions: { module: 'commonjs', allowJs: true } });
        const before = textsOf(app);
        expect(textsOf(await generate(app))).toEqual(before);
      });

      it('keeps another transformer, which takes JavaScript by itself', async () => {
        const app = await generate(await inNx(settings('module.exports =', "'@swc/jest'")));
        expect(app.readText(CONFIG)).toContain('transformIgnorePatterns');
        expect(app.readJson(TSCONFIG)).toEqual({ compilerOptions: { module: 'commonjs' } });
      });

      it.each([
        ['come from a function', 'module.exports = settings();'],
        ['say what is left as it is', settings('module.exports =').replace('{', "{ transformIgnorePatterns: ['x'],")],
        ['name no tsconfig', settings('module.exports =', "'ts-jest'")],
        ['transform TypeScript alone', settings('module.exports =').replace('[tj]s', 'ts')],
        ['name a tsconfig that there is not', settings('module.exports =').replace('spec', 'other')],
      ])('are left as they are, and the lines printed, where they %s', async (_, config) => {
        const app = await inNx(config);
        const lines = await printed(app);
        expect(lines).toContain("transformIgnorePatterns: ['/node_modules/(?!(openid-client");
        expect(lines).toContain('"allowJs": true');
        expect(app.readText(CONFIG)).toBe(config);
        expect(app.readJson(TSCONFIG)).toEqual({ compilerOptions: { module: 'commonjs' } });
      });
    });

    it('is left alone beside Vitest', async () => {
      const app = await newApp({ 'package.json': withPackage('vitest', '^4.0.0') });
      const before = app.readText('test/jest-e2e.json');
      expect((await generate(app)).readText('test/jest-e2e.json')).toBe(before);
    });
  });

  it.each([
    ['a name that is none', { name: '4' }, 'A client cannot be named 4.'],
    ['a scope that is none', { scopes: "x'y" }, 'is not a scope'],
    ['a URL that is none', { url: 'notes' }, 'url must be a URL; got "notes".'],
  ])('refuses %s', async (_, options, message) => {
    await expect(generate(await newApp(), options)).rejects.toThrow(message);
  });

  it.each<[string, Changes]>([
    ['Express', {}],
    ['Fastify', onFastify],
    ['ConfigService', withConfig],
    ['ConfigService on Fastify', { ...withConfig, ...onFastify }],
    ['TypeORM', database("{ type: 'postgres', autoLoadEntities: true }")],
    ['Vitest', { 'package.json': withPackage('vitest', '^4.0.0') }],
    ['sessions of its own', { 'src/main.ts': (text) => `import session from 'express-session';\n${text}` }],
  ])('writes what Prettier leaves as it is: %s', async (_, changes) => {
    const app = await generate(await newApp(changes));
    const written = [...FILES, TEST, ROOT, SESSION].filter((path) => app.exists(path));
    for (const path of written) expect(app.readText(path)).toBe(await prettier(app, path));
  });
});
