import type { WrittenMail } from '../../model/accounts/mails/account-mail-texts';
import type { BrandLink } from '../../platform/config/brand-links';
import { readBrand } from '../../platform/config/brand-setting';
import { LANGUAGES } from './messages';
import { mailWordsWith } from './mail-words';

const LINKS: readonly BrandLink[] = [
  { label: 'Imprint', url: 'https://example.com/imprint', texts: { de: { label: 'Impressum' } } },
  { label: 'Help', url: 'https://example.com/help', texts: { de: { url: 'https://example.com/hilfe' } } },
];
const { colors } = readBrand({ text: () => undefined, logoShowsName: false, insecureHosts: [] }, () => undefined);
const VALUES = {
  ...{ brand: 'Acme', link: 'https://auth.example.com/x?a=1&b=2', email: 'ada@example.com', code: '123456' },
  ...{ time: '29 Nov 2026, 14:05 UTC', browser: 'Firefox on Linux', app: 'Photo Printer' },
  ...{
    sessions: 'https://auth.example.com/s',
    profile: 'https://auth.example.com/p',
    password: 'https://auth.example.com/w',
  },
};

function mails(links: readonly BrandLink[], language: string, values = VALUES): WrittenMail[] {
  const words = mailWordsWith({ name: values.brand, colors, links })(language);
  return Object.values(words.mails).map((write: (given: typeof values) => WrittenMail) => write(values));
}

const texts = (links: readonly BrandLink[], language: string) => mails(links, language).map(({ text }) => text);

/** What is read in a mail program, a line for each paragraph. */
const shown = (html: string) =>
  html
    .replace(/^.*<body>/s, '')
    .replace(/<\/(p|h1)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', quot: '"' })[name]!)
    .trim();

describe('mails', () => {
  it('end with the links of the team, in the language of the mail', () => {
    const feet = { en: 'Imprint: https://example.com/imprint\nHelp: https://example.com/help\n' };
    const inGerman = { de: 'Impressum: https://example.com/imprint\nHelp: https://example.com/hilfe\n' };
    for (const [language, foot] of Object.entries({ ...feet, ...inGerman }))
      expect(texts(LINKS, language)).toEqual(texts([], language).map((text) => `${text}\n-- \n${foot}`));
  });

  it('have no foot without links', () => {
    for (const { code } of LANGUAGES) expect(texts([], code).join()).not.toContain('\n-- \n');
  });

  it('say the same in HTML as in plain text, under the name of the team and the subject', () => {
    for (const { code } of LANGUAGES)
      for (const { subject, text, html } of mails([], code)) {
        expect(shown(html)).toBe(['Acme', subject, text.trim().replace(/\n+/g, '\n')].join('\n'));
        expect(html).toContain(`<html lang="${code}">`);
      }
  });

  it('link in HTML to where the text leads, and show the code apart', () => {
    const [verify] = mails(LINKS, 'de');
    const targets = [...verify!.html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    const link = 'https://auth.example.com/x?a=1&amp;b=2';
    expect(targets).toEqual([link, 'https://example.com/imprint', 'https://example.com/hilfe']);
    expect(verify!.html).toContain('<p class="code">123456</p>');
  });

  it('have the colours of both themes in HTML, and load nothing', () => {
    for (const { html } of mails(LINKS, 'en')) {
      expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
      const [light, dark] = html.split('@media (prefers-color-scheme: dark)');
      for (const token of ['--bg', '--surface', '--text', '--brand', '--brand-text'])
        expect([light, dark]).toEqual([
          expect.stringContaining(colors.get(token)!.light),
          expect.stringContaining(colors.get(token)!.dark),
        ]);
      expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|@import|var\(/);
    }
  });

  it('write time and browser in their language, and what an application calls itself on one short line', () => {
    const { mails, time, browserName } = mailWordsWith({ name: 'Acme', colors, links: [] })('de-AT, en');
    expect(time(Date.UTC(2026, 10, 29, 14, 5))).toBe('29. Nov. 2026, 14:05 UTC');
    expect([browserName('Firefox on Linux'), browserName(null)]).toEqual([
      'Firefox auf Linux',
      'einem unbekannten Browser',
    ]);
    const { text } = mails.newAccess({ ...VALUES, app: `A\n\nB\u202e ${'x'.repeat(100)}` });
    expect(text).toContain(`„AB ${'x'.repeat(56)}…“`);
  });

  it('escape in HTML what others typed', () => {
    const email = '<img src=x onerror=alert(1)>"@example.com';
    for (const { html } of mails([], 'en', { ...VALUES, brand: '<b>Acme', email, app: email }))
      expect(html).not.toMatch(/<img|<b>/);
  });
});
