import { Refusal } from '../source/refusal';

const USAGE = 'nest g -c @consentry/schematics auth-server https://auth.example.com';

/** AUTH_URL, as the server takes it: https, without slash at its end, query, fragment or user. */
export function parseAuthServerAddress(text: string | undefined): URL {
  if (text === undefined || text === '') throw new Refusal(`Give the address of the auth server: ${USAGE}`);
  const written = text.includes('://') ? text : `https://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const isPlain = url !== undefined && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (url?.protocol !== 'https:' || !isPlain || !/^[a-z0-9.-]*[a-z][a-z0-9.-]*$/.test(url.hostname))
    throw new Refusal(
      `${text} is not the address of an auth server: it must be an https URL with a host name, and without a user, query or fragment. Example: ${USAGE}`,
    );
  return url;
}

export const withoutSlash = (url: URL): string => url.href.replace(/\/$/, '');
