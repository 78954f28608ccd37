/** What the server's page gives to the console. */
export const root = document.getElementById('console')!;

/** The path prefix of the server: `/auth`, or nothing. */
export const base = root.dataset['base'] ?? '';

/** The address of the server, with its prefix. */
export const server = location.origin + base;

/** Who was signed in when the page was opened. */
export const email = root.dataset['email'] ?? '';

/** The language of the page: `en`. */
export const { lang: language } = document.documentElement;

/** What stands behind the title of each page: the server's name. */
const brand = document.title.split(' · ').at(-1)!;

export function setTitle(title: string): void {
  document.title = `${title} · ${brand}`;
}
