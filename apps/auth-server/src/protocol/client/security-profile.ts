import { CLIENT_AUTHENTICATION_METHODS } from './authentication-methods';
import type { ClientFields } from './fields';
import { DEFAULT_GRANT_TYPES, DEVICE_CODE, KNOWN_GRANT_TYPES } from './grant-types';
import { CLIENT_SIGNATURE_ALGORITHMS } from '../signing/signature-algorithms';
import { LONGEST_RETRY_WINDOW } from '../token/refresh-rotation';

export type SecurityProfile = NonNullable<ClientFields['securityProfile']>;

/** What a security profile demands beyond the client's own fields, or nothing. Times in seconds. */
export interface SecurityRules {
  /** For people; `null`: no profile. */
  readonly profile: string | null;
  /** Of assertions, request objects and DPoP proofs. */
  readonly algorithms: readonly string[];
  readonly authenticationMethods: readonly string[];
  readonly grantTypes: readonly string[];
  /** Whether codes, tokens and secrets may stand in a query. */
  readonly takesQueryCredentials: boolean;
  /** Whether an assertion's or request object's `aud` may name others too. */
  readonly allowsOtherAudiences: boolean;
  /** Whether a request object's `iat` may not be in the future. */
  readonly judgesIat: boolean;
  readonly needsRedirectUri: boolean;
  /** Whether a code must come from a pushed request with a challenge. */
  readonly needsPushedCode: boolean;
  readonly longestCode: number;
  readonly longestAccessToken: number;
  /** Least `refresh_retry_window` (ADR 12). */
  readonly leastRetryWindow: number;
  /** Of redirects to a client: of a decision, of an answer without one. */
  readonly decisionStatus: 301 | 303;
  readonly redirectStatus: 302 | 303;
}

const OPEN: SecurityRules = Object.freeze({
  profile: null,
  algorithms: CLIENT_SIGNATURE_ALGORITHMS,
  authenticationMethods: CLIENT_AUTHENTICATION_METHODS,
  grantTypes: KNOWN_GRANT_TYPES,
  takesQueryCredentials: true,
  allowsOtherAudiences: true,
  judgesIat: false,
  needsRedirectUri: false,
  needsPushedCode: false,
  longestCode: Infinity,
  longestAccessToken: Infinity,
  leastRetryWindow: 0,
  decisionStatus: 301,
  redirectStatus: 302,
});

/** FAPI 2.0 Security Profile, final; ADR 51 argues what it leaves open. */
const FAPI2: SecurityRules = Object.freeze({
  profile: 'FAPI 2.0 Security Profile',
  // §5.4.1; Ed25519 is EdDSA's name in RFC 9864.
  algorithms: ['PS256', 'ES256', 'EdDSA', 'Ed25519'],
  // §5.3.2.1-6
  authenticationMethods: ['private_key_jwt'],
  // The device grant has no redirect URI that a stranger's page could not stand in for (RFC 8628 §5.4).
  grantTypes: KNOWN_GRANT_TYPES.filter((name) => name !== DEVICE_CODE),
  takesQueryCredentials: false,
  // §5.3.2.1-8
  allowsOtherAudiences: false,
  // §5.3.2.1-13; elsewhere a client's clock may be wrong.
  judgesIat: true,
  // §5.3.2.2-6
  needsRedirectUri: true,
  // §5.3.2.2-3, -5
  needsPushedCode: true,
  // §5.3.2.1-11
  longestCode: 60,
  // §6.1
  longestAccessToken: 600,
  // §5.3.2.1-9
  leastRetryWindow: LONGEST_RETRY_WINDOW,
  // §5.3.2.2-11
  decisionStatus: 303,
  redirectStatus: 303,
});

const RULES: Readonly<Record<SecurityProfile, SecurityRules>> = { fapi2: FAPI2 };

export const rulesOf = (profile: SecurityProfile | null): SecurityRules => (profile === null ? OPEN : RULES[profile]);

/** Of the server. */
export interface ProfileContext {
  /** Of every client. */
  securityProfile: SecurityProfile | null;
  /** Under a profile also of ID tokens, where the client registered none. */
  accessTokenAlg: string;
  issuer: string;
}

type Profiled = Pick<ClientFields, 'securityProfile'>;

/** The rules in force for a client: none leaves the server's profile. */
export const profileOf = ({ securityProfile }: Profiled, server: Pick<ProfileContext, 'securityProfile'>) =>
  rulesOf(server.securityProfile ?? securityProfile);

/** Values of which a profile leaves no choice. */
export function imposedFields({ profile, leastRetryWindow }: SecurityRules) {
  if (profile === null) return {};
  return {
    requireClientAuthentication: true,
    requirePkce: true,
    requirePushedAuthorizationRequests: true,
    dpopBoundAccessTokens: true,
    tokenEndpointAuthMethod: 'private_key_jwt',
    clientAssertionAudience: 'issuer',
    refreshRetryWindow: leastRetryWindow,
  } as const satisfies Partial<ClientFields>;
}

type Imposable = Profiled & Open;

type Open = Pick<ClientFields, 'grantTypes' | 'idTokenSignedResponseAlg'>;

/** {@link imposedFields}, and what becomes of fields that have a choice left. */
export const imposed = (
  { grantTypes, idTokenSignedResponseAlg: alg }: Open,
  rules: SecurityRules,
  { accessTokenAlg }: Pick<ProfileContext, 'accessTokenAlg'>,
) => ({
  ...imposedFields(rules),
  grantTypes: (grantTypes ?? DEFAULT_GRANT_TYPES).filter((name) => rules.grantTypes.includes(name)),
  idTokenSignedResponseAlg: alg ?? accessTokenAlg,
});

/** A client as the profile in force makes it: what its row says otherwise does not count. */
export function underProfile<Client extends Imposable>(client: Client, server: ProfileContext): Client {
  const rules = profileOf(client, server);
  return rules.profile === null ? client : { ...client, ...imposed(client, rules, server) };
}
