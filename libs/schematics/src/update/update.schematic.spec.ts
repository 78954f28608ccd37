import { join } from 'node:path';

import { SchematicTestRunner, type UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, runner, textsOf, withPackage } from '../../test/apps';
import { ownVersion } from '../app/packages';
import { dueMigrations } from './migrations';

const SERVICE = 'src/audit.service.ts';

/** An app as the README of the guard 0.1 made it: the guard's package came with its three peers. */
const PEERS = { '@nestjs/passport': '^11.0.0', passport: '^0.7.0', 'passport-jwt': '^4.0.1' };
const withPeers = (text: string) =>
  Object.entries({ '@consentry/guard': '^0.1.0', ...PEERS }).reduce((all, one) => withPackage(...one)(all), text);

interface Updated {
  app: UnitTestTree;
  told: string;
  tasks: string[];
}

const RELEASE = join(__dirname, '../../test/release-0.2.0/collection.json');

/** Runs the generator as a release of 0.2.0 has it. */
const updateApp = (app: UnitTestTree, options: object = {}) =>
  updateBy(new SchematicTestRunner('release', RELEASE), app, options);

async function updateBy(one: SchematicTestRunner, app: UnitTestTree, options: object): Promise<Updated> {
  const told: string[] = [];
  one.logger.subscribe(({ message }) => told.push(message));
  const updated = await one.runSchematic('update', options, app);
  return { app: updated, told: told.join('\n'), tasks: one.tasks.map(({ name }) => name) };
}

const dependenciesOf = (app: UnitTestTree) =>
  (app.readJson('package.json') as { dependencies: Record<string, string> }).dependencies;

describe('update', () => {
  it('carries an app from 0.1 to 0.2: ranges, packages, and what the types say now', async () => {
    const service = `import type { VerifiedAccessToken } from '@consentry/guard';

export const auditLine = (token: VerifiedAccessToken): string =>
  token.tokenId + ' ' + token.subject;
`;
    const { app, told, tasks } = await updateApp(await newApp({ 'package.json': withPeers, [SERVICE]: service }));
    expect(dependenciesOf(app)).toMatchObject({ '@consentry/guard': '^0.2.0' });
    expect(Object.keys(dependenciesOf(app)).filter((name) => name in PEERS)).toEqual([]);
    expect(app.readText(SERVICE)).toBe(service.replace('token.tokenId', 'token.tokenId!'));
    expect(told).toContain('From 0.1.0 to 0.2.0:');
    expect(told).toContain(`${SERVICE}: 1 × tokenId!`);
    expect(tasks).toEqual(['node-package']);
  });

  it('changes nothing the second time, and installs nothing', async () => {
    const service =
      "import type { VerifiedAccessToken } from '@consentry/guard';\n" +
      'const id = (token: VerifiedAccessToken) => token.tokenId;\n';
    const { app } = await updateApp(await newApp({ 'package.json': withPeers, [SERVICE]: service }));
    const before = textsOf(app);
    for (const options of [{}, { name: '0.1.0' }]) {
      const again = await updateApp(app, options);
      expect(textsOf(again.app)).toEqual(before);
      expect(again.tasks).toEqual([]);
    }
  });

  it('keeps tabs and CRLF', async () => {
    const foreign = (text: string) =>
      text.replace(/^( {2})+/gm, (all) => '\t'.repeat(all.length / 2)).replaceAll('\n', '\r\n');
    const service = `import { AccessToken, type VerifiedAccessToken } from '@consentry/guard';
export class Notes {
  list(@AccessToken() token: VerifiedAccessToken) {
    return find(token.tokenId);
  }
}
`;
    const made = await newApp({ 'package.json': (text) => foreign(withPeers(text)), [SERVICE]: foreign(service) });
    const manifest = made.readText('package.json');
    const { app } = await updateApp(made);
    expect(app.readText(SERVICE)).toBe(foreign(service.replace('tokenId)', 'tokenId!)')));
    const taken = Object.entries(PEERS).reduce(
      (text, [name, range]) => text.replace(`\r\n\t\t"${name}": "${range}",`, ''),
      manifest,
    );
    expect(app.readText('package.json')).toBe(taken.replace('"^0.1.0"', '"^0.2.0"'));
  });

  it('does nothing at the version that the app has', async () => {
    const made = await newApp({ 'package.json': withPackage('@consentry/guard', `^${ownVersion()}`) });
    const before = textsOf(made);
    const { app, told, tasks } = await updateBy(runner(), made, {});
    expect(textsOf(app)).toEqual(before);
    expect(told).toContain('nothing to migrate');
    expect(tasks).toEqual([]);
  });

  it('runs what is due, in the order of versions', () => {
    expect(dueMigrations([0, 1, 0], [0, 2, 0])).not.toEqual([]);
    expect(dueMigrations([0, 2, 0], [9, 0, 0])).toEqual([]);
    expect(dueMigrations([0, 1, 0], [0, 1, 9])).toEqual([]);
  });

  describe('ranges', () => {
    it.each([
      ['^0.1.0', '^0.2.0'],
      ['~0.1.3', '~0.2.0'],
      ['0.1.0', '0.2.0'],
      ['0.1.0-rc.1', '0.2.0'],
    ])('%s becomes %s', async (range, raised) => {
      const { app } = await updateApp(await newApp({ 'package.json': withPackage('@consentry/guard', range) }));
      expect(dependenciesOf(app)['@consentry/guard']).toBe(raised);
    });

    it('leaves a path, and says so', async () => {
      const path = 'file:../packed/consentry-guard-0.1.0.tgz';
      const { app, told } = await updateApp(await newApp({ 'package.json': withPackage('@consentry/guard', path) }));
      expect(dependenciesOf(app)['@consentry/guard']).toBe(path);
      expect(told).toContain(`package.json has @consentry/guard as ${path}: put 0.2.0 there by hand.`);
    });
  });

  describe('passport', () => {
    const left = async (changes: Parameters<typeof newApp>[0]) => {
      const { app } = await updateApp(await newApp({ 'package.json': withPeers, ...changes }));
      return Object.keys(dependenciesOf(app)).filter((name) => name in PEERS);
    };

    it.each([
      ["import { AuthGuard } from '@nestjs/passport';\n", ['@nestjs/passport', 'passport']],
      ["import { Strategy } from 'passport-jwt';\n", ['passport', 'passport-jwt']],
      ["const passport = require('passport');\n", ['passport']],
      ["import { ConsentryStrategy } from '@consentry/client/passport';\n", ['@nestjs/passport', 'passport']],
      ["// import 'passport-jwt';\n", []],
    ])('stays where the app has %j', async (text, names) => {
      expect((await left({ 'src/session.ts': text })).toSorted()).toEqual(names);
    });

    it('stays for the strategy of another package', async () => {
      const more = (text: string) => withPackage('passport-google-oauth20', '^2.0.0')(withPeers(text));
      expect(await left({ 'package.json': more })).toEqual(['passport']);
    });
  });

  describe('tokenId', () => {
    const KEPT: readonly [string, string][] = [
      ['const f = (token: VerifiedAccessToken) => g(token.tokenId);', 'g(token.tokenId!)'],
      ['const f = (token: VerifiedAccessToken<Mine>) => g(token.tokenId);', 'g(token.tokenId!)'],
      ['const f = (tokens: VerifiedAccessToken[]) => tokens.map((one) => one.tokenId);', 'one.tokenId!'],
      ['async (token: Promise<VerifiedAccessToken>) => (await token).tokenId;', '(await token).tokenId!'],
      ['class A { token: VerifiedAccessToken; id() { return this.token.tokenId.length; } }', 'tokenId!.length'],
      ['const f = ({ tokenId }: VerifiedAccessToken) => g(tokenId);', 'g(tokenId!)'],
      ['const f = ({ tokenId: id }: VerifiedAccessToken) => g(id);', 'g(id!)'],
      ['const f = ({ tokenId }: VerifiedAccessToken) => ({ tokenId });', '({ tokenId: tokenId! })'],
      ["import type { Call } from '@app/calls';\nexport const f = ({ token }: Call) => g(token.tokenId);", 'tokenId!)'],
    ];
    const LEFT: readonly string[] = [
      'const f = (token: VerifiedAccessToken) => token.tokenId ?? none;',
      'const f = (token: VerifiedAccessToken) => token.tokenId === other;',
      'const f = (token: VerifiedAccessToken) => token.tokenId!;',
      'const f = (token: VerifiedAccessToken) => { if (token.tokenId) g(); };',
      'const f = (token: VerifiedAccessToken | undefined) => token?.tokenId;',
      'const f = ({ tokenId = none }: VerifiedAccessToken) => g(tokenId);',
      'const f = (token: { tokenId: string }) => g(token.tokenId);',
      'const f = (tokenId: string) => ({ tokenId });',
    ];
    const LIBRARY = {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@app/*": ["./libs/*/src"] } } }',
      'libs/calls/src/index.ts':
        "import type { VerifiedAccessToken } from '@consentry/guard';\nexport interface Call { token: VerifiedAccessToken }\n",
    };
    const header = "import { type VerifiedAccessToken } from '@consentry/guard';\n";
    let after: UnitTestTree;

    beforeAll(async () => {
      const texts = [...KEPT.map(([text]) => text), ...LEFT];
      const files = texts.map((text, at) => [`src/${at}.ts`, header + text] as const);
      const changes = { 'package.json': withPackage('@consentry/guard', '^0.1.0'), ...LIBRARY };
      after = (await updateApp(await newApp({ ...changes, ...Object.fromEntries(files) }))).app;
    });

    it.each(KEPT)('keeps its type in %s', (text, expected) => {
      const migrated = after.readText(`src/${KEPT.findIndex(([one]) => one === text)}.ts`);
      expect(migrated).toContain(expected);
      expect(migrated.replace(/(tokenId|id)!/g, '$1').replace('tokenId: tokenId }', 'tokenId }')).toBe(header + text);
    });

    it.each(LEFT)('leaves %s', (text) =>
      expect(after.readText(`src/${KEPT.length + LEFT.indexOf(text)}.ts`)).toBe(header + text),
    );
  });

  describe('gateways beside a global guard', () => {
    const guarded =
      "import { JwtBearerGuard } from '@consentry/guard';\nexport const guard = { provide: APP_GUARD, useClass: JwtBearerGuard };\n";
    const told = async (decorators: string, module = guarded) => {
      const gateway = `${decorators}\n@WebSocketGateway()\nexport class ChatGateway {}\n`;
      const changes = { 'package.json': withPackage('@consentry/guard', '^0.1.0'), 'src/auth.module.ts': module };
      return (await updateApp(await newApp({ ...changes, 'src/chat/chat.gateway.ts': gateway }))).told;
    };

    it('are named where nothing guards them', async () => {
      expect(await told('')).toContain('src/chat/chat.gateway.ts: the guard did not guard ChatGateway');
    });

    it.each(['@Public()', '@UseGuards(JwtBearerGuard)', '@UseGuards(Other, new JwtBearerGuard())'])(
      'are not with %s',
      async (decorators) => expect(await told(decorators)).not.toContain('ChatGateway'),
    );

    it('are not without the global guard', async () => expect(await told('', '')).not.toContain('ChatGateway'));
  });

  it.each([
    ['an app of none of our packages', '^1.0.0', 'left-pad', {}, 'there is nothing to update'],
    ['a range without a version', 'latest', '@consentry/guard', {}, 'tells no version. Say the one you come from'],
    ['what is no version', '^0.1.0', '@consentry/guard', { name: 'newest' }, 'newest is no version'],
    ['an app that is newer', '^0.3.0', '@consentry/guard', {}, 'npm install -D @consentry/schematics@latest'],
  ])('refuses %s', async (_, range, name, options, message) => {
    const app = await newApp({ 'package.json': withPackage(name, range) });
    const before = textsOf(app);
    await expect(updateApp(app, options)).rejects.toThrow(message);
    expect(textsOf(app)).toEqual(before);
  });
});
