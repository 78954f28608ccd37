import type { RegisteredClient } from '../../clients/client.repository';
import { toClientView } from '../../clients/client.view';
import type { AuthorizationRequest } from '../../protocol/authorization-request';
import { describeRedirect } from '../../protocol/redirect-uri';
import type { RequestedTarget } from '../../protocol/requested-target';
import { IDENTITY_SCOPES } from '../../protocol/scope';
import type { Caller } from '../../sessions/caller';
import type { AskedView, ConsentScreenView } from './authorize.dto';

/** What a consent screen shows of a request. */
export function toScreen(
  account: Caller['account'],
  client: RegisteredClient,
  request: AuthorizationRequest,
  granted: readonly string[],
): Omit<ConsentScreenView, 'sessionID' | 'expires_in' | 'expires_at'> {
  const { redirectUri, prompt, loginHint } = request;
  const { host, isLoopback } = describeRedirect(redirectUri);
  return {
    ...toAsked(account, client, request, granted),
    redirect_uri: redirectUri,
    redirect_host: host,
    redirect_is_loopback: isLoopback,
    ...(prompt.length > 0 && { prompt: [...prompt] }),
    ...(loginHint !== null && { login_hint: loginHint }),
  };
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
    client: toClientView(client),
    account: { id, name, email },
    resource: resource === null ? null : { url: resource.url, name: resource.name },
    scopes: scope.map((asked) => ({
      name: asked,
      description: definitions.find((known) => known.name === asked)?.description ?? asked,
      granted_before: granted.includes(asked),
    })),
  };
}
