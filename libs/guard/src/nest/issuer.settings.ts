import { AUTH0 } from '../verify/token/profiles/auth0.ts';
import { KEYCLOAK } from '../verify/token/profiles/keycloak.ts';
import { RFC9068 } from '../verify/token/profiles/rfc9068.ts';
import type { TokenProfile } from '../verify/token/profiles/token-profile.ts';
import type { IntrospectionEndpoint } from '../verify/introspection/introspection-call.ts';
import type { IntrospectionOptions, IssuerOptions, ProfileName } from './issuer.options.ts';
import { revocationProblems, type RevocationSettings, revocationSettings } from './revocation.settings.ts';
import { type OptionNames, unknownOptions } from './unknown-options.ts';
import { urlProblem } from './url-problem.ts';

export interface IssuerSettings {
  readonly issuer: string;
  readonly profile: TokenProfile;
  readonly jwksUri: string;
  readonly audiences: readonly string[];
  /** Undefined: not read. */
  readonly revocations: RevocationSettings | undefined;
  readonly introspection: IntrospectionSettings | undefined;
}

interface IntrospectionSettings extends IntrospectionEndpoint {
  /** Milliseconds. */
  readonly maxAge: number;
}

interface Profile {
  readonly profile: TokenProfile;
  /** Appended to the issuer. */
  readonly jwksPath: string;
  readonly introspectionPath?: string;
  readonly hasFeed: boolean;
}

const PROFILES: Record<ProfileName, Profile> = {
  rfc9068: {
    profile: RFC9068,
    jwksPath: '/.well-known/jwks.json',
    introspectionPath: '/oauth2/introspect',
    hasFeed: true,
  },
  keycloak: {
    profile: KEYCLOAK,
    jwksPath: '/protocol/openid-connect/certs',
    introspectionPath: '/protocol/openid-connect/token/introspect',
    hasFeed: false,
  },
  auth0: { profile: AUTH0, jwksPath: '.well-known/jwks.json', hasFeed: false },
};

const ISSUER_OPTIONS: OptionNames<IssuerOptions> = {
  ...{ issuer: true, profile: true, jwksUri: true, audience: true, introspection: true, revocations: true },
};
const INTROSPECTION_OPTIONS: OptionNames<IntrospectionOptions> = {
  ...{ uri: true, clientId: true, clientSecret: true, maxAge: true },
};

/** The issuers of the options `issuer` and `issuers`: exactly one of the two is there. */
export function issuersOf(options: {
  issuer?: unknown;
  issuers?: unknown;
  jwksUri?: unknown;
  revocations?: unknown;
  insecureHosts?: unknown;
}): Partial<IssuerOptions>[] {
  const { issuer, issuers, jwksUri, revocations } = options;
  if (issuers === undefined) return [{ issuer, jwksUri, revocations } as IssuerOptions];
  return Array.isArray(issuers) ? (issuers as unknown[]).map((one) => (one ?? {}) as IssuerOptions) : [];
}

/** What is wrong with `issuer`, `issuers`, `jwksUri` and `revocations`; `insecureHosts` is checked elsewhere. */
export function issuerProblems(options: Parameters<typeof issuersOf>[0]): string[] {
  const { issuer, issuers, jwksUri, revocations, insecureHosts } = options;
  const issuersGiven = issuersOf(options);
  if (issuers === undefined) return problemsOf(issuersGiven[0]!, { at: '', insecureHosts });
  if (issuer !== undefined) return ['set issuer or issuers, not both'];
  if (jwksUri !== undefined) return ['set jwksUri in each of the issuers'];
  if (revocations !== undefined) return ['set revocations in each of the issuers'];
  if (issuersGiven.length === 0) return ['issuers must be a list of at least one issuer'];
  const names = issuersGiven.map((one) => one.issuer);
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) < index);
  return [
    ...issuersGiven.flatMap((one, index) => problemsOf(one, { at: `issuers[${index}].`, insecureHosts })),
    ...(issuersGiven.filter((one) => one.introspection !== undefined).length > 1
      ? ['only one of the issuers may have introspection: an opaque token does not name its issuer']
      : []),
    ...(twice === undefined ? [] : [`issuers must differ; ${JSON.stringify(twice)} is listed twice`]),
  ];
}

interface Place {
  /** Before the name of an option. */
  readonly at: string;
  readonly insecureHosts: unknown;
}

function problemsOf(options: Partial<IssuerOptions>, { at, insecureHosts }: Place) {
  const { issuer, profile = 'rfc9068', jwksUri, audience, introspection, revocations } = options;
  const isAuth0 = profile === 'auth0';
  const audiences: unknown[] = audience === undefined ? [] : [audience].flat();
  return [
    unknownOptions(options, ISSUER_OPTIONS, at),
    Object.hasOwn(PROFILES, profile) ? undefined : `${at}profile must be ${Object.keys(PROFILES).join(', ')}`,
    urlProblem(`${at}issuer`, issuer, { isBare: !isAuth0, insecureHosts }),
    isAuth0 && !String(issuer).endsWith('/') ? `${at}issuer must end in a slash, as the tokens' iss does` : undefined,
    jwksUri === undefined ? undefined : urlProblem(`${at}jwksUri`, jwksUri, { insecureHosts }),
    audience === undefined || (audiences.length > 0 && audiences.every(isText))
      ? undefined
      : `${at}audience must be one or more strings; got ${JSON.stringify(audience)}`,
    ...introspectionProblems(introspection, isAuth0, { at: `${at}introspection`, insecureHosts }),
    ...revocationProblems(revocations, issuer, { at, insecureHosts }),
  ].filter((problem) => problem !== undefined);
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

function introspectionProblems(options: IntrospectionOptions | undefined, needsUri: boolean, place: Place) {
  if (options === undefined) return [];
  const { uri, clientId, clientSecret, maxAge = 0 } = options ?? {};
  const { at, insecureHosts } = place;
  return [
    unknownOptions(options, INTROSPECTION_OPTIONS, `${at}.`),
    uri === undefined && !needsUri ? undefined : urlProblem(`${at}.uri`, uri, { insecureHosts }),
    isText(clientId) && isText(clientSecret) ? undefined : `${at} must have clientId and clientSecret`,
    Number.isFinite(maxAge) && maxAge >= 0 && maxAge <= 300 ? undefined : `${at}.maxAge must be 0 to 300 seconds`,
  ];
}

/** Adds the defaults to an issuer without problems. */
export function issuerSettings(options: IssuerOptions, audiences: readonly string[]): IssuerSettings {
  const { issuer, profile: name = 'rfc9068', jwksUri, audience, introspection } = options;
  const { profile, jwksPath, introspectionPath = '', hasFeed } = PROFILES[name];
  return Object.freeze({
    issuer,
    profile,
    jwksUri: jwksUri ?? issuer + jwksPath,
    audiences: audience === undefined ? audiences : Object.freeze([audience].flat()),
    revocations: revocationSettings(options.revocations ?? hasFeed, issuer),
    introspection: introspection && {
      uri: introspection.uri ?? issuer + introspectionPath,
      clientId: introspection.clientId,
      clientSecret: introspection.clientSecret,
      maxAge: (introspection.maxAge ?? 30) * 1_000,
    },
  });
}
