import { type BodyReader, FORM } from '../../platform/http/edge/edge-request';
import { SENT_PARAMETERS, type SentParameters } from '../../protocol/request/authorization-request';
import { decodeFormValue, parseParameters } from '../../protocol/request/parameters';

const TOLD_BY = ['response_type', 'request', 'request_uri'];

/**
 * The authorization request of a form (OpenID Connect Core §3.1.2.1); `null` for a decision, and for what cannot be read.
 * Other parameters, a secret among them, are left out: they must not end in a URL.
 *
 * @throws OAuthError `invalid_request` as for a query.
 */
export function postedRequest(body: BodyReader): SentParameters | null {
  const text = readForm(body);
  return text !== null && isRequest(text) ? parseParameters(text, SENT_PARAMETERS) : null;
}

function readForm(body: BodyReader): string | null {
  try {
    return body(FORM).text;
  } catch {
    return null;
  }
}

function isRequest(text: string): boolean {
  // Most decisions.
  if (/^session_id=[^&]/.test(text)) return false;
  const names = text.split('&').map(nameOf);
  return TOLD_BY.some((name) => names.includes(name)) && !names.includes('session_id');
}

/** `null` for a pair without a value, or that is malformed. */
function nameOf(pair: string): string | null {
  const [name = '', value = ''] = pair.split('=', 2);
  try {
    return value === '' ? null : decodeFormValue(name);
  } catch {
    return null;
  }
}
