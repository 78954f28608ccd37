import type { RegisteredClient } from '../../clients/registered-client';
import { toAskingClientView } from '../../clients/client.view';
import type { AuthorizationDetail } from '../../protocol/request/authorization-details';
import type { AuthorizationRequest } from '../../protocol/request/authorization-request';
import { describeRedirect } from '../../protocol/request/redirect-uri';
import type { RequestedTarget } from '../../protocol/request/requested-target';
import { IDENTITY_SCOPES } from '../../protocol/request/scope';
import type { Caller } from '../../sessions/caller';
import type { AskedView, ConsentScreenView } from './authorize.dto';

/** What a consent screen shows of a request. */
export function toScreen(
  account: Caller['account'],
  client: RegisteredClient,
  request: AuthorizationRequest,
  granted: readonly string[],
): Omit<ConsentScreenView, 'sessionID' | 'expires_in' | 'expires_at'> {
  const { redirectUri, prompt, loginHint, authorizationDetails } = request;
  const { host, isLoopback } = describeRedirect(redirectUri);
  return {
    ...toAsked(account, client, request, granted),
    redirect_uri: redirectUri,
    redirect_host: host,
    redirect_is_loopback: isLoopback,
    ...(authorizationDetails !== null && { authorization_details: toDetails(authorizationDetails, request) }),
    ...(prompt.length > 0 && { prompt: [...prompt] }),
    ...(loginHint !== null && { login_hint: loginHint }),
  };
}

/** What is asked for beside scopes, each with what its type means. */
function toDetails(json: string, { resource }: RequestedTarget) {
  const types = resource?.authorizationDetailsTypes ?? [];
  return (JSON.parse(json) as AuthorizationDetail[]).map((detail) => ({
    ...detail,
    description: types.find(({ type }) => type === detail.type)?.description ?? detail.type,
  }));
}

/** Who asks whom for what, however it was asked. */
export function toAsked(
  { id, name, email }: Caller['account'],
  client: RegisteredClient,
  { scope, resource }: RequestedTarget,
  granted: readonly string[],
): AskedView {
  const definitions = [...(resource?.scopes ?? []), ...IDENTITY_SCOPES];
  return {
    client: toAskingClientView(client),
    ...(client.origin === 'metadata_document' && { client_host: new URL(client.clientId).host }),
    account: { id, name, email },
    resource: resource === null ? null : { url: resource.url, name: resource.name },
    scopes: scope.map((asked) => ({
      name: asked,
      description: definitions.find((known) => known.name === asked)?.description ?? asked,
      granted_before: granted.includes(asked),
    })),
  };
}
