import { join } from 'node:path';

import { SchematicTestRunner, type UnitTestTree } from '@angular-devkit/schematics/testing';

import { newApp, runner, textsOf, withPackage } from '../../test/apps';
import { ownVersion } from '../app/packages';
import { MIGRATIONS } from '../../test/release-0.2.0/update.schematic';
import { dueMigrations } from './migrations';

const at010 = withPackage('@consentry/guard', '^0.1.0');

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
  it('carries an app from 0.1 to 0.2: its ranges, and what each version changed, in their order', async () => {
    const { app, told, tasks } = await updateApp(await newApp({ 'package.json': at010 }));
    expect(dependenciesOf(app)).toMatchObject({ '@consentry/guard': '^0.2.0' });
    expect(app.readText('steps.txt')).toBe('one two ');
    expect(told).toContain('From 0.1.0 to 0.2.0:\n- Notes that 0.1.5 was reached\n- Notes that 0.2.0 was reached');
    expect(tasks).toEqual(['node-package']);
  });

  it('changes nothing the second time, and installs nothing', async () => {
    const { app } = await updateApp(await newApp({ 'package.json': at010 }));
    const before = textsOf(app);
    const again = await updateApp(app);
    expect(textsOf(again.app)).toEqual(before);
    expect(again.tasks).toEqual([]);
  });

  it('keeps tabs and CRLF', async () => {
    const foreign = (text: string) =>
      text.replace(/^( {2})+/gm, (all) => '\t'.repeat(all.length / 2)).replaceAll('\n', '\r\n');
    const made = await newApp({ 'package.json': (text) => foreign(at010(text)) });
    const manifest = made.readText('package.json');
    const { app } = await updateApp(made);
    expect(app.readText('package.json')).toBe(manifest.replace('"^0.1.0"', '"^0.2.0"'));
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
    expect(dueMigrations(MIGRATIONS, [0, 1, 0], [0, 2, 0]).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(dueMigrations(MIGRATIONS, [0, 2, 0], [9, 0, 0])).toEqual([]);
    expect(dueMigrations(MIGRATIONS, [0, 1, 0], [0, 1, 9]).map(({ name }) => name)).toEqual(['one']);
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

  it.each([
    ['an app of none of our packages', '^1.0.0', 'left-pad', {}, 'there is nothing to update'],
    [
      'a range without a version',
      'latest',
      '@consentry/guard',
      {},
      'is not a version. Give the version that you update from',
    ],
    ['what is no version', '^0.1.0', '@consentry/guard', { name: 'newest' }, 'newest is not a version'],
    ['an app that is newer', '^0.3.0', '@consentry/guard', {}, 'npm install -D @consentry/schematics@latest'],
  ])('refuses %s', async (_, range, name, options, message) => {
    const app = await newApp({ 'package.json': withPackage(name, range) });
    const before = textsOf(app);
    await expect(updateApp(app, options)).rejects.toThrow(message);
    expect(textsOf(app)).toEqual(before);
  });
});
