import { GERMAN, PHRASES } from '../support/english/phrases';
import { germanMessages, messages, pages } from '../support/english/texts';

/** Each place that has a phrase, with its cure. */
const translated = (texts: Map<string, string>, phrases = PHRASES) =>
  [...texts].flatMap(([path, text]) =>
    phrases.flatMap(([phrase, cure]) =>
      [...text.matchAll(new RegExp(phrase, `${phrase.flags}g`))].map(
        ({ index, 0: hit }) =>
          `${path}: …${text.slice(Math.max(0, index - 30), index + hit.length + 20)}… write: ${cure}`,
      ),
    ),
  );

it('no page reads as translated', () => {
  expect(pages().size).toBeGreaterThan(100);
  expect(translated(pages())).toEqual([]);
});

it('no message of the product reads as translated', () => {
  expect(messages().size).toBeGreaterThan(500);
  expect(translated(messages())).toEqual([]);
});

it('the German pages and console have one word for one thing', () => {
  expect(germanMessages().size).toBeGreaterThan(7);
  expect(translated(germanMessages(), GERMAN)).toEqual([]);
});

it('finds the phrases that it knows', () => {
  const text = 'Whatever stands in the file goes on for ever, whoever comes along.';
  expect(translated(new Map([['a page', text]]))).toHaveLength(5);
  const german = 'Ihre E-Mail wurde abgeschaltet: das ist gescheitert.';
  expect(translated(new Map([['a page', german]]), GERMAN)).toHaveLength(4);
});
