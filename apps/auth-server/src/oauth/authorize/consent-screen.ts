import type { RegisteredClient } from '../../model/clients/registered-client';
import { toRequestedAccess } from '../../model/consents/requested-access.view';
import type { GrantedAccess } from '../../model/grants/grant.repository';
import type { AuthorizationDetail } from '../../protocol/request/authorization-details';
import type { AuthorizationRequest } from '../../protocol/request/authorization-request';
import { describeRedirect } from '../../protocol/request/redirect-uri';
import type { RequestedTarget } from '../../protocol/request/requested-target';
import { type Resource, isIdentityScope } from '../../protocol/request/scope';
import type { AccountView } from '../../model/accounts/account.view';
import type { ConsentScreenView } from './authorize.dto';

/** Without its consent session. */
export type Screen = Omit<ConsentScreenView, 'sessionID' | 'session_id' | 'expires_in' | 'expires_at'>;

type ShownRequest = Pick<AuthorizationRequest, 'redirectUri' | 'prompt' | 'loginHint' | 'authorizationDetails'>;

export function toScreen(
  account: AccountView,
  client: RegisteredClient,
  request: RequestedTarget & ShownRequest,
  granted: GrantedAccess,
): Screen {
  const { redirectUri, prompt, loginHint, authorizationDetails } = request;
  const { host, isLoopback } = describeRedirect(redirectUri);
  return {
    ...toRequestedAccess(account, client, request, granted),
    redirect_uri: redirectUri,
    redirect_host: host,
    redirect_is_loopback: isLoopback,
    ...(authorizationDetails !== null && toDetails(authorizationDetails, request)),
    ...(prompt.length > 0 && { prompt: [...prompt] }),
    ...(loginHint !== null && { login_hint: loginHint }),
  };
}

/** The authorization details requested (RFC 9396), each with the description of its type, and how to show the types. */
function toDetails(json: string, { resource }: RequestedTarget) {
  const details = JSON.parse(json) as AuthorizationDetail[];
  const types = (resource?.authorizationDetailsTypes ?? []).filter(({ type }) =>
    details.some((detail) => detail.type === type),
  );
  const descriptionOf = (of: string) => types.find(({ type }) => type === of)?.description ?? of;
  return {
    authorization_details: details.map((detail) => ({ ...detail, description: descriptionOf(detail.type) })),
    authorization_details_types: types.map(({ type, description, names, texts }) => ({
      ...{ type, description },
      ...(names && { names }),
      ...(texts && { texts }),
    })),
  };
}

/** Picks all that an application may ask for of the first resource, and of the account itself what it names. */
export function previewedScope(allowed: readonly string[] | null, resources: readonly Resource[]): string {
  const names = resources.map(({ scopes }) =>
    scopes.map(({ name }) => name).filter((name) => allowed === null || allowed.includes(name)),
  );
  const ofFirst = names.find((some) => some.length > 0) ?? [];
  return [...ofFirst, ...(allowed ?? []).filter(isIdentityScope)].join(' ');
}
