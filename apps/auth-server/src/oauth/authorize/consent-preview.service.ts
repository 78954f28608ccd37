import { Inject, Injectable } from '@nestjs/common';
import type { AccountView } from '../../model/accounts/account.view';
import { ClientRepository } from '../../model/clients/client.repository';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { NO_ACCESS } from '../../model/grants/grant.repository';
import { assertGrantType } from '../../protocol/client/allowed-grant-type';
import { resolveTarget } from '../../protocol/request/requested-target';
import { type Resource, isIdentityScope } from '../../protocol/request/scope';
import { type Screen, toScreen } from './consent-screen';

/** What a person would be asked. No consent session is opened, so there is nothing to decide. */
@Injectable()
export class ConsentPreview {
  constructor(
    private readonly clients: ClientRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param person the account that would be asked.
   * @returns `null` where the account has no such application.
   * @throws OAuthError where the application could ask nobody.
   */
  async of(clientId: string, ownerId: string, person: AccountView): Promise<Screen | null> {
    const client = await this.clients.find(clientId);
    if (client === null || client.accountId !== ownerId) return null;
    assertGrantType(client, 'authorization_code');
    const scope = scopeOf(client.scopes, this.settings.resources).join(' ');
    const target = resolveTarget(scope === '' ? {} : { scope }, client.scopes, this.settings);
    const [redirectUri = ''] = client.redirectUris;
    const request = { ...target, redirectUri, prompt: [], loginHint: null, authorizationDetails: null };
    return toScreen(person, client, request, NO_ACCESS);
  }
}

/** Picks all that it may ask for of the first resource, and of the account itself what it names. */
function scopeOf(allowed: readonly string[] | null, resources: readonly Resource[]): string[] {
  const names = resources.map(({ scopes }) =>
    scopes.map(({ name }) => name).filter((name) => allowed === null || allowed.includes(name)),
  );
  return [...(names.find((some) => some.length > 0) ?? []), ...(allowed ?? []).filter(isIdentityScope)];
}
