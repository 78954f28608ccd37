// How the search box queries its index. By itself MiniSearch knows no synonyms of "2FA", and weighs "how do I" like other words.
import { SYNONYMS } from './synonyms.mjs';

/** They are in every page. */
const FILLERS = new Set(
  `a about am an and any are as at be but by can do does for from get has have how i if in into is it its me my of on or our
  should so support supported that the their them there these they this to use using want was we what when where which who
  why will with without you your`.split(/\s+/),
);

/** What a section of such a page counts for, beside 1: few look for the reason of a rule before the rule. */
const WEIGHTS = [
  [
    /^\/(#|(adr|conformance|performance)\/)|^\/(changelog|contributing|working-on-consentry|generators-transcripts)\./,
    0.3,
  ],
  [/^\/(endpoints|reference-guard|glossary|comparison)\./, 0.6],
  [/^\/what-it-does-not-do\./, 2.5],
  [/^\/(how-to\/migrate-|settings\.)/, 1.1],
  [/^\/how-to\/|^\/tutorial\./, 1.5],
];

const OPTIONS = {
  boost: { title: 4, titles: 1.5, text: 1 },
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  weights: { prefix: 0.4, fuzzy: 0.1 },
  boostDocument: (id, _term, { titles }) =>
    (WEIGHTS.find(([pages]) => pages.test(id))?.[1] ?? 1) * (titles.length === 0 ? 1.4 : 1),
};

/** As MiniSearch splits the pages: `invalid_grant` is two words. */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[\n\r\p{Z}\p{P}]+/u)
    .filter(Boolean);

const withoutFillers = (words) => {
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : words;
};

/** Each phrase of readers, with ours for it; the longest first, as "users table" is not about tables. */
const KNOWN = new Map();
for (const [ours, ...theirs] of SYNONYMS)
  for (const phrase of theirs.map((each) => wordsOf(each).join(' ')))
    KNOWN.set(phrase, [...(KNOWN.get(phrase) ?? [phrase]), ours]);
const PHRASES = [...KNOWN].sort(([one], [other]) => other.split(' ').length - one.split(' ').length);

/** The things that a search names, each as the ways to say it: names like `invalid_grant`, known phrases, other words. */
function conceptsOf(text) {
  let rest = ` ${wordsOf(text).join(' ')} `;
  const concepts = [];
  const take = (phrase, ways) => {
    if (!rest.includes(` ${phrase} `)) return;
    concepts.push(ways);
    rest = rest.replace(` ${phrase} `, ' ');
  };
  for (const name of text.match(/\w+_\w+/g) ?? []) take(wordsOf(name).join(' '), [name]);
  for (const [phrase, ways] of PHRASES) take(phrase, ways);
  const words = wordsOf(rest);
  const plain = concepts.length > 0 ? words.filter((word) => !FILLERS.has(word)) : withoutFillers(words);
  return [...concepts, ...plain.map((word) => [word])];
}

/** A phrase counts where all of its words stand in one section. */
const queryOf = (ways) => ({
  combineWith: 'OR',
  queries: ways.map((way) => ({ combineWith: 'AND', queries: withoutFillers(wordsOf(way)) })),
});

/** Sections that have any of what is asked, the best first: those that have more of it count for more. */
export function search(index, text) {
  const concepts = conceptsOf(text);
  const found = new Map();
  for (const concept of concepts)
    for (const hit of index.search(queryOf(concept), OPTIONS)) {
      const { score: before, named, match } = found.get(hit.id) ?? { score: 0, named: 0 };
      // MiniSearch multiplies by the terms that matched, so that more ways to say a thing would be more things.
      const score = (hit.score / hit.queryTerms.length) * (concept.length > 1 ? 2 : 1);
      found.set(hit.id, { ...hit, score: before + score, named: named + 1, match: { ...match, ...hit.match } });
    }
  return [...found.values()]
    .map((hit) => ({ ...hit, score: (hit.score * hit.named) / concepts.length }))
    .sort((one, other) => other.score - one.score);
}
