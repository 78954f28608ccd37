import { newApp, nxWorkspace, runner, textsOf } from '../../test/apps';

const init = async (app: Awaited<ReturnType<typeof newApp>>, options: object = {}) => {
  const lines: string[] = [];
  const one = runner();
  one.logger.subscribe(({ message }) => lines.push(message));
  await one.runSchematic('init', options, app);
  return lines.join('\n');
};

/** As `nest generate app cats` leaves a project of the Nest CLI. */
async function nestMonorepo() {
  const app = await newApp();
  for (const name of ['zoo', 'cats'])
    for (const path of app.files.filter((one) => /^\/(src|test)\//.test(one)))
      app.create(
        `apps/${name}${path.replace('app.', name === 'zoo' ? 'app.' : 'cats.')}`,
        app.readText(path).replaceAll('app.', name === 'zoo' ? 'app.' : 'cats.'),
      );
  for (const path of app.files.filter((one) => /^\/(src|test)\//.test(one))) app.delete(path);
  const projects = { zoo: { sourceRoot: 'apps/zoo/src' }, cats: { sourceRoot: 'apps/cats/src' } };
  app.overwrite('nest-cli.json', JSON.stringify({ monorepo: true, sourceRoot: 'apps/zoo/src', projects }));
  return app;
}

describe('in a workspace of Nx', () => {
  it('guards the only Nest app, and writes its test among those of the app', async () => {
    const app = await nxWorkspace('cats');
    const told = await init(app);
    expect(told).toContain('npx nx test cats calls a guarded route');
    expect(told).toContain('(apps/cats/src/app/guard.spec.ts)');
    expect(told).toContain('npx nx g @consentry/schematics:protected-controller notes --project cats');
    expect(app.readText('apps/cats/src/app/app.module.ts')).toContain('GuardModule.forRootAsync');
    expect(app.readText('apps/cats/src/app/app.controller.ts')).toContain('  @Public()\n  @Get()\n  getData()');
    expect(app.readText('apps/cats/src/app/guard.spec.ts')).toContain("import { AppModule } from './app.module';");
    expect(app.exists('apps/cats/.env.example')).toBe(true);
  });

  it('writes controllers beside the root module', async () => {
    const app = await nxWorkspace('cats');
    await init(app);
    await runner().runSchematic('protected-controller', { name: 'notes' }, app);
    expect(app.exists('apps/cats/src/app/notes/notes.controller.ts')).toBe(true);
    expect(app.readText('apps/cats/src/app/notes.spec.ts')).toContain("from './app.module';");
    expect(app.readText('apps/cats/src/app/app.module.ts')).toContain("from './notes/notes.controller';");
  });

  it('writes tests where the app has e2e tests of its own', async () => {
    const app = await nxWorkspace('cats');
    app.create('apps/cats/test/app.e2e-spec.ts', '');
    expect(await init(app)).toContain('npx nx e2e cats calls');
    expect(app.exists('apps/cats/test/guard.e2e-spec.ts')).toBe(true);
  });

  it('changes nothing the second time', async () => {
    const app = await nxWorkspace('cats', 'dogs');
    await init(app, { project: 'cats' });
    const before = textsOf(app);
    await init(app, { project: 'cats' });
    expect(textsOf(app)).toEqual(before);
  });

  it('finds projects without project.json, by the name of their package or their folder', async () => {
    const app = await nxWorkspace('cats', 'dogs');
    app.delete('apps/cats/project.json');
    app.create('apps/cats/package.json', '{ "name": "@zoo/cats" }');
    await init(app, { project: 'cats' });
    expect(app.exists('apps/cats/src/app/guard.spec.ts')).toBe(true);
  });

  it.each([
    ['no choice among several', {}, 'The workspace has several Nest apps: choose one with --project: cats, dogs.'],
    ['a project that it has not', { project: 'birds' }, 'The workspace has no Nest app birds; it has cats, dogs.'],
  ])('refuses %s', async (_, options, message) => {
    const app = await nxWorkspace('cats', 'dogs');
    const before = textsOf(app);
    await expect(init(app, options)).rejects.toThrow(message);
    expect(textsOf(app)).toEqual(before);
  });

  it('refuses where no project starts a Nest app', async () => {
    const app = await nxWorkspace('cats');
    app.overwrite('apps/cats/src/main.ts', '');
    await expect(init(app)).rejects.toThrow('no project of it calls NestFactory in main.ts');
  });
});

describe('in a monorepo of the Nest CLI', () => {
  it('guards the app that is named, and tells its own command', async () => {
    const app = await nestMonorepo();
    const told = await init(app, { project: 'cats' });
    expect(told).toContain('npx jest --config apps/cats/test/jest-e2e.json calls');
    expect(told).toContain('npx nest g -c @consentry/schematics protected-controller notes --project cats');
    expect(app.readText('apps/cats/src/cats.controller.ts')).toContain('  @Public()\n  @Get()\n  getHello()');
    expect(app.readText('apps/zoo/src/app.module.ts')).not.toContain('GuardModule');
  });

  it("guards the app of the CLI's own folder, which npm run test:e2e tests", async () => {
    const app = await nestMonorepo();
    app.overwrite('package.json', app.readText('package.json').replace('./test/jest', './apps/zoo/test/jest'));
    expect(await init(app, { sourceRoot: 'apps/zoo/src' })).toContain('npm run test:e2e calls');
    expect(app.exists('apps/zoo/test/guard.e2e-spec.ts')).toBe(true);
  });
});
