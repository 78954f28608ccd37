import { rulesOf } from '../../protocol/client/security-profile';
import type { Settings } from './settings';

type Judged = Pick<
  Settings,
  'securityProfile' | 'accessTokenAlg' | 'insecureHosts' | 'corsOrigins' | 'consentUiUrl' | 'issuer'
>;

/** What `SECURITY_PROFILE` does not allow: the setting to blame, and why. */
export function* profileSettingProblems({
  securityProfile,
  accessTokenAlg,
  insecureHosts,
  corsOrigins,
  consentUiUrl,
  issuer,
}: Judged): Generator<[setting: string, problem: string]> {
  const { profile, algorithms } = rulesOf(securityProfile);
  if (profile === null) return;
  const because = `with SECURITY_PROFILE ${securityProfile}`;
  if (!algorithms.includes(accessTokenAlg))
    yield ['ACCESS_TOKEN_ALG', `is "${accessTokenAlg}"; it must be ES256 or EdDSA ${because}`];
  if (insecureHosts.length > 0) yield ['INSECURE_HOSTS', `must be empty ${because}`];
  const own = new URL(issuer).origin;
  // FAPI 2.0 §5.2.3-3: no CORS at the authorization endpoint.
  const consentOrigin = consentUiUrl === null ? own : new URL(consentUiUrl).origin;
  if (consentOrigin !== own) yield ['CONSENT_UI_URL', `must be on the origin of AUTH_URL ${because}`];
  if (corsOrigins.some((origin) => origin !== consentOrigin)) yield ['CORS_ORIGINS', `must be empty ${because}`];
}
