import { chooseLanguage, localeOf } from './language';

describe('chooseLanguage', () => {
  const offered = ['en', 'de'];

  it.each([
    ['nothing', undefined, 'en'],
    ['German', 'de', 'de'],
    ['Austrian German', 'de-AT', 'de'],
    ['German before English', 'de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['English before German by quality', 'de;q=0.5, en;q=0.9', 'en'],
    ['another language before German', 'fr-CH, fr;q=0.9, de;q=0.7', 'de'],
    ['another language alone', 'zh-Hans', 'en'],
    ['German with quality 0', 'de;q=0', 'en'],
    ['a wildcard', '*', 'en'],
    ['what is no language', '%%%,,;q=1,de;q=x', 'en'],
    ['10,000 characters', `${'x,'.repeat(5_000)}de`, 'en'],
  ])('%s', (_, header, language) => {
    expect(chooseLanguage(offered, undefined, header)).toBe(language);
  });

  it('the choice of the person comes first, where it is offered', () => {
    expect(chooseLanguage(offered, 'de', 'en')).toBe('de');
    expect(chooseLanguage(offered, '../etc', 'en')).toBe('en');
  });
});

describe('localeOf', () => {
  it.each([
    ['en', undefined, 'en-GB'],
    ['en', 'en', 'en-GB'],
    ['en', 'en-GB,en-US;q=0.9,en;q=0.8', 'en-GB'],
    ['en', 'en-US,en;q=0.9', 'en-US'],
    ['en', 'fr-FR,fr;q=0.9,en-US;q=0.8', 'en-US'],
    ['en', 'en-AU', 'en-GB'],
    ['en', 'en-ZZ', 'en-GB'],
    ['de', 'en-US', 'de'],
  ])('%s for %s is %s', (language, header, locale) => {
    expect(localeOf(language, header)).toBe(locale);
  });
});
