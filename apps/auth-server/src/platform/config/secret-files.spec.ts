import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSettings } from './read-settings';
import type { SettingsError } from './settings-error';

const KEY = Buffer.alloc(32, 7).toString('base64url');
const DATABASE = 'postgres://auth:hunter2@db.example.com/auth';
const MAIL = 'smtps://ada:hunter2@mail.example.com';

const SECRETS = ['MASTER_KEY', 'NEW_MASTER_KEY', 'DATABASE_URL', 'MAIL_URL'];
const VALUES = [KEY, KEY, DATABASE, MAIL];

describe('secrets in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  let files = 0;
  const file = (content: string) => {
    const path = join(folder, String((files += 1)));
    writeFileSync(path, content);
    return path;
  };
  const inFiles = (end: string) =>
    readSettings(Object.fromEntries(SECRETS.map((name, at) => [`${name}_FILE`, file(VALUES[at] + end)])));

  const problemsOf = (environment: Record<string, string>) => {
    try {
      readSettings(environment);
      return [];
    } catch (error) {
      return (error as SettingsError).problems;
    }
  };

  it.each([
    ['an end of its line', '\n'],
    ['none', ''],
    ['that of Windows', '\r\n'],
  ])('are as in the settings, with %s', (_, end) => {
    expect(inFiles(end)).toEqual(readSettings(Object.fromEntries(SECRETS.map((name, at) => [name, VALUES[at]]))));
  });

  it('may be an address of SQLite', () => {
    expect(readSettings({ DATABASE_URL_FILE: file('sqlite:a.db\n') }).database).toMatchObject({
      file: resolve('a.db'),
    });
  });

  it.each(SECRETS)('%s and its file are not set together', (name) => {
    const at = SECRETS.indexOf(name);
    expect(problemsOf({ [name]: VALUES[at]!, [`${name}_FILE`]: file(VALUES[at]!) })).toEqual([
      `${name}_FILE must not be set together with ${name}`,
    ]);
  });

  it.each(SECRETS)(
    '%s_FILE: a file that is missing, a folder, empty or wrong is named, what it holds is not',
    (name) => {
      const complaint = (path: string) => problemsOf({ [`${name}_FILE`]: path });
      expect(complaint('/nowhere/secret')).toEqual([
        `${name}_FILE "/nowhere/secret" cannot be read: no such file or directory (ENOENT)`,
      ]);
      expect(complaint(folder)).toEqual([
        `${name}_FILE ${JSON.stringify(folder)} cannot be read: illegal operation on a directory (EISDIR)`,
      ]);
      for (const content of ['', '\n']) expect(complaint(file(content))).toEqual([expect.stringMatching(/ is empty$/)]);
      const wrong = file('hunter2');
      expect(complaint(wrong)).toEqual([expect.stringMatching(`^${name}_FILE "${wrong}" must be `)]);
      expect(complaint(wrong).join()).not.toContain('hunter2');
    },
  );
});
