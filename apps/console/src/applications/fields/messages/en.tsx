import { fields } from '../../../messages/fields.en';
import type { Messages } from './words';

const OF_FAPI = 'The security profile FAPI 2.0 requires this.';
const ALGORITHM = 'Choose another: FAPI 2.0 allows PS256, ES256, EdDSA and Ed25519 only.';

export const en: Messages = {
  everyScope: 'Every scope, including future ones',
  anyAlgorithm: 'Any',
  unsaved: 'You have unsaved changes.',

  groups: {
    shown: { title: 'What users see', text: 'When they are asked for access, and in their list of apps.' },
    access: { title: 'Scopes and grants', text: 'What it may ask for, and how it gets tokens.' },
    signIn: { title: 'Sign-in and redirects', text: 'Where it runs, and how recent a sign-in must be.' },
    signOut: { title: 'Sign-out', text: 'Where users go afterwards, and how the application hears of it.' },
    tokens: { title: 'Tokens', text: 'What ID tokens contain, and how safe tokens are when lost or stolen.' },
    authentication: { title: 'Keys and authentication', text: 'How it proves who it is, and its public keys.' },
    security: {
      title: 'Security',
      text: 'Each of these makes the server refuse requests that it accepted before.',
    },
  },

  fields: {
    name: { label: 'Name', hint: 'Users see it when they are asked for access.', wrong: fields.name },
    description: {
      label: 'Description',
      hint: 'One or two sentences about what it does. Default: none.',
      wrong: 'Use at most 2,000 characters.',
    },
    homepage_uri: {
      label: 'Home page',
      hint: 'For users who want to know more about it. Default: none.',
      wrong: 'Enter a web address like https://app.example.com',
    },
    logo_uri: {
      label: 'Logo address',
      hint: 'An image on your site. This server shows a copy of it. Default: the first letter of the name.',
      wrong: 'Enter a web address like https://app.example.com/logo.png',
    },
    policy_uri: {
      label: 'Privacy policy',
      hint: 'A page on what happens to users’ data. Default: none.',
      wrong: 'Enter a web address like https://app.example.com/privacy',
    },
    tos_uri: {
      label: 'Terms of service',
      hint: 'A page with the terms that users agree to. Default: none.',
      wrong: 'Enter a web address like https://app.example.com/terms',
    },
    contacts: {
      label: 'Contacts',
      hint: 'How to reach the people responsible for it, one per line, such as email addresses. Default: none.',
      wrong: 'Use at most 10 different lines, each of up to 254 characters.',
    },

    scopes: {
      label: 'Scopes',
      hint: 'What it may ask users for. Default: every scope.',
      wrong: 'Choose at least one scope.',
    },
    authorization_details_types: {
      label: 'Types of authorization details',
      hint: 'The types that it may request (RFC 9396), one per line. Default: all.',
      wrong: 'Enter one type per line, without spaces or quotes.',
    },
    grant_types: {
      label: 'Grant types',
      hint: 'How it may get tokens. Default: authorization code and refresh token.',
      wrong:
        'Choose at least one. An authorization code needs a refresh token as well. Client credentials and token exchange are for applications with a secret. FAPI 2.0 allows no device code.',
      options: {
        authorization_code: 'Authorization code: users allow access in the browser',
        refresh_token: 'Refresh token: new access tokens without the user',
        client_credentials: 'Client credentials: acts on its own behalf',
        'urn:ietf:params:oauth:grant-type:device_code': 'Device code: users enter its code on another device',
        'urn:ietf:params:oauth:grant-type:token-exchange': 'Token exchange: calls another service for the same user',
      },
    },
    client_credentials_scopes: {
      label: 'Scopes on its own behalf',
      hint: 'What it may do with client credentials. Default: nothing.',
      wrong: 'Choose from these scopes.',
    },

    application_type: {
      label: 'Application type',
      hint: 'Where it runs. Default: web.',
      wrong: 'Choose one of the two.',
      options: { web: 'Web: on a server or in the browser', native: 'Native: on the user’s phone or computer' },
    },
    loopback_any_port: {
      label: 'Allow any port on the user’s computer',
      hint: 'For redirects to 127.0.0.1, [::1] and localhost, where native apps listen on any free port. Default: on for native applications.',
      wrong: OF_FAPI,
    },
    default_max_age: {
      label: 'Maximum age of the sign-in, in seconds',
      hint: 'Users who signed in longer ago must sign in again. A request may set its own max_age. Default: no limit.',
      wrong: 'Enter a whole number from 0 to 999,999,999.',
    },

    post_logout_redirect_uris: {
      label: 'Redirect URIs after sign-out',
      hint: 'Where users may be sent after signing out, one per line. Must match exactly. Default: none.',
      wrong: 'Enter up to 20 different addresses, one per line. The rules of redirect URIs apply.',
    },
    backchannel_logout_uri: {
      label: 'Back-channel logout address',
      hint: 'This server calls it when a user signs out. Default: none.',
      wrong: 'Enter a web address like https://app.example.com/logout',
    },
    backchannel_logout_session_required: {
      label: 'Name the session in logout tokens (sid)',
      hint: 'For applications that end one session and keep the user’s others. Default: off.',
      wrong: OF_FAPI,
    },

    profile_in_id_token: {
      label: 'Also put name and email in ID tokens',
      hint: 'For applications that do not read userinfo. Default: off.',
      wrong: OF_FAPI,
    },
    require_auth_time: {
      label: 'Always put the time of the sign-in in ID tokens',
      hint: 'As auth_time, even if the request does not ask for it. Default: off.',
      wrong: OF_FAPI,
    },
    id_token_signed_response_alg: {
      label: 'Signature of ID tokens',
      hint: 'The algorithm that this server signs them with. Default: RS256.',
      wrong: ALGORITHM,
    },
    refresh_retry_window: {
      label: 'Repeat a refresh, in seconds',
      hint: 'How long it may send the same refresh token again if the answer was lost. 0: never. Default: the server’s setting.',
      wrong: 'Enter a whole number from 0 to 60. FAPI 2.0 requires 60.',
    },
    dpop_bound_access_tokens: {
      label: 'Bind tokens to a key (DPoP)',
      hint: 'A stolen access token is then useless without the key. Default: off.',
      wrong: OF_FAPI,
    },

    token_endpoint_auth_method: {
      label: 'Client authentication',
      hint: 'How it proves who it is when it asks for tokens. Default: a secret, by HTTP Basic or in the body.',
      wrong: 'A signed assertion needs a JWK Set or its address. FAPI 2.0 requires a signed assertion.',
      options: {
        unset: 'Secret, by HTTP Basic or in the body',
        client_secret_basic: 'Secret, only by HTTP Basic',
        client_secret_post: 'Secret, only in the body',
        private_key_jwt: 'Signed assertion (private_key_jwt)',
      },
    },
    require_client_authentication: {
      label: 'Require client authentication for every refresh',
      hint: 'Otherwise a refresh token is enough on GET /oauth2/access_token. Default: on for server apps registered here.',
      wrong: OF_FAPI,
    },
    token_endpoint_auth_signing_alg: {
      label: 'Signature of its assertions',
      hint: 'The only algorithm that this server accepts for them. Default: any that it supports.',
      wrong: ALGORITHM,
    },
    client_assertion_audience: {
      label: 'Audience of its assertions',
      hint: 'Which aud this server accepts in them. Default: the issuer only.',
      wrong: 'FAPI 2.0 allows the issuer only.',
      options: { issuer: 'The issuer only', any: 'The issuer or the called address, valid for up to an hour' },
    },
    jwks: {
      label: 'JWK Set',
      hint: 'Its public keys, as JSON with a list of keys. Default: none.',
      wrong:
        'Enter JSON like {"keys": [{"kty": "EC", …}]} with public keys only, each with its own kid. FAPI 2.0 requires keys for PS256, ES256 or EdDSA, here or at an address.',
    },
    jwks_uri: {
      label: 'Address of its JWK Set',
      hint: 'Instead of the JWK Set above: the application can then replace its keys itself. Default: none.',
      wrong: 'Enter a web address like https://app.example.com/jwks and leave the JWK Set above empty.',
    },

    security_profile: {
      label: 'Security profile',
      hint: 'FAPI 2.0 turns on what it requires, and refuses settings that contradict it. Default: the server’s profile.',
      wrong: 'FAPI 2.0 needs a server whose ACCESS_TOKEN_ALG is ES256 or EdDSA.',
      options: { unset: 'The server’s', fapi2: 'FAPI 2.0' },
    },
    require_pkce: {
      label: 'Refuse requests without PKCE',
      hint: 'With PKCE, a stolen code is useless. Default: off.',
      wrong: OF_FAPI,
    },
    require_pushed_authorization_requests: {
      label: 'Accept only pushed requests (PAR)',
      hint: 'Their parameters do not pass through the browser. Default: off.',
      wrong: OF_FAPI,
    },
    require_signed_request_object: {
      label: 'Accept only signed requests (JAR)',
      hint: 'Their parameters can’t be changed on the way. Needs a JWK Set or its address. Default: off.',
      wrong: OF_FAPI,
    },
    request_object_signing_alg: {
      label: 'Signature of its requests',
      hint: 'The only algorithm that this server accepts for signed requests. Default: any that it supports.',
      wrong: ALGORITHM,
    },
  },
};
