import { type Check, type Finding, failure, skipped, some, unknown, warning, well } from '../check';
import { type Answer, type Reply, faultOf, isAnswer, objectOf } from '../prober';
import { type OutsideFacts, STRANGER, listIn } from './outside-facts';

const PASSED_ON = 'let the proxy pass on the answers of the server, without removing or overwriting headers';

/** What an answer says, where there is one. */
const of = (reply: Reply, read: (answer: Answer) => Finding) =>
  isAnswer(reply) ? read(reply) : unknown(faultOf(reply));

export const CALLER_CHECKS: readonly Check<OutsideFacts>[] = [
  {
    id: 'no-password-grant',
    title: 'the password grant is refused',
    clause: 'RFC 9700 §2.4',
    run({ metadata, passwordGrant }) {
      const isOffered = listIn(objectOf(metadata) ?? {}, 'grant_types_supported').includes('password');
      if (isOffered) return failure('the metadata offers it', 'check which server answers at this URL');
      if (!isAnswer(passwordGrant)) return unknown(faultOf(passwordGrant));
      if (objectOf(passwordGrant, 400)?.['error'] === 'unsupported_grant_type') return well();
      return failure(`${faultOf(passwordGrant)}, not unsupported_grant_type`, 'check which server answers at this URL');
    },
  },
  {
    id: 'no-open-redirector',
    title: 'an unknown client is not redirected to',
    clause: 'RFC 9700 §4.11.2',
    run: ({ unknownClient }) =>
      of(unknownClient, ({ status, headers: { location } }) => {
        const isThere = new RegExp(`^(https?:)?[/\\\\]{2}${STRANGER}`, 'i').test(location ?? '');
        if (isThere) return failure(`it was, to ${STRANGER}`, 'check which server answers at this URL');
        return status < 500 ? well() : failure(faultOf(unknownClient), 'check the log of the server');
      }),
  },
  {
    id: 'forwarded-headers',
    title: 'X-Forwarded-Host and Forwarded from a caller have no effect',
    clause: 'RFC 9700 §4.13',
    run: ({ forwarded, metadata }) =>
      of(forwarded, ({ body, headers: { location } }) => {
        const isTaken = `${body}${location ?? ''}`.includes(STRANGER) || (isAnswer(metadata) && metadata.body !== body);
        if (!isTaken) return well();
        return failure(
          'the metadata follows them',
          'let the proxy overwrite what callers send, and rewrite no answers',
        );
      }),
  },
  {
    id: 'framing',
    title: 'no page may be framed by another site',
    clause: 'RFC 9700 §4.16',
    run: ({ signInPage, unknownClient }) => {
      const answers = [signInPage, unknownClient].filter(isAnswer);
      if (answers.length === 0) return unknown(faultOf(signInPage));
      const framed = answers.find(
        ({ headers }) => !/frame-ancestors 'none'/.test(String(headers['content-security-policy'])),
      );
      return framed === undefined ? well() : failure(`${pathOf(framed)} lacks frame-ancestors 'none'`, PASSED_ON);
    },
  },
  {
    id: 'page-policy',
    title: 'pages load and run only their own files',
    clause: 'security.md: Attacks on the pages',
    run: ({ signInPage }) =>
      of(signInPage, ({ headers }) => {
        const policy = String(headers['content-security-policy'] ?? '');
        const faults = [
          ...(/default-src 'none'/.test(policy) ? [] : ["default-src is not 'none'"]),
          ...(/'unsafe-(inline|eval)'|\*/.test(policy) ? ['the policy allows inline scripts, eval or any host'] : []),
          ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['X-Content-Type-Options is not nosniff']),
        ];
        return faults.length === 0 ? well() : failure(some(faults), PASSED_ON);
      }),
  },
  {
    id: 'referrer',
    title: 'the authorization endpoint tells no other site its URL',
    clause: 'RFC 9700 §4.2.4',
    run: ({ unknownClient }) =>
      of(unknownClient, ({ headers }) => {
        const policy = headers['referrer-policy'];
        if (policy === 'no-referrer' || policy === 'same-origin') return well();
        return failure(`Referrer-Policy is ${policy === undefined ? 'missing' : String(policy)}`, PASSED_ON);
      }),
  },
  {
    id: 'no-store',
    title: 'answers of the authorization and token endpoints are not stored',
    clause: 'RFC 9700 §4.3.1',
    run: ({ unknownClient, passwordGrant }) => {
      const answers = [unknownClient, passwordGrant].filter(isAnswer);
      if (answers.length === 0) return unknown(faultOf(unknownClient));
      const stored = answers.find(({ headers }) => !/\bno-store\b/.test(headers['cache-control'] ?? ''));
      return stored === undefined ? well() : failure(`${pathOf(stored)} came without no-store`, PASSED_ON);
    },
  },
  {
    id: 'cookies',
    title: 'cookies are HttpOnly and SameSite, and over https also Secure and for this host only',
    clause: 'production.md: A host of its own',
    run({ forms, issuer }) {
      const set = forms.filter(isAnswer).flatMap(({ headers }) => headers['set-cookie'] ?? []);
      if (set.length === 0) return unknown('no answer set one');
      const faults = set
        .map((cookie) => cookieFault(cookie, issuer.startsWith('https:')))
        .filter((fault) => fault !== null);
      return faults.length === 0 ? well() : failure(some(faults), `set AUTH_URL to https; ${PASSED_ON}`);
    },
  },
  {
    id: 'no-repeated-forms',
    title: 'a redirect after a form does not repeat it: never 307 or 308',
    clause: 'RFC 9700 §4.12',
    run({ forms, unknownClient }) {
      const answers = [...forms, unknownClient].filter(isAnswer);
      if (answers.length === 0) return unknown(faultOf(unknownClient));
      const repeating = answers.find(({ status }) => status === 307 || status === 308);
      return repeating === undefined ? well() : failure(faultOf(repeating), PASSED_ON);
    },
  },
  {
    id: 'no-cors-at-authorize',
    title: 'scripts of other sites cannot read the authorization endpoint',
    clause: 'RFC 9700 §2.6',
    run: ({ unknownClient }) =>
      of(unknownClient, ({ headers }) => {
        const allowed = headers['access-control-allow-origin'];
        if (allowed === undefined) return well();
        return failure(
          `Access-Control-Allow-Origin is ${allowed}`,
          'remove it from the proxy, and the origin from CORS_ORIGINS',
        );
      }),
  },
  {
    id: 'cors-of-metadata',
    title: 'scripts of any site can read metadata and keys',
    clause: 'RFC 9700 §2.6',
    run({ metadata, jwks }) {
      const answers = [metadata, jwks].filter(isAnswer);
      if (answers.length < 2) return unknown(faultOf(isAnswer(metadata) ? jwks : metadata));
      const closed = answers.find(({ headers }) => headers['access-control-allow-origin'] !== '*');
      if (closed === undefined) return well();
      return warning(
        `${pathOf(closed)} lacks Access-Control-Allow-Origin: *, which clients in browsers need`,
        PASSED_ON,
      );
    },
  },
  {
    id: 'cross-site-calls',
    title: 'calls from other sites are refused',
    clause: 'RFC 9700 §4.7',
    run: ({ foreignCall }) =>
      of(foreignCall, ({ status, headers }) => {
        const allowed = headers['access-control-allow-origin'];
        if (allowed !== undefined)
          return failure(`Access-Control-Allow-Origin is ${allowed}`, 'remove it from the proxy');
        if (status === 403) return well();
        return failure(`${faultOf(foreignCall)}, not 403`, 'let the proxy pass the header Origin on as it came');
      }),
  },
  {
    id: 'registration',
    title: 'strangers cannot register clients',
    clause: 'RFC 7591 §5',
    run({ registration, metadata }) {
      if (objectOf(metadata) === null) return unknown('there is no metadata');
      if (registration === null) return well('no registration is offered');
      if (!isAnswer(registration)) return unknown(faultOf(registration));
      if ([401, 403, 404].includes(registration.status)) return well('with an initial access token alone');
      if (registration.status < 300)
        return failure('a redirect URI with a script was registered', 'check which server answers at this URL');
      return warning(
        'anyone can: DYNAMIC_REGISTRATION=open',
        'DYNAMIC_REGISTRATION=token, or off; metadata documents need neither',
      );
    },
  },
  {
    id: 'sign-up',
    title: 'strangers cannot sign up',
    clause: 'production.md: Who gets in',
    run({ signUpPage, isLoopback }) {
      if (isLoopback) return skipped('the issuer is on loopback, where sign-up is open by default');
      return of(signUpPage, ({ status, body }) => {
        const isOpen = status === 200 && /<form[^>]* action="[^"]*\/sign-up"/.test(body);
        return isOpen ? warning('anyone can', 'SIGN_UP=closed, unless this is intended') : well();
      });
    },
  },
  {
    id: 'own-host',
    title: 'the issuer has a host of its own',
    clause: 'production.md: A host of its own',
    run({ issuer }) {
      const { pathname } = new URL(issuer);
      if (pathname === '/') return well();
      return warning(
        `it is below ${pathname}: another page on this host can act for the signed-in user`,
        'give it a host name that serves nothing else',
      );
    },
  },
];

const pathOf = ({ url }: Answer) => new URL(url).pathname;

function cookieFault(cookie: string, isHttps: boolean): string | null {
  const [pair = '', ...attributes] = cookie.split(/;\s*/);
  const [name = ''] = pair.split('=');
  const has = (wanted: RegExp) => attributes.some((attribute) => wanted.test(attribute));
  if (!has(/^httponly$/i)) return `${name} is not HttpOnly`;
  if (!has(/^samesite=(lax|strict)$/i)) return `${name} is not SameSite`;
  if (has(/^domain=/i)) return `${name} has a Domain: other hosts get it`;
  if (!isHttps) return null;
  if (!has(/^secure$/i)) return `${name} is not Secure`;
  return /session/.test(name) && !name.startsWith('__Host-') ? `${name} has no prefix __Host-` : null;
}
