import { isLoopbackHost } from '../../protocol/text/loopback';
import { quoted } from './url-setting';
import { isUrl } from '../../protocol/text/is-url';

/** How mails are sent, from `MAIL_URL` and `MAIL_FROM`. */
export interface MailSetting {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`), after STARTTLS, or never. */
  readonly tls: 'implicit' | 'starttls' | 'off';
  readonly user: string | null;
  readonly password: string | null;
  /** `no-reply@example.com`, or `Name <no-reply@example.com>`. */
  readonly from: string;
}

const WRONG_URL =
  'must be smtp://<user>:<password>@<host>:<port> or smtps://…, and may end in ?tls=off if the network to the host is secure';
const FROM = /^(?:[^<>@\p{Cc}"]*<)?[^\s<>@,;\p{Cc}"]+@[^\s<>@,;\p{Cc}"]+>?$/u;

/**
 * Links in mails are secrets: unless `MAIL_URL` says `?tls=off`, they leave the machine under TLS alone. On loopback TLS
 * is left out: the certificate of a local mail server names no host that could be verified.
 *
 * @param host of `AUTH_URL`, for the default of `MAIL_FROM`.
 * @returns `null` where mails are files.
 */
export function readMailSetting(
  texts: { url: string | undefined; from: string | undefined },
  host: string,
  complain: (name: string, problem: string) => void,
): MailSetting | null {
  const from = texts.from ?? `no-reply@${host}`;
  if (!FROM.test(from) || from.includes('<') !== from.endsWith('>'))
    complain('MAIL_FROM', `is ${quoted(from)}; it must be an address, or a name with an <address>`);
  if (texts.url === undefined) return null;
  const parsed = parse(texts.url);
  // The value is not repeated: it may hold a password.
  if (parsed === null) complain('MAIL_URL', WRONG_URL);
  return parsed === null ? null : Object.freeze({ ...parsed, from });
}

function parse(text: string): Omit<MailSetting, 'from'> | null {
  if (!/^smtps?:\/\/[^/]/.test(text) || !isUrl(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === '' || !['', '/'].includes(pathname) || hash !== '' || !['', '?tls=off'].includes(search))
    return null;
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === undefined || secret === undefined) return null;
  const tls = protocol === 'smtps:' ? 'implicit' : search !== '' || isLoopbackHost(hostname) ? 'off' : 'starttls';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (tls === 'implicit' ? 465 : 587),
    tls,
    user: user === '' ? null : user,
    password: user === '' ? null : secret,
  };
}

/** `undefined` where the percent-encoding is wrong. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
