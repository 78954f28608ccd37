import type { UnitTestTree } from '@angular-devkit/schematics/testing';
import * as ts from 'typescript';

import { newApp, runner, textsOf } from '../../test/apps';

const MODULE = 'src/app.module.ts';
const TEST = 'test/guard.e2e-spec.ts';
const CORE = "import { NestFactory } from '@nestjs/core';\n";
const IMPORTED = "import { AppModule } from './app.module';\n";
const GUARD = 'GuardModule.forRootAsync({';

const started = (module: string, name = 'app') =>
  `  const ${name} = await NestFactory.create(${module});\n  await ${name}.listen(3000);\n`;
const bootstrap = (...lines: string[]) => `async function bootstrap() {\n${lines.join('')}}\nvoid bootstrap();\n`;

const moduleFile = (className: string, exported = 'export class', controllers = '') =>
  `import { Module } from '@nestjs/common';
${controllers && `import { ${controllers} } from './${controllers.toLowerCase().replace('controller', '.controller')}';\n`}
@Module({ imports: [], controllers: [${controllers}] })
${exported} ${className} {}
`;
const controllerFile = (className: string) =>
  `import { Controller } from '@nestjs/common';\n\n@Controller()\nexport class ${className} {}\n`;

/** An app of its own beside the API, for those who measure it. */
const METRICS = {
  'src/metrics.module.ts': moduleFile('MetricsModule', 'export class', 'MetricsController'),
  'src/metrics.controller.ts': controllerFile('MetricsController'),
};
const METRICS_IMPORTED = "import { MetricsModule } from './metrics.module';\n";

const WITH_STATIC = (text: string) =>
  text.replace(
    'export class AppModule {}',
    'export class AppModule {\n  static register() {\n    return { module: AppModule, providers: [] };\n  }\n}',
  );

interface Shape {
  readonly files: Parameters<typeof newApp>[0];
  /** The file of the guarded module; `src/app.module.ts` by default. */
  readonly guards?: string;
  /** The import of the generated test. */
  readonly tested?: string;
}

const SHAPES: Record<string, Shape> = {
  'a context of its own before the app': {
    files: {
      ...METRICS,
      'src/main.ts':
        CORE +
        METRICS_IMPORTED +
        IMPORTED +
        bootstrap('  const seed = await NestFactory.createApplicationContext(MetricsModule);\n', started('AppModule')),
    },
  },
  'a microservice before the app': {
    files: {
      ...METRICS,
      'src/main.ts':
        CORE +
        METRICS_IMPORTED +
        IMPORTED +
        bootstrap('  await NestFactory.createMicroservice(MetricsModule, {});\n', started('AppModule')),
    },
  },
  'the same module by two calls': {
    files: {
      'src/main.ts':
        CORE +
        IMPORTED +
        bootstrap('if (process.env.TLS) {\n', started('AppModule'), '} else {\n', started('AppModule'), '}\n'),
    },
  },
  'another name of the factory': {
    files: {
      'src/root.module.ts': moduleFile('RootModule'),
      'src/main.ts':
        "import { NestFactory as Nest } from '@nestjs/core';\nimport { RootModule as Root } from './root.module';\n" +
        bootstrap(started('Root').replace('NestFactory', 'Nest')),
    },
    guards: 'src/root.module.ts',
    tested: "import { RootModule } from '../src/root.module';",
  },
  'a default export': {
    files: {
      'src/root.module.ts': moduleFile('RootModule', 'export default class'),
      'src/main.ts': `${CORE}import Root from './root.module';\n${bootstrap(started('Root'))}`,
    },
    guards: 'src/root.module.ts',
    tested: "import RootModule from '../src/root.module';",
  },
  'a default export by a statement': {
    files: {
      'src/root.module.ts': `${moduleFile('RootModule', 'class')}\nexport default RootModule;\n`,
      'src/main.ts': `${CORE}import { default as Root } from './root.module';\n${bootstrap(started('Root'))}`,
    },
    guards: 'src/root.module.ts',
    tested: "import RootModule from '../src/root.module';",
  },
  'an export under another name': {
    files: {
      'src/root.module.ts': `${moduleFile('RootModule', 'class')}\nexport { RootModule as Root };\n`,
      'src/main.ts': `${CORE}import { Root } from './root.module';\n${bootstrap(started('Root'))}`,
    },
    guards: 'src/root.module.ts',
    tested: "import { Root as RootModule } from '../src/root.module';",
  },
  'a barrel': {
    files: {
      'src/root/root.module.ts': moduleFile('RootModule'),
      'src/root/index.ts': "export * from './root.module';\n",
      'src/index.ts': "export { RootModule as AppModule } from './root';\n",
      'src/main.ts': `${CORE}import { AppModule } from '.';\n${bootstrap(started('AppModule'))}`,
    },
    guards: 'src/root/root.module.ts',
    tested: "import { RootModule } from '../src/root/root.module';",
  },
  'a dynamic module': {
    files: {
      'src/root.module.ts': WITH_STATIC(moduleFile('AppModule')),
      'src/main.ts': `${CORE}import { AppModule } from './root.module';\n${bootstrap(started('AppModule.register()'))}`,
    },
    guards: 'src/root.module.ts',
    tested: "import { AppModule } from '../src/root.module';",
  },
  'a constant': {
    files: {
      'src/root.module.ts': moduleFile('RootModule'),
      'src/main.ts': `${CORE}import { RootModule } from './root.module';\nconst appModule = RootModule;\n${bootstrap(started('appModule'))}`,
    },
    guards: 'src/root.module.ts',
  },
  'a constant that is imported': {
    files: {
      'src/root.module.ts': moduleFile('RootModule'),
      'src/app.config.ts':
        "import { RootModule } from './root.module';\n\nexport const config = { root: RootModule };\n",
      'src/main.ts': `${CORE}import { config } from './app.config';\n${bootstrap(started('config.root'))}`,
    },
    guards: 'src/root.module.ts',
  },
  'a module that is loaded later': {
    files: {
      'src/root.module.ts': moduleFile('RootModule'),
      'src/main.ts':
        CORE + bootstrap("  const { RootModule } = await import('./root.module');\n", started('RootModule')),
    },
    guards: 'src/root.module.ts',
  },
  'a function of another file that starts it': {
    files: {
      'src/root.module.ts': moduleFile('RootModule'),
      'src/bootstrap.ts': `${CORE}import { RootModule } from './root.module';\n\nexport async function bootstrap() {\n${started('RootModule')}}\n`,
      'src/main.ts': "import { bootstrap } from './bootstrap';\n\nvoid bootstrap();\n",
    },
    guards: 'src/root.module.ts',
  },
  'a function of another file that is given it': {
    files: {
      'src/root.module.ts': moduleFile('RootModule'),
      'src/bootstrap.ts': `${CORE}export const bootstrap = async (module: object) => {\n${started('module')}};\n`,
      'src/main.ts':
        "import { bootstrap } from './bootstrap';\nimport { RootModule } from './root.module';\n\nvoid bootstrap(RootModule);\n",
    },
    guards: 'src/root.module.ts',
  },
  'a path alias': {
    files: {
      'tsconfig.json': (text) =>
        text.replace('"baseUrl": "./",', '"baseUrl": "./", "paths": { "@root/*": ["src/root/*"] },'),
      'src/root/root.module.ts': moduleFile('RootModule'),
      'src/main.ts': `${CORE}import { RootModule } from '@root/root.module';\n${bootstrap(started('RootModule'))}`,
    },
    guards: 'src/root/root.module.ts',
  },
  'a path from the base of the project': {
    files: {
      'tsconfig.json': (text) =>
        text.replace(/("baseUrl": "[^"]*",)?\s*"incremental"/, '\n    "baseUrl": "./",\n    "incremental"'),
      'src/root/root.module.ts': moduleFile('RootModule'),
      'src/main.ts': `${CORE}import { RootModule } from 'src/root/root.module';\n${bootstrap(started('RootModule'))}`,
    },
    guards: 'src/root/root.module.ts',
  },
};

const REFUSED: Record<string, Shape & { readonly says: RegExp }> = {
  'a second app': {
    files: {
      ...METRICS,
      'src/main.ts':
        CORE + METRICS_IMPORTED + IMPORTED + bootstrap(started('MetricsModule', 'metrics'), started('AppModule')),
    },
    says: /^src\/main\.ts starts several apps: MetricsModule \(src\/metrics\.module\.ts\), AppModule \(src\/app\.module\.ts\)\. .*--module.* npx nest g -c @consentry\/schematics init AppModule\./,
  },
  'a second app, in another file': {
    files: {
      ...METRICS,
      'src/metrics.ts': `${CORE}${METRICS_IMPORTED}export async function serveMetrics() {\n${started('MetricsModule')}}\n`,
      'src/main.ts': `${CORE}import { serveMetrics } from './metrics';\n${IMPORTED}${bootstrap('  await serveMetrics();\n', started('AppModule'))}`,
    },
    says: /^src\/main\.ts starts several apps: AppModule .*MetricsModule/,
  },
  'either of two': {
    files: {
      ...METRICS,
      'src/main.ts':
        CORE + METRICS_IMPORTED + IMPORTED + bootstrap(started('process.env.METRICS ? MetricsModule : AppModule')),
    },
    says: /^src\/main\.ts starts several apps: MetricsModule/,
  },
  'a module of a package': {
    files: { 'src/main.ts': `${CORE}import { RootModule } from '@acme/root';\n${bootstrap(started('RootModule'))}` },
    says: /^src\/main\.ts starts RootModule, which is known only when it runs\. .*--module/,
  },
  'a variable that changes': {
    files: { 'src/main.ts': `${CORE}${IMPORTED}let root = AppModule;\n${bootstrap(started('root'))}` },
    says: /^src\/main\.ts starts root, which is known only when it runs\./,
  },
  'a bootstrap of a package': {
    files: { 'src/main.ts': "import { start } from '@acme/bootstrap';\n\nvoid start();\n" },
    says: /^src\/main\.ts does not start an app with NestFactory\.create\. .*--module/,
  },
  'a module in main.ts': {
    files: { 'src/main.ts': CORE + moduleFile('RootModule', 'class') + bootstrap(started('RootModule')) },
    says: /^src\/main\.ts contains RootModule: move it to its own file/,
  },
  'a class without a name': {
    files: {
      'src/root.module.ts': moduleFile('', 'export default class'),
      'src/main.ts': `${CORE}import Root from './root.module';\n${bootstrap(started('Root'))}`,
    },
    says: /^The module in src\/root\.module\.ts has no name/,
  },
};

async function init(app: UnitTestTree, options: object = {}): Promise<{ app: UnitTestTree; told: string }> {
  const one = runner();
  const lines: string[] = [];
  one.logger.subscribe(({ message }) => lines.push(message));
  return { app: await one.runSchematic('init', options, app), told: lines.join('\n') };
}

const guardedFiles = (app: UnitTestTree) =>
  app.files.filter((path) => app.readText(path).includes(GUARD)).map((path) => path.slice(1));

/** What TypeScript says of the imports of a file from files of the app. */
function wrongImports(app: UnitTestTree, path: string): string[] {
  const options = { noLib: true, types: [], experimentalDecorators: true, module: ts.ModuleKind.CommonJS };
  const host = ts.createCompilerHost(options);
  const inTree = (file: string) => file.replace(/^\/app\//, '');
  const isOfApp = (file: string) => file.startsWith('/app/') && app.exists(inTree(file));
  const program = ts.createProgram([`/app/${path}`], options, {
    ...host,
    fileExists: isOfApp,
    directoryExists: () => true,
    readFile: (file) => (isOfApp(file) ? app.readText(inTree(file)) : undefined),
    getSourceFile: (file, version) =>
      isOfApp(file) ? ts.createSourceFile(file, app.readText(inTree(file)), version) : undefined,
  });
  const found = program.getSemanticDiagnostics(program.getSourceFile(`/app/${path}`));
  const texts = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return texts.filter((text) => /\bmodule ['"](\.|"?\/app)|has no (default export|exported member)/i.test(text));
}

describe('the root module that main.ts starts by', () => {
  it.each(Object.entries(SHAPES))('%s', async (_, { files, guards = MODULE, tested }) => {
    const { app } = await init(await newApp(files));
    expect(guardedFiles(app)).toEqual([guards]);
    expect(app.readText(guards)).toContain('{ provide: APP_GUARD, useClass: JwtBearerGuard }');
    if (tested !== undefined) expect(app.readText(TEST)).toContain(`${tested}\n`);
    expect(wrongImports(app, TEST)).toEqual([]);
    const before = textsOf(app);
    expect(textsOf((await init(app)).app)).toEqual(before);
  });

  it.each(Object.entries(REFUSED))('%s is refused in words, with nothing written', async (_, { files, says }) => {
    const app = await newApp(files);
    const before = textsOf(app);
    await expect(init(app)).rejects.toThrow(says);
    expect(textsOf(app)).toEqual(before);
  });
});

it.each([
  ['AppModule.register()', 'AppModule.register()', false],
  ["AppModule.register('a', 1)", "AppModule.register('a', 1)", false],
  ['AppModule.register({ key: process.env.KEY })', 'AppModule', true],
])('tests a module as the app starts it, and says where a test cannot: %s', async (call, tested, isTold) => {
  const files = {
    [MODULE]: WITH_STATIC(moduleFile('AppModule')),
    'src/main.ts': CORE + IMPORTED + bootstrap(started(call)),
  };
  const { app, told } = await init(await newApp(files));
  expect(app.readText(TEST)).toContain(`imports: [${tested}],`);
  expect(told.includes(`The app starts ${call}, the test AppModule alone`)).toBe(isTold);
});

describe('an app that starts several modules', () => {
  const TWO = REFUSED['a second app']!.files;

  it.each([{ name: 'AppModule' }, { module: 'AppModule' }, { module: MODULE }])(
    'is guarded where it is asked for by %j, and that stays its root',
    async (options) => {
      const { app, told } = await init(await newApp(TWO), options);
      expect(guardedFiles(app)).toEqual([MODULE]);
      expect(app.readText(TEST)).toContain("import { AppModule } from '../src/app.module';");
      expect(told).toContain(`Every route of AppModule now needs an access token (${MODULE}).`);
      expect(told).toContain('Not found below AppModule, so check whether they are guarded: MetricsController (');
      expect(told).not.toMatch(/now closed:/);
      const before = textsOf(app);
      expect(textsOf((await init(app)).app)).toEqual(before);
      const controller = await runner().runSchematic('protected-controller', { name: 'notes' }, app);
      expect(controller.readText(MODULE)).toContain('NotesController');
    },
  );

  it('guards the other one too, when that is asked for', async () => {
    const { app } = await init(await newApp(TWO), { module: 'AppModule' });
    expect(guardedFiles((await init(app, { module: 'MetricsModule' })).app)).toEqual([MODULE, 'src/metrics.module.ts']);
  });

  it.each([
    ['Cats', /^This app has no module Cats: give the name of its class, or its file\.$/],
    ['src/cats.module.ts', /^This app has no module src\/cats\.module\.ts:/],
  ])('has no module %s', async (module, says) => {
    await expect(init(await newApp(TWO), { module })).rejects.toThrow(says);
  });

  it('has two of a name', async () => {
    const files = { ...TWO, 'src/old/app.module.ts': moduleFile('AppModule') };
    await expect(init(await newApp(files), { module: 'AppModule' })).rejects.toThrow(
      /^This app has several modules AppModule: give the file of one of AppModule \(src\/app\.module\.ts\), AppModule \(src\/old\/app\.module\.ts\)\.$/,
    );
  });
});

it('names a controller as closed however many modules are between', async () => {
  const files = {
    [MODULE]:
      moduleFile('AppModule').replace('imports: []', 'imports: [...FEATURES, forwardRef(() => DogsModule)]') +
      "import { FEATURES } from './features';\nimport { DogsModule } from './dogs.module';\n",
    'src/features.ts':
      "import { CatsModule } from './cats.module';\n\nexport const FEATURES = [CatsModule.forRoot()];\n",
    'src/cats.module.ts': moduleFile('CatsModule', 'export class', 'CatsController'),
    'src/cats.controller.ts': controllerFile('CatsController'),
    'src/dogs.module.ts': moduleFile('DogsModule', 'export class', 'DogsController'),
    'src/dogs.controller.ts': controllerFile('DogsController'),
    'src/left.controller.ts': controllerFile('LeftController'),
  };
  const { told } = await init(await newApp(files));
  expect(told).toMatch(/now closed: CatsController \([^)]*\), DogsController \([^)]*\)\.$/m);
  expect(told).toContain('check whether they are guarded: AppController (src/app.controller.ts), LeftController (');
});
