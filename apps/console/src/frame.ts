/** What the server's page gives to the console. */
export const root = document.getElementById('console')!;

/** The path prefix of the server: `/auth`, or nothing. */
export const base = root.dataset['base'] ?? '';

/** The address of the server, with its prefix. */
export const server = location.origin + base;

/** Who was signed in when the page was opened. */
export const email = root.dataset['email'] ?? '';

/** Whose page it is. */
export const accountId = root.dataset['account'] ?? '';

/** Where an account signs in that has no password here; else nothing. */
export const signInPath = root.dataset['signIn'] ?? '';

/** Scopes that the operator calls sensitive: their boxes begin unticked. */
export const sensitiveScopes: readonly string[] = (root.dataset['sensitive'] ?? '').split(' ');

interface Resource {
  /** In the language of the page. */
  name: string;
  scopes: readonly string[];
}

/** Those there are: a token is for one of them. */
export const resources = JSON.parse(root.dataset['resources'] ?? '[]') as readonly Resource[];

/** The language of the page: `en`. */
export const { lang: language } = document.documentElement;

/** What stands behind the title of each page: the server's name. */
const brand = document.title.split(' · ').at(-1)!;

/** The way between the sections, which the server drew in groups that `data-group` names. */
const sections = [...document.links].filter((one) => one.closest('[data-group]') !== null);

/** @param address that of the section which is shown, with the prefix */
export function markSection(address: string): void {
  for (const one of sections)
    if (one.getAttribute('href') === address) one.setAttribute('aria-current', 'page');
    else one.removeAttribute('aria-current');
}

/** Removes the way to the administration, once the role is gone. */
export function hideAdministration(): void {
  for (const one of sections) one.closest('[data-group="administration"]')?.remove();
}

export function setTitle(title: string): void {
  document.title = `${title} · ${brand}`;
}
