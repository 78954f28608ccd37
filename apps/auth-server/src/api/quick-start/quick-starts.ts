import type { ClientAsStored } from '../../model/clients/client-rows';
import type { Settings } from '../../platform/config/settings';
import { DEFAULT_GRANT_TYPES } from '../../protocol/client/grant-types';
import { profileOf } from '../../protocol/client/security-profile';
import { withoutLoopbackPort } from '../../protocol/text/loopback';
import { literal, shellWord } from './quoting';
import { nestApplication } from './sign-in-nest';
import { signInProgram } from './sign-in-node';
import { TEXT_FUNCTION, authorizationShell, exchangeShell, ownNameShell } from './sign-in-shell';
import { type Target, targetOf } from './target';

export const TOOLS = ['node', 'nest', 'curl'] as const;

/** A file to save, or lines for a shell. */
export interface Step {
  file: string | null;
  text: string;
}

export interface QuickStart {
  tool: (typeof TOOLS)[number];
  steps: Step[];
}

type Server = Pick<Settings, 'issuer' | 'resources' | 'securityProfile'>;

interface Values extends Server {
  client: ClientAsStored;
  isPublic: boolean;
  target: Target;
}

/**
 * The first sign-in and call by an application, with its own values; the secret is in the environment. None for an
 * application whose requests need a key: a quick start is without one.
 */
export function quickStartsOf(client: ClientAsStored, server: Server): QuickStart[] {
  const { requirePushedAuthorizationRequests: needsPush, requireSignedRequestObject: needsSignature } = client;
  const { dpopBoundAccessTokens: needsProof, tokenEndpointAuthMethod: method } = client;
  const hasProfile = profileOf(client, server).profile !== null;
  if (hasProfile || needsPush || needsSignature || needsProof || method === 'private_key_jwt') return [];
  const may = (grantType: string) => (client.grantTypes ?? DEFAULT_GRANT_TYPES).includes(grantType);
  const isPublic = client.type === 'public';
  if (may('authorization_code'))
    return signIns({ ...server, client, isPublic, target: targetOf(client.scopes, server) });
  const target = targetOf(client.ownScopes ?? [], server);
  if (!may('client_credentials') || isPublic || target.resource === null) return [];
  return [inOwnName({ ...server, client, isPublic, target }, target.resource)];
}

function signIns(values: Values): QuickStart[] {
  const { client, isPublic } = values;
  const uris = client.redirectUris.filter(isLanding).map((uri) => withPort(uri, client.loopbackAnyPort));
  // One on loopback works on the developer's own machine.
  const redirectUri = uris.find((uri) => withoutLoopbackPort(uri) !== null) ?? uris[0];
  if (redirectUri === undefined) return [];
  // A public application on the web runs in the browser, which has neither.
  const runsHere = !isPublic || withoutLoopbackPort(redirectUri) !== null;
  return [
    ...(runsHere ? [byNode(values, redirectUri)] : []),
    ...(isPublic ? [] : [byNest(values, redirectUri)]),
    byCurl(values, redirectUri),
  ];
}

/** Whether the libraries take it: without a query, and as `URL` writes it. */
function isLanding(uri: string): boolean {
  const { protocol, search, pathname, href } = new URL(uri);
  return /^https?:$/.test(protocol) && search === '' && href === uri && /^[\w./~-]+$/.test(pathname);
}

function withPort(uri: string, anyPort: boolean): string {
  const url = new URL(uri);
  if (!anyPort || url.port !== '' || withoutLoopbackPort(uri) === null) return uri;
  url.port = '8080';
  return url.href;
}

function byNode({ client, isPublic, issuer, target }: Values, redirectUri: string): QuickStart {
  const values = `const CLIENT_ID = ${literal(client.clientId)};
${isPublic ? '' : 'const { CLIENT_SECRET } = process.env;\n'}const CALL = ${literal(target.call)}; // an address of the API`;
  return {
    tool: 'node',
    steps: [
      { file: null, text: 'npm install openid-client' },
      { file: 'sign-in.mjs', text: signInProgram({ values, issuer, redirectUri, scope: target.scope, isPublic }) },
      { file: null, text: 'node sign-in.mjs' },
    ],
  };
}

function byNest({ client: { clientId }, issuer, target }: Values, redirectUri: string): QuickStart {
  return {
    tool: 'nest',
    steps: [
      { file: null, text: 'npx @nestjs/cli new sign-in && cd sign-in\nnpm install @consentry/client' },
      { file: 'src/main.ts', text: nestApplication({ issuer, clientId, redirectUri, target }) },
      { file: null, text: 'npm start' },
    ],
  };
}

const TOKEN = '$AUTH/oauth2/token';

const prepared = ({ client, issuer, target }: Values) => `AUTH=${shellWord(issuer)}
CLIENT_ID=${client.clientId}
CALL=${shellWord(target.call)} # an address of the API
${TEXT_FUNCTION}`;

function byCurl(values: Values, redirectUri: string): QuickStart {
  const { isPublic, target } = values;
  const calls = { authorize: '$AUTH/oauth2/authorize', token: TOKEN, redirectUri, scope: target.scope, isPublic };
  return {
    tool: 'curl',
    steps: [
      { file: null, text: `${prepared(values)}\n${authorizationShell(calls)}` },
      { file: null, text: `CODE='…' # from the address that the browser goes to\n${exchangeShell(calls)}` },
    ],
  };
}

const inOwnName = (values: Values, resource: string): QuickStart => ({
  tool: 'curl',
  steps: [
    {
      file: null,
      text: `${prepared(values)}\n${ownNameShell({ token: TOKEN, scope: values.target.scope, resource })}`,
    },
  ],
});
