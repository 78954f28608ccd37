import type { ClientOrigin } from '../client/client';
import { mayRedirectError } from './error-destination';

const ORIGINS: ClientOrigin[] = ['console', 'registration', 'metadata_document'];
const DEVELOPERS = ['all', 'invited'] as const;
const ISSUERS = ['https://auth.example.com', 'http://localhost:3000', 'https://127.0.0.1:3000'];
const CALLERS = [
  { isSignedIn: false, hasGrant: false },
  { isSignedIn: true, hasGrant: false },
  { isSignedIn: true, hasGrant: true },
];
/** What prompt=none calls for of a stranger, and errors of the request. */
const CODES = ['login_required', 'invalid_scope', 'invalid_request', 'unsupported_response_type'];

const CASES = ORIGINS.flatMap((origin) =>
  DEVELOPERS.flatMap((developers) =>
    ISSUERS.flatMap((issuer) =>
      CALLERS.flatMap((caller) => CODES.map((code) => ({ origin, developers, issuer, caller, code }))),
    ),
  ),
);

/** The cases in which a browser is sent to the client, each by one line: origin, policy, caller, codes. */
const SENT = new Set([
  ...['invited https://auth.example.com', 'invited http://localhost:3000', 'all http://localhost:3000']
    .concat('invited https://127.0.0.1:3000', 'all https://127.0.0.1:3000')
    .flatMap((policy) => [
      `console ${policy} stranger login_required`,
      ...CODES.flatMap((code) => [`console ${policy} signed-in ${code}`, `console ${policy} with-grant ${code}`]),
    ]),
  ...CODES.map((code) => `console all https://auth.example.com with-grant ${code}`),
]);

describe('mayRedirectError (RFC 9700 §4.11.2)', () => {
  const nameOf = ({ isSignedIn, hasGrant }: (typeof CALLERS)[number]) =>
    hasGrant ? 'with-grant' : isSignedIn ? 'signed-in' : 'stranger';

  it.each(CASES)('$origin $developers $issuer $caller $code', ({ origin, developers, issuer, caller, code }) => {
    const may = mayRedirectError(code, { origin }, caller, { developers, issuer });
    expect(may).toBe(SENT.has(`${origin} ${developers} ${issuer} ${nameOf(caller)} ${code}`));
  });

  it('in no other case', () => expect(SENT.size).toBe(49));
});
