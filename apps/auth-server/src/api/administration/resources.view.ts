import { ApiProperty } from '@nestjs/swagger';
import type { ListedClients, Resource } from '../../protocol/request/scope';

const Clients = (description: string) =>
  ApiProperty({
    oneOf: [
      { type: 'array', items: { type: 'string' } },
      { type: 'string', enum: ['*'] },
    ],
    description,
  });

class ScopeView {
  @ApiProperty({ example: 'notes:read' })
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: String, nullable: true })
  detail: string | null;

  @ApiProperty({ description: 'Whether users must tick it.' })
  sensitive: boolean;

  @ApiProperty({ type: [String], description: 'The claims that it adds to tokens.' })
  claims: readonly string[];
}

class ExchangeView {
  @ApiProperty()
  client: string;

  @ApiProperty()
  from: string;

  @ApiProperty({ type: Object, description: 'The scopes here that each scope of the other resource allows.' })
  scopes: Record<string, readonly string[]>;
}

export class ResourceView {
  @ApiProperty()
  url: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: [ScopeView] })
  scopes: ScopeView[];

  @ApiProperty({ type: [String] })
  authorization_details_types: string[];

  @ApiProperty({ type: [String] })
  introspection_clients: readonly string[];

  @Clients('Applications that may use client_credentials.')
  client_credentials_clients: ListedClients;

  @Clients('Applications that may exchange tokens.')
  token_exchange_clients: ListedClients;

  @Clients('Applications that get the claims without a scope.')
  first_party_clients: ListedClients;

  @ApiProperty({ type: [ExchangeView] })
  token_exchanges: ExchangeView[];
}

export class ResourcesView {
  @ApiProperty({ type: String, nullable: true, description: 'The path of RESOURCES_FILE; null: it is not set.' })
  file: string | null;

  @ApiProperty({ type: [ResourceView] })
  items: ResourceView[];
}

export const toResourceView = (resource: Resource): ResourceView => ({
  url: resource.url,
  name: resource.name,
  scopes: resource.scopes.map(({ name, description, detail = null, sensitive = false, claims = [] }) => ({
    ...{ name, description, detail, sensitive, claims },
  })),
  authorization_details_types: (resource.authorizationDetailsTypes ?? []).map(({ type }) => type),
  introspection_clients: resource.introspectionClients ?? [],
  client_credentials_clients: resource.clientCredentialsClients ?? [],
  token_exchange_clients: resource.tokenExchangeClients ?? [],
  first_party_clients: resource.firstPartyClients ?? [],
  token_exchanges: (resource.tokenExchanges ?? []).map(({ client, from, scopes }) => ({
    ...{ client, from, scopes: Object.fromEntries(scopes) },
  })),
});
