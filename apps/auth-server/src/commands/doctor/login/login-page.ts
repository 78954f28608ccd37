import type { Answer } from '../prober';

/**
 * A login form is answered by a redirect to `SIGN_IN_URL`, and browsers hold that to the policy of the form (CSP Level 3
 * §6.4.1).
 *
 * @returns the policy that does not allow it; `null`: none, or no form that it could be about.
 */
export function formFault({ url, headers, body }: Answer, target: string): string | null {
  if (!/<form\b/i.test(body)) return null;
  // Several policies hold together; Node joins their headers by a comma.
  const policies = String(headers['content-security-policy'] ?? '').split(',');
  const directives = policies.flatMap((policy) => policy.split(';')).map((text) => text.trim());
  const held = directives.filter((text) => /^form-action(\s|$)/i.test(text));
  return (
    held.find(
      (text) =>
        !text
          .split(/\s+/)
          .slice(1)
          .some((source) => allows(source, url, target)),
    ) ?? null
  );
}

/** Of a source that is written as a host, a scheme or `'self'`. */
function allows(source: string, page: string, target: string): boolean {
  const { origin, protocol, hostname, host } = new URL(target);
  const text = source.toLowerCase();
  if (text === "'self'") return new URL(page).origin === origin;
  if (text === '*' || text === protocol) return true;
  const [, scheme = protocol.slice(0, -1), name = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]+)/.exec(text) ?? [];
  if (`${scheme}:` !== protocol) return false;
  const [wanted] = name.split(/:(?=[\d*]+$)/);
  if (wanted?.startsWith('*.')) return hostname.endsWith(wanted.slice(1));
  return name === host || name === `${hostname}:*` || (name === hostname && host === hostname);
}

interface CookieFaults {
  count: number;
  /** Names of those that browsers do not keep. */
  refused: string[];
  /** What is too open of others. */
  loose: string[];
}

export function cookieFaults(answers: readonly Answer[]): CookieFaults {
  const faults: CookieFaults = { count: 0, refused: [], loose: [] };
  for (const { url, headers } of answers)
    for (const cookie of headers['set-cookie'] ?? []) {
      faults.count += 1;
      const [name = ''] = cookie.split('=');
      const [isOpen, isSecure] = [/;\s*samesite=none\b/i.test(cookie), /;\s*secure\b/i.test(cookie)];
      if (isOpen && !isSecure) faults.refused.push(name);
      else if (isOpen) faults.loose.push(`${name} is SameSite=None`);
      else if (url.startsWith('https:') && !isSecure) faults.loose.push(`${name} is not Secure`);
    }
  return faults;
}
