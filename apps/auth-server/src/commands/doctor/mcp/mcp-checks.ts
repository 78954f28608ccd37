import { isLoopbackUrl } from '../../../protocol/text/loopback';
import { type Check, type Finding, failure, skipped, some, unknown, warning, well } from '../check';
import { type Metadata, isHttpUrl, listIn } from '../outside/outside-facts';
import { faultOf, isAnswer } from '../prober';
import { type McpFacts, bearerChallenge } from './mcp-facts';

/** Headings of the protocol's authorization page, revision 2025-11-25. */
const PAGE = 'MCP authorization';

const MODULE = 'import ProtectedResourceModule of @consentry/guard/mcp';

/** Where the metadata is served, the module may be imported: then another guard's 401 is what the client sees. */
const MODULE_OR_ORDER = `${MODULE}; if it is imported, another guard answers first: exempt this route from it`;

/** A check of the protected resource metadata. */
const ofResource = ({ resource, resourceReply }: McpFacts, read: (resource: Metadata) => Finding) =>
  resource === null ? unknown(`there is no metadata: ${faultOf(resourceReply)}`) : read(resource);

/** A check of the metadata of each authorization server: the servers with the fault, by their URLs. */
function ofServers(
  { servers }: McpFacts,
  judge: (metadata: Metadata) => boolean,
  say: (urls: string) => Finding,
): Finding {
  const known = servers.flatMap(({ url, metadata }) => (metadata === null ? [] : [{ url, metadata }]));
  if (known.length === 0) return unknown('no authorization server has metadata');
  const wrong = known.filter(({ metadata }) => !judge(metadata)).map(({ url }) => url);
  return wrong.length === 0 ? well() : say(some(wrong));
}

const isSafe = (url: unknown) => isHttpUrl(url) && (url.startsWith('https:') || isLoopbackUrl(url));

const RESOURCE_CHECKS: readonly Check<McpFacts>[] = [
  {
    id: 'mcp-https',
    title: 'the MCP server uses https',
    clause: `${PAGE}: Communication Security`,
    run({ url, isLoopback }) {
      if (isLoopback) return skipped('it is on loopback');
      return isSafe(url)
        ? well()
        : failure(`${url} is http`, 'put a TLS proxy in front of it: every request carries a token');
    },
  },
  {
    id: 'mcp-unauthorized',
    title: 'a call without a token is answered 401',
    clause: `${PAGE}: Error Handling`,
    run({ withoutToken }) {
      if (!isAnswer(withoutToken)) return failure(faultOf(withoutToken), 'start the MCP server, or correct its URL');
      if (withoutToken.status === 401) return well();
      const { status } = withoutToken;
      if (status < 300)
        return failure('it is answered: anyone may call', 'guard the route: APP_GUARD with JwtBearerGuard');
      return failure(
        faultOf(withoutToken),
        'use the URL of the MCP endpoint itself, which must answer 401 before anything else',
      );
    },
  },
  {
    id: 'mcp-wrong-token',
    title: 'a call with an invalid token is answered 401, invalid_token',
    clause: `${PAGE}: Token Handling`,
    run({ withWrongToken }) {
      if (!isAnswer(withWrongToken)) return unknown(faultOf(withWrongToken));
      if (withWrongToken.status !== 401) return failure(faultOf(withWrongToken), 'verify every token before the call');
      if (bearerChallenge(withWrongToken.headers['www-authenticate'])?.['error'] === 'invalid_token') return well();
      return warning(
        'the challenge has no error="invalid_token" (RFC 6750 §3.1)',
        'without it clients do not know that they must refresh: add it',
      );
    },
  },
  {
    id: 'mcp-token-in-query',
    title: 'a token in the query is not read',
    clause: `${PAGE}: Token Requirements`,
    run({ withTokenInQuery, withoutToken }) {
      if (!isAnswer(withTokenInQuery) || !isAnswer(withoutToken)) return unknown(faultOf(withTokenInQuery));
      const errorOf = (reply: typeof withoutToken) => bearerChallenge(reply.headers['www-authenticate'])?.['error'];
      const isRead =
        withTokenInQuery.status !== withoutToken.status || errorOf(withTokenInQuery) !== errorOf(withoutToken);
      return isRead ? failure('it is read', 'read only the Authorization header: queries end up in logs') : well();
    },
  },
  {
    id: 'mcp-challenge',
    title: 'the 401 says where the metadata is',
    clause: 'RFC 9728 §5.1',
    run({ challenge, isWellKnown }) {
      if (isHttpUrl(challenge?.['resource_metadata'])) return well();
      const cause = challenge === null ? 'there is no Bearer challenge' : 'the challenge has no resource_metadata';
      if (!isWellKnown) return failure(`${cause}, and there is no metadata at the well-known URL`, MODULE);
      return warning(`${cause}: clients of 2025-06-18 need it`, MODULE_OR_ORDER);
    },
  },
  {
    id: 'mcp-scope',
    title: 'a client learns which scopes to request',
    clause: `${PAGE}: Scope Selection Strategy`,
    run: (facts) => {
      if (facts.challenge?.['scope']) return well('by the challenge');
      return ofResource(facts, (resource) => {
        if (listIn(resource, 'scopes_supported').length > 0) return well('by scopes_supported');
        return warning(
          'neither by the challenge nor by scopes_supported: it requests all scopes or none',
          '@RequireScopes() on the route',
        );
      });
    },
  },
  {
    id: 'mcp-resource-metadata',
    title: 'the protected resource has metadata',
    clause: 'RFC 9728 §3.2',
    run({ resource, resourceReply }) {
      if (resource === null) return failure(faultOf(resourceReply), MODULE);
      const type = isAnswer(resourceReply) ? (resourceReply.headers['content-type'] ?? 'missing') : '';
      return /^application\/json\b/i.test(type) ? well() : failure(`their Content-Type is ${type}`, 'application/json');
    },
  },
  {
    id: 'mcp-resource',
    title: 'the resource in the metadata is the URL given',
    clause: 'RFC 9728 §3.3',
    run: (facts) =>
      ofResource(facts, ({ resource }) => {
        if (resource === facts.url) return well();
        const cause = `it is ${JSON.stringify(resource)}`;
        const cure = "make the guard's audience, the resource and the URL that clients call the same";
        const isAlike = isHttpUrl(resource) && (resource === `${facts.url}/` || `${resource}/` === facts.url);
        const isAbove = isHttpUrl(resource) && facts.url.startsWith(resource.replace(/\/?$/, '/'));
        return isAlike || isAbove ? warning(`${cause}, which strict clients refuse`, cure) : failure(cause, cure);
      }),
  },
  {
    id: 'mcp-bearer-methods',
    title: 'tokens are accepted only in the header',
    clause: 'RFC 9728 §2',
    run: (facts) =>
      ofResource(facts, (resource) => {
        const methods = resource['bearer_methods_supported'];
        if (methods === undefined) return well('no other method is announced');
        const others = listIn(resource, 'bearer_methods_supported').filter((method) => method !== 'header');
        if (others.length === 0) return well();
        return failure(`bearer_methods_supported: ${others.join(', ')}`, 'announce only header');
      }),
  },
  {
    id: 'mcp-authorization-servers',
    title: 'an authorization server is named, with an https URL',
    clause: `${PAGE}: Authorization Server Location`,
    run: (facts) =>
      ofResource(facts, (resource) => {
        const named = listIn(resource, 'authorization_servers');
        if (named.length === 0)
          return failure('authorization_servers is empty', `${MODULE}: it names the guard's issuers`);
        const plain = named.filter((url) => !isSafe(url));
        return plain.length === 0 ? well() : failure(`not https: ${some(plain)}`, 'name issuers with https URLs');
      }),
  },
];

const SERVER_CHECKS: readonly Check<McpFacts>[] = [
  {
    id: 'mcp-server-metadata',
    title: 'each authorization server has metadata of its own issuer',
    clause: `${PAGE}: Authorization Server Metadata Discovery`,
    run({ servers }) {
      if (servers.length === 0) return unknown('no authorization server is named');
      const without = servers.filter(({ metadata }) => metadata === null);
      const cure = 'start it, and name it by its issuer, byte for byte: consentry doctor <issuer-url> says more';
      if (without.length > 0) return failure(some(without.map(({ reply }) => faultOf(reply))), cure);
      const others = servers.filter(({ url, metadata }) => metadata?.['issuer'] !== url);
      if (others.length === 0) return well();
      return failure(
        `${some(others.map(({ url, metadata }) => `${url} says it is ${String(metadata?.['issuer'])}`))}`,
        cure,
      );
    },
  },
  {
    id: 'mcp-pkce',
    title: 'each announces PKCE with S256',
    clause: `${PAGE}: Authorization Code Protection`,
    run: (facts) =>
      ofServers(
        facts,
        (metadata) => listIn(metadata, 'code_challenge_methods_supported').includes('S256'),
        (urls) =>
          failure(`not announced by ${urls}: clients must refuse`, 'code_challenge_methods_supported: ["S256"]'),
      ),
  },
  {
    id: 'mcp-endpoints',
    title: 'their endpoints use https',
    clause: `${PAGE}: Communication Security`,
    run: (facts) =>
      ofServers(
        facts,
        (metadata) => ['authorization_endpoint', 'token_endpoint'].every((name) => isSafe(metadata[name])),
        (urls) => failure(`missing, or http, at ${urls}`, 'set AUTH_URL to https'),
      ),
  },
  {
    id: 'mcp-registration',
    title: 'a client that is not registered can use a metadata document',
    clause: `${PAGE}: Client Registration Approaches`,
    run: (facts) =>
      ofServers(
        facts,
        (metadata) => metadata['client_id_metadata_document_supported'] === true,
        (urls) =>
          warning(
            `not at ${urls}: clients then need Dynamic Client Registration, or a client_id in advance`,
            'CLIENT_ID_METADATA_DOCUMENTS=on',
          ),
      ),
  },
  {
    id: 'mcp-public-clients',
    title: 'clients without a secret are supported',
    clause: `${PAGE}: Overview`,
    run: (facts) =>
      ofServers(
        facts,
        (metadata) => listIn(metadata, 'token_endpoint_auth_methods_supported').includes('none'),
        (urls) =>
          warning(
            `token_endpoint_auth_methods_supported lacks none at ${urls}: most MCP clients are public`,
            'announce it',
          ),
      ),
  },
  {
    id: 'mcp-audience',
    title: 'the authorization server knows the resource and issues tokens for it only',
    clause: `${PAGE}: Token Audience Binding and Validation`,
    run({ servers, resource, url }) {
      const lists = servers.flatMap(({ metadata }) => {
        const resources = metadata?.['protected_resources'];
        return resources === undefined || metadata === null ? [] : [listIn(metadata, 'protected_resources')];
      });
      if (lists.length === 0) return unknown('no authorization server publishes protected_resources');
      const name = typeof resource?.['resource'] === 'string' ? resource['resource'] : url;
      if (lists.some((list) => list.includes(name))) return well();
      return failure(
        `protected_resources lacks ${name}`,
        'add it to RESOURCES_FILE: the resource parameter is refused otherwise',
      );
    },
  },
];

export const MCP_CHECKS: readonly Check<McpFacts>[] = [...RESOURCE_CHECKS, ...SERVER_CHECKS];
