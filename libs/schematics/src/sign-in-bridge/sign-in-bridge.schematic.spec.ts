import type { UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, nxWorkspace, prettier, runner, textsOf, withPackage } from '../../test/apps';

const ROOT = 'src/app.module.ts';
const BRIDGE = 'src/sign-in/sign-in-bridge.ts';
const TEST = 'test/sign-in-bridge.e2e-spec.ts';
const PACKAGES = 'package.json';

const generate = (app: UnitTestTree, options: object = {}) => runner().runSchematic('sign-in-bridge', options, app);

const SESSIONS = { [PACKAGES]: withPackage('express-session', '^1.18.0') };
const packages = (...names: string[]) => ({
  [PACKAGES]: (text: string) => names.reduce((all, name) => withPackage(name, '^1.0.0')(all), text),
});
const ON_FASTIFY = { 'src/main.ts': (text: string) => `import { FastifyAdapter } from 'x';\n${text}` };
const FASTIFY_SESSIONS = {
  'src/main.ts': (text: string) => `import session from '@fastify/session';\n${ON_FASTIFY['src/main.ts'](text)}`,
};
const SESSIONS_IN_MAIN = {
  ...SESSIONS,
  'src/main.ts': (text: string) => `import session from 'express-session';\n${text}`,
};

async function toldOf(app: UnitTestTree, options: object = {}): Promise<string> {
  const one = runner();
  const lines: string[] = [];
  one.logger.subscribe(({ message }) => lines.push(message));
  await one.runSchematic('sign-in-bridge', options, app);
  return lines.join('\n');
}

describe('sign-in-bridge', () => {
  it('lets the login of an app with sessions sign people in', async () => {
    const app = await generate(await newApp(SESSIONS));
    const root = app.readText(ROOT);
    expect(root).toContain("import { SignInBridgeModule } from '@consentry/guard/sign-in';");
    expect(root).toContain("import { signInBridge } from './sign-in/sign-in-bridge';");
    expect(root).toContain('imports: [SignInBridgeModule.forRootAsync({ useFactory: signInBridge })],');
    const bridge = app.readText(BRIDGE);
    expect(bridge).toContain("issuer: setting('AUTH_URL', 'http://localhost:3000'),");
    expect(bridge).toContain("url: setting('SIGN_IN_URL', 'http://localhost:8080/consentry'),");
    expect(bridge).toContain('key: process.env.SIGN_IN_KEY || keyForTests(),');
    expect(app.readText('.env.example')).toMatch(/^# .*consentry sign-in-key\nSIGN_IN_KEY=$/m);
    expect(app.readText(PACKAGES)).toContain('"@consentry/guard": "^0.1.0"');
  });

  it('reads settings by ConfigService where the app does', async () => {
    const app = await generate(await newApp(packages('@nestjs/config', 'express-session')));
    expect(app.readText(ROOT)).toContain(
      '      imports: [ConfigModule],\n      inject: [ConfigService],\n      useFactory: signInBridge,\n',
    );
    expect(app.readText(BRIDGE)).toContain("key: config.get<string>('SIGN_IN_KEY') || keyForTests(),");
  });

  describe('the session', () => {
    it.each([
      [['express-session'], 'through express-session, as package.json names express-session', 'sessionID'],
      [
        ['passport', 'express-session'],
        'through passport, as package.json names passport and express-session',
        'logout(',
      ],
      [['passport', '@nestjs/jwt'], 'through jwt-cookie, as package.json names @nestjs/jwt', 'verifyAsync'],
      [['@auth/express', 'jsonwebtoken'], 'through auth-js, as package.json names @auth/express', 'getToken('],
    ])('is that of %s', async (names, told, code) => {
      const app = await newApp(packages(...names));
      expect(await toldOf(app)).toContain(told);
      expect((await generate(app)).readText(BRIDGE)).toContain(code);
    });

    it.each([{ session: 'jwt-cookie' }, { name: 'jwt-cookie' }])('is what is said: %o', async (said) => {
      const app = await newApp(SESSIONS);
      expect(await toldOf(app, said)).toContain('through jwt-cookie, as you chose');
      const generated = await generate(app, said);
      expect(generated.readText(PACKAGES)).toContain('"@nestjs/jwt": "^11.0.0"');
      expect(generated.readText('.env.example')).toMatch(/^JWT_SECRET=$/m);
    });

    it('is of the raw request where Fastify runs it as middleware', async () => {
      const app = await generate(await newApp({ ...SESSIONS, ...ON_FASTIFY }));
      expect(app.readText(BRIDGE)).toContain('user: ({ raw: { session, sessionID } }: Request) =>');
    });

    it.each([{}, ON_FASTIFY])('in a cookie ends by the response, on either platform', async (files) => {
      const app = await generate(await newApp(files), { session: 'jwt-cookie' });
      expect(app.readText(BRIDGE)).toMatch(
        /signOut: \(_request: Request, response: Response\) =>\s+response.clearCookie/,
      );
    });

    it('is set up by the test as main.ts does', async () => {
      const app = await generate(await newApp(SESSIONS_IN_MAIN));
      expect(app.readText(TEST)).toContain("app.use(session({ secret: 'x',");
    });

    it('of Auth.js lets Jest load it', async () => {
      const app = await generate(await newApp(), { session: 'auth-js' });
      expect(app.readText('test/jest-e2e.json')).toContain('@auth/core');
    });
  });

  it.each([
    ['a text', "app.setGlobalPrefix('/api/');"],
    ['a constant', "const prefix = 'api';\n  app.setGlobalPrefix(prefix);"],
  ])('stands below the prefix of main.ts: %s', async (_, line) => {
    const main = (text: string) => text.replace('  await app.listen', `  ${line}\n  await app.listen`);
    const app = await generate(await newApp({ ...SESSIONS, 'src/main.ts': main }));
    for (const path of [BRIDGE, TEST, '.env.example'])
      expect(app.readText(path)).toContain('http://localhost:8080/api/consentry');
  });

  it('is at home in Nx', async () => {
    const app = await nxWorkspace('cats');
    const generated = await generate(app, { session: 'express-session' });
    expect(generated.exists('apps/cats/src/app/sign-in/sign-in-bridge.ts')).toBe(true);
    expect(generated.exists('apps/cats/src/app/sign-in-bridge.spec.ts')).toBe(true);
  });

  it.each([
    ['Express', SESSIONS],
    ['sessions of main.ts', SESSIONS_IN_MAIN],
    ['Fastify', { ...SESSIONS, ...ON_FASTIFY }],
    ['sessions of Fastify', { ...packages('@fastify/session'), ...FASTIFY_SESSIONS }],
    ['Passport', packages('passport', 'express-session')],
    ['Passport on Fastify', { ...packages('@fastify/passport', '@fastify/session'), ...ON_FASTIFY }],
    ['JWTs', packages('@nestjs/jwt')],
    ['JWTs on Fastify', { ...packages('@nestjs/jwt'), ...ON_FASTIFY }],
    ['Auth.js', packages('@auth/express')],
    ['ConfigService', packages('express-session', '@nestjs/config')],
    ['JWTs and ConfigService', packages('@nestjs/jwt', '@nestjs/config')],
    ['Vitest', packages('express-session', 'vitest')],
  ])('writes what Prettier leaves as it is: %s', async (_, changes) => {
    const app = await generate(await newApp(changes));
    for (const path of [ROOT, BRIDGE, TEST]) expect(app.readText(path)).toBe(await prettier(app, path));
  });

  it('says what only the team can do', async () => {
    const told = await toldOf(await newApp(SESSIONS));
    for (const words of [
      'SIGN_IN_URL=http://localhost:8080/consentry and SUBJECT=theirs',
      'session.signedInAt = Date.now()',
      'bridge.signedOut(user.id, request.sessionID)',
      'bridge.ended(user.id)',
      'consentry sign-in-key',
    ])
      expect(told).toContain(words);
  });

  it.each([
    ['the second time', {}],
    ['beside a bridge of the team', { [BRIDGE]: undefined }],
  ])('changes nothing %s, and says so', async (_, changes) => {
    const app = await generate(await newApp(SESSIONS));
    for (const path of Object.keys(changes)) app.delete(path);
    const before = textsOf(app);
    expect(await toldOf(app, { session: 'passport' })).toBe(`The sign-in bridge is already in ${ROOT}.`);
    expect(textsOf(await generate(app, { session: 'passport' }))).toEqual(before);
  });

  it.each([
    ['an unknown session', SESSIONS, { session: 'cookies' }, '"cookies" is not a session: use one of express-session,'],
    [
      'an app without sessions',
      {},
      {},
      'for example npx nest g -c @consentry/schematics sign-in-bridge express-session,',
    ],
    ['an address that is none', SESSIONS, { appUrl: 'localhost' }, 'appUrl must be a URL; got "localhost".'],
    ['no root module', { ...SESSIONS, [ROOT]: undefined, 'src/main.ts': undefined }, {}, 'nor is there src/app.module'],
    ['metadata of a variable', { ...SESSIONS, [ROOT]: '@Module(m)\nexport class AppModule {}\n' }, {}, 'Paste these'],
  ])('refuses %s, and writes nothing', async (_, changes, options, message) => {
    const app = await newApp(changes);
    const before = textsOf(app);
    await expect(generate(app, options)).rejects.toThrow(message);
    expect(textsOf(app)).toEqual(before);
  });
});
