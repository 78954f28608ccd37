import { type Check, failure, skipped, unknown, warning, well } from '../check';
import { type Answer, faultOf, isAnswer } from '../prober';
import { type OutsideFacts, answersOf } from './outside-facts';

const PROXY = 'how-to/behind-a-proxy.md: What any proxy must do';
const ON_LOOPBACK = 'the issuer is on loopback, without TLS';

const DAY = 86_400_000;
/** Days that a certificate must still be valid: renewals come a month before. */
const RENEWED = 14;
/** Seconds: half a year. */
const LONG_HSTS = 15_768_000;
/** Milliseconds, beside what an answer took and the whole second of its Date. */
const CLOSE = 10_000;
const FAR = 60_000;

export const TRANSPORT_CHECKS: readonly Check<OutsideFacts>[] = [
  {
    id: 'tls',
    title: 'the issuer uses TLS with a trusted certificate',
    clause: 'RFC 9700 §2.6',
    run({ tls, isLoopback, issuer }) {
      if (tls === null && isLoopback) return skipped(ON_LOOPBACK);
      if (tls === null)
        return failure(`${issuer} is http`, 'put a TLS proxy in front of the server, and set AUTH_URL to https');
      if (tls.fault === null) return well();
      return failure(tls.fault, 'serve a certificate for this host name with its whole chain (fullchain.pem)');
    },
  },
  {
    id: 'tls-versions',
    title: 'TLS 1.0 and 1.1 are refused',
    clause: 'RFC 9325 §3.1.1',
    run({ tls }) {
      if (tls === null) return skipped(ON_LOOPBACK);
      if (tls.takesOld === null) return unknown('no handshake, or this machine does not support TLS 1.1');
      if (!tls.takesOld) return well();
      return failure('the host accepts TLS 1.0 or 1.1', 'nginx: ssl_protocols TLSv1.2 TLSv1.3;');
    },
  },
  {
    id: 'certificate',
    title: `the certificate is valid for at least ${RENEWED} more days`,
    clause: PROXY,
    run({ tls, now }) {
      if (tls === null) return skipped(ON_LOOPBACK);
      if (tls.validUntil === null) return unknown(tls.fault ?? 'there was no handshake');
      const until = new Date(tls.validUntil).toISOString();
      if (tls.validUntil - now >= RENEWED * DAY) return well(`until ${until}`);
      return warning(`it expires at ${until}`, 'renew it, and find out why the renewal did not run');
    },
  },
  {
    id: 'plain-http',
    title: 'plain HTTP is closed or redirects to https',
    clause: 'RFC 9700 §2.6',
    run({ plain, issuer, isLoopback }) {
      if (plain === null) return skipped(isLoopback ? ON_LOOPBACK : 'the issuer has a port of its own');
      if (!isAnswer(plain)) return well('port 80 does not answer');
      const { origin } = new URL(issuer);
      const isLed = plain.status >= 300 && plain.status < 400 && startsAt(plain.headers.location, origin);
      if (isLed) return well(`port 80 redirects to ${origin}`);
      return failure(faultOf(plain), `close port 80, or redirect every request there to ${origin}`);
    },
  },
  {
    id: 'hsts',
    title: 'every answer has Strict-Transport-Security, for at least half a year',
    clause: PROXY,
    run(facts) {
      if (facts.tls === null) return skipped(ON_LOOPBACK);
      const answers = answersOf(facts);
      if (answers.length === 0) return unknown(faultOf(facts.ready[0]));
      const ages = answers.map((answer) => hstsOf(answer));
      const without = answers.find((_, at) => ages[at] === null);
      const cure = 'nginx: add_header Strict-Transport-Security "max-age=63072000" always;';
      if (without !== undefined) return failure(`${without.url} came without it`, cure);
      const least = Math.min(...ages.map(Number));
      return least < LONG_HSTS ? warning(`its max-age is ${least} seconds`, cure) : well();
    },
  },
  {
    id: 'clock',
    title: 'the clocks of server and doctor agree',
    clause: 'how-to/postgresql.md: Keep the replicas right',
    run({ metadata }) {
      const skew = isAnswer(metadata) ? skewOf(metadata) : null;
      if (skew === null) return unknown('the answer has no Date');
      const cause = `the server's clock is ${Math.round(Math.abs(skew) / 1000)} seconds ${skew < 0 ? 'behind' : 'ahead'}`;
      const cure = 'run NTP on both machines: tokens are refused where clocks differ';
      if (Math.abs(skew) <= CLOSE) return well();
      return Math.abs(skew) <= FAR ? warning(cause, cure) : failure(cause, cure);
    },
  },
  {
    id: 'ready',
    title: 'the server and its database answer',
    clause: 'how-to/watch.md: Health',
    run({ ready: [ready] }) {
      if (isAnswer(ready) && ready.status === 200) return well();
      return failure(faultOf(ready), 'check the log of the server and that of the proxy in front of it');
    },
  },
  {
    id: 'no-cache',
    title: 'there is no cache in front of the server',
    clause: PROXY,
    run({ ready: [first, second] }) {
      if (!isAnswer(first) || !isAnswer(second)) return unknown(faultOf(isAnswer(first) ? second : first));
      const id = first.headers['x-request-id'];
      const isCached =
        second.headers['age'] !== undefined || (id !== undefined && id === second.headers['x-request-id']);
      if (!isCached) return well();
      return failure(
        'a second answer of /health/ready came from a cache',
        'switch off caching in the proxy (nginx: no proxy_cache)',
      );
    },
  },
  {
    id: 'long-requests',
    title: 'long authorization requests pass',
    clause: PROXY,
    run({ longRequest, unknownClient }) {
      if (!isAnswer(unknownClient)) return unknown(faultOf(unknownClient));
      if (isAnswer(longRequest) && longRequest.status === unknownClient.status) return well();
      const fault = faultOf({ ...longRequest, url: `${new URL(unknownClient.url).origin}/oauth2/authorize?…` });
      // The answer is as long: it leads to a page with the whole query.
      const cure = 'nginx: large_client_header_buffers 4 32k; proxy_buffer_size 32k; proxy_buffers 8 32k;';
      return failure(`with a query of 12 KB ${fault}`, cure);
    },
  },
  {
    id: 'revocation-feed',
    title: 'services can read what was revoked',
    clause: 'revocation.md: For operators',
    run({ revocations }) {
      if (revocations === null) return unknown('the metadata names no feed');
      // With REVOCATION_FEED=resources it is for services alone.
      if (isAnswer(revocations) && [200, 401].includes(revocations.status)) return well();
      return failure(faultOf(revocations), 'let the proxy pass the feed on: without it revoked tokens stay valid');
    },
  },
];

const startsAt = (location: string | undefined, origin: string) =>
  location === origin || (location ?? '').startsWith(`${origin}/`);

/** Seconds; `null`: no such header. */
function hstsOf({ headers }: Answer): number | null {
  const [, age] = /(?:^|;)\s*max-age="?(\d+)/i.exec(headers['strict-transport-security'] ?? '') ?? [];
  return age === undefined ? null : Number(age);
}

/** Milliseconds by which the server is ahead: 0 if its Date lies between question and answer. */
export function skewOf({ headers, sentAt, receivedAt }: Answer): number | null {
  const date = Date.parse(headers.date ?? '');
  if (Number.isNaN(date)) return null;
  if (date > receivedAt) return date - receivedAt;
  return Math.min(0, date + 1000 - sentAt);
}
