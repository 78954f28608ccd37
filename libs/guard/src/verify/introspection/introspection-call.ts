import { boundedText } from '../bounded-text.ts';
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

/**
 * Asks the issuer about a token (RFC 7662 §2.1). Rejects with an Error for the log: unreachable, slower than 5 s, not 200,
 * over 64 KiB, without `active`. No redirects: they would carry the token elsewhere.
 */
export async function introspect(token: string, endpoint: IntrospectionEndpoint): Promise<IntrospectionAnswer> {
  const response = await fetch(endpoint.uri, {
    method: 'POST',
    headers: { accept: 'application/json', authorization: basicOf(endpoint) },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the answer was ${response.status}`);
  }
  const answer = parseStrictJson(await boundedText(response, MAX_BYTES));
  if (typeof answer.active !== 'boolean') throw new Error('the answer has no active');
  return answer as IntrospectionAnswer;
}

/** RFC 6749 §2.3.1: both are form-encoded first. */
function basicOf({ clientId, clientSecret }: IntrospectionEndpoint): string {
  const [id, secret] = [clientId, clientSecret].map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
