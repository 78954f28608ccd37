import { basicAuthorization } from '../basic-authorization.ts';
import { boundedText } from '../bounded-text.ts';
import { describeFailure } from '../failure-text.ts';
import { callIssuer } from '../issuer-call.ts';
import { retryAfterOf } from '../retry-after.ts';
import { type JsonObject, parseStrictJson } from '../token/strict-json.ts';

const TIMEOUT = 5_000;
const MAX_BYTES = 65_536;

export interface IntrospectionEndpoint {
  readonly uri: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the issuer says of a token (RFC 7662 §2.2). */
export type IntrospectionAnswer = JsonObject & { readonly active: boolean };

/** A failure that concerns the token in question, where that of another may be answered. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';

  constructor(
    why: string,
    /** Of `Retry-After`, in milliseconds, where the answer had one. */
    readonly retryAfter?: number | undefined,
  ) {
    super(why);
  }
}

/** The issuer takes the text for no token, or for one that is too long. */
const UNREADABLE = [400, 413];
/** As errors of 400: it is the guard itself that is refused (RFC 6749 §5.2). */
const OF_CLIENT = ['invalid_client', 'unauthorized_client'];

/**
 * Asks the issuer about a token (RFC 7662 §2.1). Rejects with an Error for the log: unreachable, slower than 5 s, 5xx, this
 * service is refused; or with a `TokenFailure`. No redirects: they would carry the token elsewhere.
 */
export async function introspect(token: string, endpoint: IntrospectionEndpoint): Promise<IntrospectionAnswer> {
  const response = await callIssuer(endpoint.uri, {
    method: 'POST',
    headers: { accept: 'application/json', authorization: basicAuthorization(endpoint) },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const { status } = response;
  if (status === 200) return readAnswer(response);
  const { error } = await readError(response);
  const isRefused = status === 401 || OF_CLIENT.includes(String(error));
  if (UNREADABLE.includes(status) && !isRefused) return { active: false };
  const why = `the answer was ${status}`;
  throw isRefused || status >= 500 ? new Error(why) : new TokenFailure(why, retryAfterOf(response));
}

async function readAnswer(response: Response): Promise<IntrospectionAnswer> {
  try {
    const answer = parseStrictJson(await boundedText(response, MAX_BYTES));
    if (typeof answer.active === 'boolean') return answer as IntrospectionAnswer;
  } catch (error) {
    throw new TokenFailure(describeFailure(error));
  }
  throw new TokenFailure('the answer has no active');
}

async function readError(response: Response): Promise<JsonObject> {
  return boundedText(response, MAX_BYTES)
    .then(parseStrictJson)
    .catch(() => ({}));
}
