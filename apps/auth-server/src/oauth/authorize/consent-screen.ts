import type { RegisteredClient } from '../../clients/client.repository';
import { toClientView } from '../../clients/client.view';
import type { AuthorizationRequest } from '../../protocol/authorization-request';
import { describeRedirect } from '../../protocol/redirect-uri';
import { IDENTITY_SCOPES } from '../../protocol/scope';
import type { Caller } from '../../sessions/caller';
import type { ConsentScreenView } from './authorize.dto';

/** What a consent screen shows of a request. */
export function toScreen(
  { id, name, email }: Caller['account'],
  client: RegisteredClient,
  { scope, resource, redirectUri, prompt, loginHint }: AuthorizationRequest,
  granted: readonly string[],
): Omit<ConsentScreenView, 'sessionID' | 'expires_in' | 'expires_at'> {
  const definitions = [...(resource?.scopes ?? []), ...IDENTITY_SCOPES];
  const { host, isLoopback } = describeRedirect(redirectUri);
  return {
    client: toClientView(client),
    account: { id, name, email },
    resource: resource === null ? null : { url: resource.url, name: resource.name },
    scopes: scope.map((asked) => ({
      name: asked,
      description: definitions.find((known) => known.name === asked)?.description ?? asked,
      granted_before: granted.includes(asked),
    })),
    redirect_uri: redirectUri,
    redirect_host: host,
    redirect_is_loopback: isLoopback,
    ...(prompt.length > 0 && { prompt: [...prompt] }),
    ...(loginHint !== null && { login_hint: loginHint }),
  };
}
