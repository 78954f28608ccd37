import type { MetadataView } from '../../oauth/discovery/discovery.view';
import { metadataOf } from '../../oauth/discovery/metadata';
import { OWN_NAME } from '../../platform/config/brand-setting';
import type { Settings } from '../../platform/config/settings';
import { DEVICE_CODE } from '../../protocol/client/grant-types';
import { type SecurityRules, rulesOf } from '../../protocol/client/security-profile';
import type { ListedClients, Resource } from '../../protocol/request/scope';
import { firstOf } from '../../api/quick-start/target';
import { joined } from './markdown';

/** Tokens of one resource that some application may exchange for tokens of another, or of the same. */
export interface Exchange {
  from: Resource;
  to: Resource;
  /** One that such an exchange may give. */
  scope: string;
}

/** What the page says, as the settings have it. No `client_id` of the settings is part of it. */
export interface DeveloperFacts {
  readonly settings: Settings;
  /** The team: `BRAND_NAME`, else the server's host. */
  readonly provider: string;
  readonly metadata: MetadataView;
  readonly rules: SecurityRules;
  /** The resource and the scope of the quick starts. */
  readonly first: { readonly resource: Resource; readonly scope: string };
  readonly offersDevices: boolean;
  /** Resources for which some application may get tokens in its own name. */
  readonly ownName: readonly Resource[];
  readonly exchanges: readonly Exchange[];
}

export function factsOf(settings: Settings): DeveloperFacts {
  const { brand, issuer, resources } = settings;
  const metadata = metadataOf(settings);
  const rules = rulesOf(settings.securityProfile);
  const offers = (grantType: string) => metadata.grant_types_supported.includes(grantType);
  const resource = resources[0]!;
  return {
    settings,
    provider: brand.name === OWN_NAME ? new URL(issuer).host : brand.name,
    metadata,
    rules,
    first: { resource, scope: scopeOf(resource) },
    offersDevices: offers(DEVICE_CODE),
    ownName: offers('client_credentials') ? resources.filter((each) => hasAny(each.clientCredentialsClients)) : [],
    // A profile binds each token to a key, and a bound one cannot be exchanged.
    exchanges: rules.profile === null ? exchangesAmong(resources) : [],
  };
}

/** The scope that quick starts request. */
export const scopeOf = ({ scopes }: Resource) => firstOf(scopes).name;

/** Names of the APIs, for a sentence. */
export const namesOf = (resources: readonly Resource[]) => joined(resources.map(({ name }) => name));

/** An address below the issuer as a shell writes it that has `AUTH`. */
export const inShell = ({ settings: { issuer } }: DeveloperFacts, address: string) =>
  address.startsWith(`${issuer}/`) ? `$AUTH${address.slice(issuer.length)}` : address;

const hasAny = (listed: ListedClients | undefined) => listed !== undefined && listed.length > 0;

function exchangesAmong(resources: readonly Resource[]): Exchange[] {
  return resources.flatMap((to) => {
    const own = hasAny(to.tokenExchangeClients) ? [{ from: to, to, scope: scopeOf(to) }] : [];
    const others = (to.tokenExchanges ?? []).flatMap(({ from: url, scopes }) => {
      const from = resources.find((resource) => resource.url === url);
      const [scope] = [...scopes.values()].flat();
      return from === undefined || scope === undefined ? [] : [{ from, to, scope }];
    });
    return [...own, ...others.filter(({ from }, at) => others.findIndex((other) => other.from === from) === at)];
  });
}
