import { isLoopbackUrl } from '../../../protocol/text/loopback';
import { type Metadata, isHttpUrl, listIn, wellKnownOf } from '../outside/outside-facts';
import { type Prober, type Reply, isAnswer, objectOf } from '../prober';

/** An authorization server that the metadata name. */
export interface AuthorizationServerFacts {
  url: string;
  /** The first well-known URL that answered with JSON, of those that clients try; else the last. */
  reply: Reply;
  metadata: Metadata | null;
}

/** What an MCP client without a token sees. */
export interface McpFacts {
  url: string;
  isLoopback: boolean;
  withoutToken: Reply;
  withWrongToken: Reply;
  withTokenInQuery: Reply;
  /** The parameters of the Bearer challenge; `null`: there is none. */
  challenge: Readonly<Record<string, string>> | null;
  /** Of the URL in the challenge, or else of the well-known ones. */
  resourceReply: Reply;
  resource: Metadata | null;
  /** Whether the well-known URL of the MCP server has metadata too. */
  isWellKnown: boolean;
  servers: readonly AuthorizationServerFacts[];
}

const MOST_SERVERS = 5;
const WRONG = 'doctor';
const PROTOCOL = '2025-11-25';

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: 'consentry-doctor', version: '1' } },
});

export async function gatherMcp(url: string, prober: Prober): Promise<McpFacts> {
  const call = (to: string, headers = {}) =>
    prober.ask(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: INITIALIZE,
    });
  const inQuery = `${url}${url.includes('?') ? '&' : '?'}access_token=${WRONG}`;
  const [withoutToken, withWrongToken, withTokenInQuery] = await Promise.all([
    call(url),
    call(url, { authorization: `Bearer ${WRONG}` }),
    call(inQuery),
  ]);
  const challenge = isAnswer(withoutToken) ? bearerChallenge(withoutToken.headers['www-authenticate']) : null;
  const found = await resourceOf(url, challenge, prober);
  const names = listIn(found.resource ?? {}, 'authorization_servers')
    .filter(isHttpUrl)
    .slice(0, MOST_SERVERS);
  const servers = await Promise.all(names.map((name) => serverOf(name, prober)));
  return {
    url,
    isLoopback: isLoopbackUrl(url),
    withoutToken,
    withWrongToken,
    withTokenInQuery,
    challenge,
    ...found,
    servers,
  };
}

/** In the order of the specification: the URL in the challenge, then with the path, then at the root. */
async function resourceOf(url: string, challenge: McpFacts['challenge'], prober: Prober) {
  const { origin, pathname } = new URL(url);
  const own = wellKnownOf(new URL(origin + pathname), 'oauth-protected-resource');
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const wellKnown = await firstObject([...new Set([own, root])], prober);
  const named = challenge?.['resource_metadata'];
  const reply = isHttpUrl(named) ? await prober.ask(named) : wellKnown;
  return { resourceReply: reply, resource: objectOf(reply), isWellKnown: objectOf(wellKnown) !== null };
}

/** RFC 8414 §3.1, then OpenID Connect Discovery with the path inserted and appended. */
async function serverOf(url: string, prober: Prober): Promise<AuthorizationServerFacts> {
  const parsed = new URL(url);
  const appended = `${url.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map((name) => wellKnownOf(parsed, name));
  const reply = await firstObject([...new Set([...inserted, appended])], prober);
  return { url, reply, metadata: objectOf(reply) };
}

async function firstObject(urls: readonly string[], prober: Prober): Promise<Reply> {
  let reply: Reply = { url: urls[0] ?? '', fault: 'not asked' };
  for (const url of urls) {
    reply = await prober.ask(url);
    if (objectOf(reply) !== null) return reply;
  }
  return reply;
}

/** RFC 9110 §11.6.1, for the one scheme that matters here. */
export function bearerChallenge(header: string | undefined): Record<string, string> | null {
  const [, rest] = /(?:^|,)\s*Bearer(?:\s+(.*))?$/is.exec(header ?? '') ?? [null, null];
  if (rest === null) return null;
  const pairs = (rest ?? '').matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
    ]),
  );
}
