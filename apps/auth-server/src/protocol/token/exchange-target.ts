import { TOKEN_EXCHANGE } from '../client/grant-types';
import { assertListed } from '../client/listed-clients';
import { invalidTarget } from '../oauth-error';
import { type Resource, parseScope } from '../request/scope';
import type { AccessTokenClaims } from './access-token-claims';

/** Where the exchanged token is for, and what the subject token gives there. */
export interface ExchangeTarget {
  audience: string;
  scope: readonly string[];
}

/**
 * At the subject token's own resource the operator lists the client, at another one a policy names it. That error says the
 * same whether there is no such resource or only other clients have a policy.
 *
 * @param asked `null`: the subject token's resource.
 * @throws OAuthError `unauthorized_client`, `invalid_target`.
 */
export function exchangeTarget(
  asked: string | null,
  subject: Pick<AccessTokenClaims, 'aud' | 'scope'>,
  clientId: string,
  resources: readonly Resource[],
): ExchangeTarget {
  const { aud } = subject;
  const held = parseScope(subject.scope);
  if (asked === null || asked === aud) {
    assertListed(TOKEN_EXCHANGE, { clientId, audience: aud }, resources);
    return { audience: aud, scope: held };
  }
  const policies = resources.find(({ url }) => url === asked)?.tokenExchanges;
  const policy = policies?.find(({ client, from }) => client === clientId && from === aud);
  if (policy === undefined)
    throw invalidTarget(
      `RESOURCES_FILE does not let ${clientId} exchange tokens of ${aud} for tokens of that resource: only the operator can allow it`,
    );
  return { audience: asked, scope: [...new Set(held.flatMap((name) => policy.scopes.get(name) ?? []))] };
}
