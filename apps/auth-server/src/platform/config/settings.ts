import type { DeviceGrantClients } from '../../protocol/client/allowed-grant-type';
import type { Resource } from '../../protocol/request/scope';
import type { Brand } from './brand-setting';
import type { KeyTimes } from './key-times';
import type { MailSetting } from './mail-setting';

export const SIGNING_ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const;

export const REGISTRATION_MODES = ['off', 'token', 'open'] as const;

/** Who may register a client: nobody, who holds an initial access token, anybody. */
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

export const DEVELOPERS = ['all', 'invited'] as const;

/** Which accounts may register applications: all, or those to which the operator gave the role. */
export type Developers = (typeof DEVELOPERS)[number];

export const SECURITY_PROFILES = ['off', 'fapi2'] as const;

/** Where the claims of the team's own come from. */
export type ClaimsSource =
  /** An absolute path of a module, from `CLAIMS_FILE`. */
  | { readonly kind: 'file'; readonly path: string }
  /** `CLAIMS_URL`. */
  | { readonly kind: 'url'; readonly url: string };

export const REVOCATION_FEEDS = ['open', 'resources'] as const;

/** Clients that may read the revocation feed: all, without credentials, or the introspection clients of the resources. */
export type RevocationFeedAccess = (typeof REVOCATION_FEEDS)[number];

export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

export const SUBJECTS = ['own', 'theirs'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Another issuer whose JWTs are taken wherever a session token is. */
export interface TrustedIssuer {
  issuer: string;
  jwksUri: string;
  audience: string;
  /** The `typ` header its tokens must carry, where it is set. */
  typ: string | null;
  /** Claims of its JWTs that are claims of the team's own too (ADR 50). */
  claims: readonly string[];
}

/** The login of a team that has its own users. */
export interface SignInSetting {
  /** `SIGN_IN_URL`: where its app takes requests, and serves its keys at `/jwks.json`. */
  readonly url: string;
  /** `SIGN_IN_ISSUER`, default `url`: whose accounts they are. */
  readonly issuer: string;
  /** `SIGN_IN_PROFILE_URL`; `null`: none is shown. */
  readonly profileUrl: string | null;
  /** `SIGN_IN_CONFIRM`, default 300: seconds after which a page asks the app again. */
  readonly confirm: number;
}

/** An OpenID provider at which people may sign in. */
export interface SignInProvider {
  /** Ends its redirect URI: `AUTH_URL/sign-in/return/<id>`. */
  readonly id: string;
  /** On its button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
}

/** Which engine keeps the rows, and where. */
export type DatabaseSettings =
  | { readonly engine: 'sqlite'; readonly file: string }
  /** `poolSize`: how many connections each process may open. */
  | { readonly engine: 'postgres'; readonly url: string; readonly poolSize: number };

/** What the environment says, read once, checked and frozen. */
export interface Settings {
  /** The issuer; `AUTH_URL`, default `http://localhost:3000`. */
  readonly issuer: string;
  /** The prefix of all routes: the path of `AUTH_URL`, or nothing. */
  readonly pathPrefix: string;
  /** What the names of its cookies end in, where it may share its host with other servers; else nothing. */
  readonly cookieSuffix: string;
  readonly port: number;
  readonly host: string;
  /** An absolute path; `DATA_DIR`, default `data/auth-server`. */
  readonly dataDir: string;
  /** `DATABASE_URL`, default the SQLite file `auth.sqlite` in the data folder. */
  readonly database: DatabaseSettings;
  /** `MASTER_KEY`; `null` means the file in the data folder. */
  readonly masterKey: Buffer | null;
  /** `NEW_MASTER_KEY`: what `npm run keys -- replace-master-key` replaces `MASTER_KEY` with. */
  readonly newMasterKey: Buffer | null;
  /** `INSECURE_HOSTS`, default none: names in a private network that http is allowed to, beside loopback. */
  readonly insecureHosts: readonly string[];
  readonly resources: readonly Resource[];
  /** `RESOURCES_FILE`, absolute; `null`: not set. */
  readonly resourcesFile: string | null;
  /** The resources, and the auth server itself, which identity scopes alone are for. */
  readonly audiences: readonly Resource[];
  readonly signUpOpen: boolean;
  /** `DEVELOPERS`, default `all` on loopback, else `invited`. */
  readonly developers: Developers;
  readonly trustedIssuers: readonly TrustedIssuer[];
  /** `null`: no login of a team's app. */
  readonly signIn: SignInSetting | null;
  /** Of `SIGN_IN_PROVIDERS_FILE`. */
  readonly signInProviders: readonly SignInProvider[];
  /** `PASSWORDS`, default on without `SIGN_IN_URL`: whether accounts may have one here. */
  readonly passwords: boolean;
  /** `SUBJECT`, default `own`; `theirs`: the id of a trusted issuer's account is its `sub` there. */
  readonly subject: Subject;
  /** `CORS_ORIGINS`, and the origin of `CONSENT_UI_URL`. */
  readonly corsOrigins: readonly string[];
  /** Whose `X-Forwarded-For` is believed; addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  /** How many connections each process takes. */
  readonly connections: {
    /** `MAX_CONNECTIONS`, default 4,096. */
    readonly most: number;
    /** `MAX_CONNECTIONS_PER_ADDRESS`, default 100; trusted proxies are excepted. */
    readonly perAddress: number;
    /** Whether connections from loopback count too: only if `MAX_CONNECTIONS_PER_ADDRESS` is set. */
    readonly loopbackCounts: boolean;
  };
  /** `CONSENT_UI_URL`, default our own page `AUTH_URL/consent`; `null`: `off`, no page. */
  readonly consentUiUrl: string | null;
  readonly brand: Brand;
  /** `MAIL_URL` and `MAIL_FROM`; `null`: each mail is a file in the data folder. */
  readonly mail: MailSetting | null;
  /** Whether DPoP proofs must hold a nonce of the server's; `DPOP_NONCE`, default off. */
  readonly dpopNonce: boolean;
  readonly accessTokenAlg: SigningAlgorithm;
  /** `DYNAMIC_REGISTRATION`, default off. */
  readonly dynamicRegistration: RegistrationMode;
  /** `DYNAMIC_REGISTRATION_LIMIT`, default 20: registrations an hour and network. */
  readonly registrationLimit: number;
  /** `PRIVATE_USE_SCHEMES`: schemes without a dot that redirect URIs of public clients may have; lower case. */
  readonly privateUseSchemes: readonly string[];
  /** `REQUIRE_PKCE`, default off: of every client. Clients that registered themselves need it anyway. */
  readonly requirePkce: boolean;
  /** `SECURITY_PROFILE`: of every client; `null`: of those that have one. */
  readonly securityProfile: 'fapi2' | null;
  /** `null`: tokens have no claims of the team's own. */
  readonly claimsSource: ClaimsSource | null;
  /** `CLAIMS_STALE`, default an hour: seconds that the last claims are used for while new ones cannot be had; 0: never. */
  readonly claimsStale: number;
  /** Seconds, for applications that say nothing of it; `REFRESH_RETRY_WINDOW`, default 0: never. */
  readonly refreshRetryWindow: number;
  /** `CLIENT_ID_METADATA_DOCUMENTS`, default on: whether a `client_id` may be the URL of a document. */
  readonly metadataDocuments: boolean;
  /** `DEVICE_GRANT_CLIENTS`, default `developers`. */
  readonly deviceGrantClients: DeviceGrantClients;
  /** `REVOCATION_FEED`, default `open`. */
  readonly revocationFeed: RevocationFeedAccess;
  /** `EVENTS_KEPT`, default 400: how many days events are kept. */
  readonly eventsKept: number;
  readonly keys: KeyTimes;
  /** Lifetimes in seconds. */
  readonly ttl: {
    /** `SESSION_TTL`, default 12 hours, not sliding. */
    readonly session: number;
    /** `CONSENT_SESSION_TTL`, default 5 minutes. */
    readonly consentSession: number;
    /** `CODE_TTL`, default 10 minutes. */
    readonly code: number;
    /** `ACCESS_TOKEN_TTL`, default 14 days. */
    readonly accessToken: number;
    /** `REFRESH_TOKEN_TTL`, default 90 days from each token's own issue. */
    readonly refreshToken: number;
  };
  /** Variables that are no settings, and which setting each may mean. */
  readonly misspelt: Readonly<Record<string, string>>;
}

export const SETTINGS = Symbol('Settings');
