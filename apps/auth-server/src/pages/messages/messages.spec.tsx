import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseLanguage } from '../rendering/language';
import { LANGUAGES, messagesOf, readMessages } from './messages';

/** The path of each text, with what kind it is: `signIn.title: string`. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, member]) => keysOf(member, path === '' ? key : `${path}.${key}`));
}

describe('the texts of the pages', () => {
  const english = keysOf(messagesOf('en'));

  it('are there in English and German, English first', () => {
    expect(LANGUAGES.slice(0, 1)).toEqual([{ code: 'en', name: 'English' }]);
    expect(LANGUAGES).toContainEqual({ code: 'de', name: 'Deutsch' });
  });

  it.each(LANGUAGES)('are all there in $name, and no others', ({ code }) => {
    const keys = keysOf(messagesOf(code));
    expect({ missing: english.filter((key) => !keys.includes(key)) }).toEqual({ missing: [] });
    expect({ unknown: keys.filter((key) => !english.includes(key)) }).toEqual({ unknown: [] });
  });
});

describe('a third language', () => {
  const folder = mkdtempSync(join(tmpdir(), 'messages-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is one more file, offered by its own name to those who prefer it', () => {
    for (const [name, text] of [
      ['de.js', 'Deutsch'],
      ['en.js', 'English'],
      ['fr.js', 'Français'],
      ['messages.js', 'no language'],
      ['fr.js.map', 'no language'],
    ] as const)
      writeFileSync(join(folder, name), `exports.messages = { name: '${text}' };`);
    const files = readMessages(folder);
    expect([...files].map(([code, { name }]) => [code, name])).toEqual([
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['fr', 'Français'],
    ]);
    expect(chooseLanguage([...files.keys()], undefined, 'fr-CA, fr;q=0.9, en;q=0.5')).toBe('fr');
  });
});
