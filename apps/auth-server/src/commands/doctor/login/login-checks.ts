import { CLOCK_TOLERANCE } from '../../../protocol/sign-in/sign-in-answer';
import { isLoopbackUrl } from '../../../protocol/text/loopback';
import { type Check, type Finding, failure, skipped, some, unknown, warning, well } from '../check';
import type { InsideFacts } from '../inside/inside-facts';
import { hasUsableKey, isSecret, keysIn } from '../outside/metadata-checks';
import { skewOf } from '../outside/transport-checks';
import { type Answer, type Reply, faultOf as spellFault, isAnswer } from '../prober';
import { cookieFaults, formFault } from './login-page';
import type { LoginFacts } from './login-facts';
import { nextOf } from './way';

const SIGN_IN = 'sign-in-wire.md: A sign-in';
const KEY = 'how-to/your-users.md: 1. A key';
const BRIDGE = 'how-to/your-users.md: 2. The bridge';
const START = 'how-to/your-users.md: 4. Start the auth server with it';

const GUARDED = 'if a guard of the app protects all routes, exempt the bridge: Public()(SignInBridgeController)';
const LOGIN_OF_BRIDGE =
  'let login of the bridge return the address of your login page, and open that page to users without a session';
const NEW_KEY =
  'anyone who has read it can sign in as any of your users: create a new one with consentry sign-in-key, and publish only public keys';

const NOT_REACHED = 'the browser does not get to the login page';

/** Milliseconds from which a clock is worth a look, before answers are refused. */
const CLOSE = 10_000;

export const LOGIN_CHECKS: readonly Check<InsideFacts>[] = [
  check('login-address', "browsers find your app's login, on a host other than this server's", START, addressOf),
  check('login-keys', 'your app publishes its public keys', KEY, keysOf),
  check('login-clock', 'the clocks of your app and of this server agree', SIGN_IN, clockOf),
  check('login-way', 'the sign-in page leads to SIGN_IN_URL', START, wayOf),
  check('login-request', "your app accepts this server's request", BRIDGE, requestOf),
  check('login-unsigned', 'your app refuses a request that this server did not sign', SIGN_IN, unsignedOf),
  check('login-page', 'your app sends the browser to its login page', BRIDGE, pageOf),
  check('login-form', 'the login page lets its form return to SIGN_IN_URL', SIGN_IN, formOf),
  check(
    'login-cookies',
    'browsers keep the cookies of the login page, and send them only over https',
    BRIDGE,
    cookiesOf,
  ),
];

function check(id: string, title: string, clause: string, read: (facts: LoginFacts) => Finding): Check<InsideFacts> {
  const run = ({ login }: InsideFacts) => (login === null ? skipped('SIGN_IN_URL is not set') : read(login));
  return { id, title, clause, run };
}

function addressOf({ url, issuer }: LoginFacts): Finding {
  if (isLoopbackUrl(issuer)) return skipped('the issuer is on loopback');
  const { hostname } = new URL(url);
  if (isLoopbackUrl(url))
    return failure(`SIGN_IN_URL is ${url}: each browser looks for it on its own machine`, 'set it to an https URL');
  if (hostname !== new URL(issuer).hostname) return well();
  return warning(
    `${hostname} serves both: each receives the cookies of the other`,
    'give the auth server a host name of its own',
  );
}

function keysOf({ url, keys, elsewhere }: LoginFacts): Finding {
  if (keysIn(keys).some(isSecret)) return failure(`${keys.url} holds a secret key`, NEW_KEY);
  if (hasUsableKey(keys)) return well();
  if (elsewhere !== null) {
    const cause = `${faultOf(keys)}, and ${elsewhere}/jwks.json has keys`;
    return failure(cause, `set SIGN_IN_URL to ${elsewhere}, byte for byte the url of the bridge`);
  }
  if (isRefusal(keys)) return failure(faultOf(keys), GUARDED);
  const cure = `start the app; the url of its bridge must be ${url}, and this machine must be able to reach it`;
  const isThere = isAnswer(keys) && keys.status === 200;
  return failure(isThere ? `${keys.url} has no public key that can verify` : faultOf(keys), cure);
}

function clockOf({ way, keys }: LoginFacts): Finding {
  // The keys may come from a cache.
  const answer = [...way, keys].find(isAnswer);
  const skew = answer === undefined ? null : skewOf(answer);
  if (skew === null) return unknown('the app did not answer, or its answer had no Date');
  const off = Math.abs(skew);
  if (off <= CLOSE) return well();
  const cause = `the app's clock is ${Math.round(off / 1000)} seconds ${skew < 0 ? 'behind' : 'ahead'}`;
  const cure = `run NTP on both machines: beyond ${CLOCK_TOLERANCE} seconds this server refuses the app's answers`;
  return off > CLOCK_TOLERANCE * 1000 ? failure(cause, cure) : warning(cause, cure);
}

function wayOf({ url, leading, way }: LoginFacts): Finding {
  if (way.length > 0) return well();
  if (!isAnswer(leading) || leading.status >= 400) return unknown(faultOf(leading));
  const next = nextOf(leading);
  const cause = `${leading.url} redirects ${next === null ? 'nowhere' : `to ${withoutQuery(next)}`}, not to ${url}`;
  return failure(cause, 'restart the auth server with these settings');
}

function requestOf({ issuer, url, way: [first], unsigned }: LoginFacts): Finding {
  // Without a real request the other one still shows what stands before the bridge.
  const reply = first ?? unsigned;
  if (!isAnswer(reply))
    return failure(faultOf(reply), 'start the app, or let the proxy in front of it pass on SIGN_IN_URL');
  const cause = faultOf(reply);
  if (isRefusal(reply)) return failure(cause, GUARDED);
  if (reply.status === 404) return failure(cause, `set the url of the bridge to ${url}, even behind a global prefix`);
  if (first === undefined) return unknown('this server does not send browsers there');
  if (reply.status < 400) return well();
  if (reply.status === 503)
    return failure(cause, `let the app reach ${issuer}/.well-known/jwks.json, or give its bridge a backchannelUrl`);
  if (reply.status > 400) return failure(cause, 'check the log of the app');
  return failure(
    cause,
    `compare the options of its bridge: issuer is ${issuer}, url ${url}, signInIssuer SIGN_IN_ISSUER; its log says which`,
  );
}

function unsignedOf({ unsigned, issuer, way: [first] }: LoginFacts): Finding {
  if (!isAnswer(unsigned)) return unknown(faultOf(unsigned));
  if (first === undefined || !isTaken(first)) return unknown('the app does not accept the request');
  if (unsigned.status >= 400) return well();
  const cure = `verify requests by ${issuer}/.well-known/jwks.json: otherwise anyone can put text on your login page`;
  return warning(`${faultOf(unsigned)} to a request that is not a JWT`, cure);
}

function pageOf(facts: LoginFacts): Finding {
  const [first, last] = [facts.way[0], facts.way.at(-1)];
  if (first === undefined || last === undefined || !isTaken(first))
    return unknown('the app does not accept the request');
  if (!isAnswer(last)) return failure(faultOf(last), LOGIN_OF_BRIDGE);
  const next = nextOf(last);
  if (next?.startsWith(`${facts.issuer}/`))
    return warning(
      'the app answered at once, without its login page',
      'make user of the bridge return nothing without a session, and answer only once the user has signed in',
    );
  if (next !== null)
    return failure(
      `${withoutQuery(last.url)} still redirects the browser after ${facts.way.length} pages`,
      'open the login page to users who are not signed in',
    );
  if (last.status < 400) return well(`at ${withoutQuery(last.url)}`);
  return failure(faultOf(last), LOGIN_OF_BRIDGE);
}

function formOf(facts: LoginFacts): Finding {
  const page = loginPageOf(facts);
  if (page === null) return unknown(NOT_REACHED);
  const fault = formFault(page, facts.url);
  if (fault === null) return well();
  const { origin } = new URL(facts.url);
  return warning(
    `${withoutQuery(page.url)} has ${fault}: browsers silently block the redirect that follows its form`,
    `allow it in the Content-Security-Policy of the login page: form-action 'self' ${origin}`,
  );
}

function cookiesOf(facts: LoginFacts): Finding {
  // An identity provider on the way has cookies of its own.
  const { hostname } = new URL(facts.url);
  const answers = facts.way.filter(isAnswer).filter(({ url }) => new URL(url).hostname === hostname);
  if (answers.length === 0) return unknown(NOT_REACHED);
  const { refused, loose, count } = cookieFaults(answers);
  if (count === 0) return skipped('the app sets none before the login');
  if (refused.length > 0)
    return failure(`SameSite=None without Secure, which browsers refuse: ${some(refused)}`, 'SameSite=Lax, or Strict');
  if (loose.length === 0) return well();
  return warning(some(loose), 'Secure and SameSite=Lax, or Strict: the bridge needs no more');
}

const isTaken = (first: Reply) => isAnswer(first) && first.status < 400;

function loginPageOf({ way }: LoginFacts): Answer | null {
  const last = way.at(-1);
  return last !== undefined && isAnswer(last) && last.status < 400 && nextOf(last) === null ? last : null;
}

const isRefusal = (reply: Reply) => isAnswer(reply) && [401, 403].includes(reply.status);

/** The query holds the request, which is this visit's alone. */
const withoutQuery = (url: string) => url.replace(/[?#][^]*$/, '');

const faultOf = (reply: Reply) => spellFault({ ...reply, url: withoutQuery(reply.url) });
