import { invalidRequest } from '../oauth-error';
import { parseParameters } from './parameters';

const NEVER_IN_A_QUERY = [
  'code',
  'refresh_token',
  'client_secret',
  'client_assertion',
  'device_code',
  'subject_token',
  'actor_token',
] as const;

/** A query ends in logs (RFC 6749 §2.3.1). @throws OAuthError `invalid_request`. */
export function assertNoSecretInQuery(query: string, ...more: string[]): void {
  if (query === '') return;
  const sent = parseParameters<string>(query, [...NEVER_IN_A_QUERY, ...more]);
  const [name] = Object.keys(sent);
  if (name !== undefined) throw invalidRequest(`with POST, send ${name} in the body, not in the query`);
}
