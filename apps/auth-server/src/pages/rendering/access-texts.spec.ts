import { NOTES } from '../../platform/config/notes-resource';
import { messagesOf } from '../messages/messages';
import { detailTexts, resourceName, scopeTexts } from './access-texts';

const ENGLISH = { language: 'en', t: messagesOf('en') };
const GERMAN = { language: 'de', t: messagesOf('de') };
const [READ] = NOTES.scopes;

describe('the texts of scopes and services', () => {
  it('are those of the language, where there are some', () => {
    expect(scopeTexts(READ!, GERMAN)).toEqual({ description: 'Ihre Notizen lesen', detail: 'Alle, auch künftige' });
    expect(resourceName(NOTES, GERMAN)).toBe('Notizen');
  });

  it('are else those that the operator wrote first', () => {
    const detail = 'All of them, including future ones';
    for (const reader of [ENGLISH, { ...GERMAN, language: 'constructor' }])
      expect(scopeTexts(READ!, reader)).toEqual({ description: 'Read your notes', detail });
    expect(resourceName(NOTES, ENGLISH)).toBe('Notes');
    expect(scopeTexts({ name: 'a', description: 'b' }, GERMAN)).toEqual({ description: 'b' });
  });

  it('name the fields of authorization details, each by itself', () => {
    const names = { to: 'Recipient', amount: 'Amount' };
    const type = { description: 'Pay', names, texts: { de: { description: 'Zahlen', names: { to: 'Empfänger' } } } };
    expect(detailTexts(type, ENGLISH)).toEqual({ description: 'Pay', names });
    expect(detailTexts(type, GERMAN)).toEqual({ description: 'Zahlen', names: { ...names, to: 'Empfänger' } });
    expect(detailTexts({ description: 'Pay' }, GERMAN)).toEqual({ description: 'Pay', names: {} });
  });

  it("are the pages' own for OpenID Connect", () => {
    const email = { name: 'email', description: 'See your email address' };
    expect(scopeTexts(email, GERMAN)).toEqual({ description: 'Ihre E-Mail-Adresse sehen' });
  });
});
