import { LANGUAGES } from './messages';
import { mailWordsWith } from './mail-words';

const LINKS = [
  { label: 'Imprint', url: 'https://example.com/imprint', texts: { de: { label: 'Impressum' } } },
  { label: 'Help', url: 'https://example.com/help', texts: { de: { url: 'https://example.com/hilfe' } } },
];
const VALUES = { brand: 'Acme', link: 'https://auth.example.com/x', email: 'ada@example.com', code: null };

function texts(links: typeof LINKS, language: string): string[] {
  const { verify, reset, change, changeAsked, taken } = mailWordsWith(links)(language);
  return [verify, reset, change, changeAsked, taken].map((write) => write(VALUES).text);
}

describe('mails', () => {
  it('end with the links of the team, in the language of the mail', () => {
    const feet = { en: 'Imprint: https://example.com/imprint\nHelp: https://example.com/help\n' };
    const inGerman = { de: 'Impressum: https://example.com/imprint\nHelp: https://example.com/hilfe\n' };
    for (const [language, foot] of Object.entries({ ...feet, ...inGerman })) {
      const mails = texts(LINKS, language);
      expect(mails).toEqual(texts([], language).map((text) => `${text}\n-- \n${foot}`));
    }
  });

  it('have no foot without links', () => {
    for (const { code } of LANGUAGES) expect(texts([], code).join()).not.toContain('\n-- \n');
  });
});
