import { isName } from '../../protocol/text/showable-text';
import { type Complain, readEntries, strictly, textBy, textsOf } from './json-setting';
import { type InsecureHosts, urlProblem } from './url-setting';

const MOST = 8;
const LONGEST_LABEL = 40;

export interface ShownLink {
  readonly label: string;
  readonly url: string;
}

/** A link at the foot of pages and mails: to the imprint, the privacy policy, the terms, help. */
export interface BrandLink extends ShownLink {
  /** What differs in a language. */
  readonly texts?: Readonly<Record<string, Partial<ShownLink>>>;
}

function labelProblem(label: string): string | null {
  const isLine = isName(label) && label.trim() === label && [...label].length <= LONGEST_LABEL;
  return isLine ? null : `has a label that is not a line of 1 to ${LONGEST_LABEL} characters`;
}

/** `[{ "label", "url", "texts"? }]`, as docs/settings.md has it. */
function entryFor(insecureHosts: InsecureHosts) {
  const label = textBy(labelProblem);
  // A page about law may have one place for each subject.
  const url = textBy((address) => urlProblem(address.replace(/#.*/s, ''), insecureHosts), 'has a url that ');
  const texts = textsOf({ label: label.exactOptional(), url: url.exactOptional() });
  return strictly({ label, url, texts: texts.exactOptional() }, 'must be an object');
}

/** Reads `BRAND_LINKS`. */
export function readBrandLinks(json: string, insecureHosts: InsecureHosts, complain: Complain): readonly BrandLink[] {
  const entries = readEntries(json, entryFor(insecureHosts), complain) ?? [];
  if (entries.length > MOST) complain(`has ${entries.length} links; it may have ${MOST}`);
  return entries.filter((entry) => entry !== null);
}

/** In a language, each with what was written first where it says nothing else. */
export const linksIn = (links: readonly BrandLink[], language: string): ShownLink[] =>
  links.map(({ texts = {}, ...link }) => ({ ...link, ...(Object.hasOwn(texts, language) && texts[language]) }));
