/** What is wrong with a redirect URI; the words are in the messages. */
export type RedirectUriProblem =
  | {
      problem:
        'relative' | 'plainHttp' | 'scheme' | 'fragment' | 'wildcard' | 'userName' | 'characters' | 'long' | 'same';
    }
  | { problem: 'parameter'; name: string }
  | { problem: 'slash'; other: string };

const LONGEST = 2_048;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** The server appends these to the answer. */
const ANSWERED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state', 'response'];

interface Owner {
  /** Then schemes of its own are allowed (RFC 8252 §7.1). */
  isPublic: boolean;
  /** Registered already. */
  others: readonly string[];
}

/**
 * Judges a redirect URI as one types it, so that words can help. The server has the last word: it may take more, by the
 * operator's settings.
 *
 * @returns null if nothing is wrong.
 */
export function redirectUriProblem(uri: string, { isPublic, others }: Owner): RedirectUriProblem | null {
  if (/[^\x21-\x7e]|\\/.test(uri)) return { problem: 'characters' };
  if (uri.length > LONGEST) return { problem: 'long' };
  if (uri.includes('#')) return { problem: 'fragment' };
  if (uri.includes('*')) return { problem: 'wildcard' };
  if (!URL.canParse(uri)) return { problem: 'relative' };
  const url = new URL(uri);
  return problemOfScheme(uri, url, isPublic) ?? problemOfQuery(url) ?? problemBeside(uri, others);
}

function problemOfScheme(uri: string, { protocol, hostname }: URL, isPublic: boolean): RedirectUriProblem | null {
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb) return isPublic && protocol.includes('.') ? null : { problem: 'scheme' };
  if (!/^https?:\/\/[^/]/i.test(uri)) return { problem: 'relative' };
  if (/^https?:\/\/[^/?]*@/i.test(uri)) return { problem: 'userName' };
  return protocol === 'https:' || LOOPBACK.includes(hostname) ? null : { problem: 'plainHttp' };
}

function problemOfQuery({ searchParams }: URL): RedirectUriProblem | null {
  const name = ANSWERED.find((answered) => searchParams.has(answered));
  return name === undefined ? null : { problem: 'parameter', name };
}

/** They are compared letter by letter (RFC 9700 §2.1). */
function problemBeside(uri: string, others: readonly string[]): RedirectUriProblem | null {
  if (others.includes(uri)) return { problem: 'same' };
  const other = others.find((one) => one === `${uri}/` || uri === `${one}/`);
  return other === undefined ? null : { problem: 'slash', other };
}

/** Whether the server would take it all the same: it is only likely to be a mistake. */
export const isOnlyAHint = ({ problem }: RedirectUriProblem): boolean => problem === 'slash' || problem === 'scheme';
