import { isLoopbackHost, isLoopbackUrl } from '../../../protocol/text/loopback';
import { type Check, failure, skipped, some, warning, well } from '../check';
import { isAnswer } from '../prober';
import type { InsideFacts } from './inside-facts';

const PROXY_SETTINGS = 'how-to/behind-a-proxy.md: Settings';
const DAY = 86_400;

export const SETTINGS_CHECKS: readonly Check<InsideFacts>[] = [
  {
    id: 'trusted-proxies',
    title: "the proxy's X-Forwarded-For is trusted",
    clause: PROXY_SETTINGS,
    run({ settings: { issuer, trustedProxies } }) {
      if (isLoopbackUrl(issuer)) return skipped('the issuer is on loopback');
      if (trustedProxies.length > 0) return well();
      return failure(
        "TRUSTED_PROXIES is not set: every user appears to come from the proxy's address, and the limits apply to all together",
        'TRUSTED_PROXIES=<address of the proxy>',
      );
    },
  },
  {
    id: 'listener',
    title: 'the server cannot be reached without the proxy',
    clause: PROXY_SETTINGS,
    run({ settings: { host, port }, bareListener }) {
      if (bareListener === null) return skipped('the issuer is on loopback, without TLS');
      if (isLoopbackHost(host)) return well();
      const cure = 'HOST=127.0.0.1; if the proxy is on another machine, a firewall that lets in only the proxy';
      if (isAnswer(bareListener)) return failure(`${bareListener.url} answers without TLS`, cure);
      return well(`port ${port} does not answer from here`);
    },
  },
  {
    id: 'developers',
    title: 'only invited accounts register applications',
    clause: 'RFC 9700 §4.11.2',
    run({ settings: { issuer, developers, signUpOpen } }) {
      if (isLoopbackUrl(issuer)) return skipped('the issuer is on loopback');
      if (developers === 'invited') return well();
      const cure = 'DEVELOPERS=invited, and npm run account -- developer <email>';
      return warning(`DEVELOPERS=all: every account may${signUpOpen ? ', and anyone can sign up' : ''}`, cure);
    },
  },
  {
    id: 'lifetimes',
    title: 'codes, sessions and tokens expire soon enough',
    clause: 'RFC 9700 §4.14.2',
    run({ settings: { ttl } }) {
      const long = [
        ...(ttl.code > 600 ? ['CODE_TTL: RFC 6749 §4.1.2 recommends 600 at most'] : []),
        ...(ttl.session > 30 * DAY ? ['SESSION_TTL is more than 30 days'] : []),
        ...(ttl.accessToken > 14 * DAY ? ['ACCESS_TOKEN_TTL is more than 14 days'] : []),
        ...(ttl.refreshToken > 365 * DAY ? ['REFRESH_TOKEN_TTL is more than a year'] : []),
      ];
      return long.length === 0 ? well() : warning(some(long, 4), 'leave them unset: the defaults are shorter');
    },
  },
  {
    id: 'pkce-of-clients',
    title: 'clients with a secret use PKCE too',
    clause: 'RFC 9700 §2.1.1',
    run({ settings: { requirePkce, securityProfile }, stored }) {
      if (requirePkce || securityProfile !== null) return well('REQUIRE_PKCE=on');
      if (stored === null) return skipped('the database cannot be read');
      if (stored.withoutPkce === 0) return well();
      return warning(
        `applications that may omit it: ${stored.withoutPkce}`,
        'set "must use PKCE" (require_pkce) in the console, or REQUIRE_PKCE=on once all of them use it',
      );
    },
  },
];
