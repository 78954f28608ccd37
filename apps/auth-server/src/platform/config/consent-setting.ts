import { isUrl } from '../../protocol/text/is-url';
import type { Complain } from './json-setting';
import { type InsecureHosts, serviceUrlProblem } from './url-setting';

/** Reads `CONSENT_UI_URL`: default our own page, `null` for `off`. */
export function readConsentUi(
  url: string | undefined,
  { issuer, insecureHosts }: { issuer: string; insecureHosts: InsecureHosts },
  complain: Complain,
): string | null {
  if (url === undefined) return `${issuer}/consent`;
  const problem = url === 'off' ? null : serviceUrlProblem(url, insecureHosts, { query: true });
  if (problem === null) return url === 'off' ? null : url;
  complain(problem);
  return null;
}

/** Our own page needs no CORS. */
export function consentOrigins(consentUiUrl: string | null, own: string): string[] {
  const origin = consentUiUrl !== null && isUrl(consentUiUrl) ? new URL(consentUiUrl).origin : own;
  return origin === own ? [] : [origin];
}
