import { LONGEST_RETRY_WINDOW } from '../../../protocol/token/refresh-rotation';
import { REGISTRATION_MODES, SECURITY_PROFILES } from '../settings';
import { type Section, seconds, words } from './description';

const DEVICE_GRANT_CLIENTS = ['developers', 'all'] as const;
const MOST_REGISTRATIONS = 1_000_000;
const LIMITS = ['Limits', 'limits.md'] as const;

export const APPLICATIONS = {
  title: 'Applications',
  settings: {
    DYNAMIC_REGISTRATION: {
      what: 'Who can register an application at `POST /oauth2/register`: no client with `off`, clients with an initial access token with `token`, or any client with `open`. A signed-in account makes initial access tokens at `/api/registration-tokens`. MCP clients that register themselves need `open`.',
      default: 'off',
      values: REGISTRATION_MODES,
      example: 'open',
      since: '0.1',
      more: [['An MCP server', 'how-to/mcp-server.md'], LIMITS],
    },
    DYNAMIC_REGISTRATION_LIMIT: {
      what: 'How many applications one network can register in an hour where `DYNAMIC_REGISTRATION` is `open`; further calls get 429. Hosted clients, such as the connectors of claude.ai, register from a few networks for all their users.',
      default: 20,
      values: { from: 1, to: MOST_REGISTRATIONS, unit: 'an hour' },
      example: '200',
      since: '0.1',
      more: [LIMITS],
    },
    CLIENT_ID_METADATA_DOCUMENTS: {
      what: 'Whether a `client_id` may be the https URL of a document that describes the client. The server fetches such documents from public addresses only, or from loopback if `AUTH_URL` is there.',
      default: 'on',
      values: ['on', 'off'],
      example: 'off',
      since: '0.1',
    },
    PRIVATE_USE_SCHEMES: {
      what: 'Schemes without a dot, such as `cursor`, that redirect URIs of public applications may have; one with a dot (`com.example.app`) needs no setting. Any program on a device can claim such a scheme. If you remove a scheme here, applications that registered it keep it.',
      default: words('none'),
      values: words('schemes without a dot, separated by commas'),
      example: 'cursor,vscode',
      since: '0.1',
      more: [['A mobile app', 'how-to/mobile-app.md']],
    },
    DEVICE_GRANT_CLIENTS: {
      what: 'Which applications may use the device grant. With `developers`, those of developers and those registered with an initial access token; with `all`, also metadata documents and open registration. Users see no page of the application there, so an unknown one could use any name.',
      default: 'developers',
      values: DEVICE_GRANT_CLIENTS,
      example: 'all',
      since: '0.1',
      more: [['Other grants', 'grant-types.md']],
    },
    REQUIRE_PKCE: {
      what: 'With `on` every authorization request needs a `code_challenge`. Public applications need it anyway, and so do applications that registered themselves or have a metadata document, unless they are confidential and send `openid` with a `nonce`.',
      default: 'off',
      values: ['off', 'on'],
      example: 'on',
      since: '0.1',
    },
    DPOP_NONCE: {
      what: 'With `on` DPoP proofs (RFC 9449) need a nonce from the server, which is valid for five to ten minutes: an application retries its first call with it. It must be the same for all processes.',
      default: 'off',
      values: ['off', 'on'],
      example: 'on',
      since: '0.1',
      more: [['DPoP', 'how-to/guard-proofs.md']],
    },
    SECURITY_PROFILE: {
      what: 'With `fapi2` the server holds every application to the FAPI 2.0 Security Profile, and refuses applications that do not meet it.',
      default: 'off',
      values: SECURITY_PROFILES,
      example: 'fapi2',
      since: '0.1',
      more: [['Keep the FAPI 2.0 Security Profile', 'how-to/fapi2.md']],
    },
  },
} as const satisfies Section;

export const LIFETIMES = {
  title: 'Lifetimes',
  settings: {
    ACCESS_TOKEN_TTL: {
      what: 'The lifetime of an access token. A service that neither uses the guard nor reads the list of revoked tokens accepts a token until then, even if the user has ended the access.',
      default: 1_209_600,
      values: seconds(),
      example: '3600',
      since: '0.1',
      more: [['How tokens are taken back', 'revocation.md']],
    },
    REFRESH_TOKEN_TTL: {
      what: 'The lifetime of a refresh token, from its own issue: each refresh issues a new one. An application that is not used for this time must get consent again.',
      default: 7_776_000,
      values: seconds(),
      example: '2592000',
      since: '0.1',
    },
    REFRESH_RETRY_WINDOW: {
      what: 'How long an application may send the same refresh again because it did not get the answer, unless its own `refresh_retry_window` says otherwise. With `0` the second call is a replay, which ends the access of the application. Use 30 in production.',
      default: 0,
      values: seconds({ to: LONGEST_RETRY_WINDOW, orZero: true }),
      example: '30',
      since: '0.1',
      more: [['In production', 'production.md']],
    },
    CODE_TTL: {
      what: 'The lifetime of an authorization code. An application that exchanges it later gets `invalid_grant`.',
      default: 600,
      values: seconds(),
      example: '60',
      since: '0.1',
    },
    SESSION_TTL: {
      what: 'How long a sign-in session lasts, from the sign-in. Use does not extend it: the user signs in again afterwards.',
      default: 43_200,
      values: seconds(),
      example: '28800',
      since: '0.1',
    },
    CONSENT_SESSION_TTL: {
      what: 'How long the consent screen stays open for an answer. The page offers more time a minute before the end.',
      default: 300,
      values: seconds(),
      example: '900',
      since: '0.1',
    },
  },
} as const satisfies Section;
