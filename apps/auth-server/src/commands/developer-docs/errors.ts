import type { DeveloperFacts } from './facts';
import { codes, table } from './markdown';

type Row = readonly [where: string, errors: readonly string[], act: string];

export function errors(facts: DeveloperFacts): string {
  const rows = [...redirectRows(facts), ...tokenRows(facts), ...proofRows(facts), ...otherRows(facts)];
  return `## Errors

Switch on \`error\`, and show or log \`error_description\`. \`X-Request-Id\` of an answer finds it in the server's log.

${table(
  ['where', '`error`', 'do'],
  rows.map(([where, names, act]) => [where, codes(names), act]),
)}`;
}

const where = (applies: boolean, ...rows: Row[]) => (applies ? rows : []);

const redirectRows = ({ rules }: DeveloperFacts): Row[] => [
  ['in the redirect', ['access_denied'], 'the user declined: say what does not work without it'],
  ['in the redirect', ['invalid_scope'], 'a scope that the server or your registration does not have'],
  [
    'in the redirect',
    ['login_required', 'consent_required'],
    'the answer to `prompt=none`: send the user through the flow without it',
  ],
  [
    'a page, no redirect',
    ['invalid_request', 'invalid_client'],
    '`client_id` or `redirect_uri` is not as registered: the server cannot send the user back',
  ],
  ...where(rules.profile !== null, [
    'a page, no redirect',
    ['invalid_request_uri'],
    'the pushed request was used or has expired: push it again',
  ]),
];

const tokenRows = ({ rules, settings, offersDevices }: DeveloperFacts): Row[] => [
  [
    'token endpoint',
    ['invalid_grant'],
    'the code or refresh token was used, has expired or was revoked: send the user through the flow again',
  ],
  [
    'token endpoint, 401',
    ['invalid_client'],
    rules.profile === null
      ? 'the secret is wrong or was replaced'
      : "another key signed the assertion, its `aud` is not the issuer, or your machine's clock is wrong",
  ],
  [
    'token endpoint',
    ['unauthorized_client'],
    'your registration lacks the grant type, or the operator has not allowed it',
  ],
  ...where(settings.resources.length > 1, [
    'redirect, token endpoint',
    ['invalid_target'],
    '`resource` is not the audience that the scopes belong to',
  ]),
  ...where(
    offersDevices,
    ['token endpoint, device flow', ['authorization_pending'], 'poll again after `interval` seconds'],
    ['token endpoint, device flow', ['slow_down'], 'add 5 seconds to `interval` for good'],
    ['token endpoint, device flow', ['expired_token'], 'begin again with a new device code'],
  ),
];

const proofRows = ({ rules, settings: { dpopNonce } }: DeveloperFacts): Row[] => [
  ...where(rules.profile !== null || dpopNonce, [
    'token endpoint, the API',
    ['invalid_dpop_proof'],
    'the `DPoP` header is missing or wrong: make a new proof for each call',
  ]),
  ...where(dpopNonce, [
    'token endpoint',
    ['use_dpop_nonce'],
    'repeat once with the nonce of the header `DPoP-Nonce`; libraries do it for you',
  ]),
];

const otherRows = ({ metadata }: DeveloperFacts): Row[] => [
  ...where(metadata.registration_endpoint !== undefined, [
    'registration',
    ['invalid_client_metadata', 'invalid_redirect_uri'],
    'correct the member that the description names',
  ]),
  [
    'any, 429 or 503',
    ['temporarily_unavailable'],
    'nothing was spent: wait for `Retry-After` seconds, then send the same again',
  ],
  ['the API, 401', ['invalid_token'], 'refresh once, then send the user through the flow'],
  ['the API, 403', ['insufficient_scope'], 'ask for the scope that `WWW-Authenticate` names'],
];
