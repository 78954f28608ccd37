import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ClientView, toClientView } from '../../model/clients/client.view';
import type { Resource } from '../../protocol/request/scope';
import { type Connection, MOST_CONNECTIONS } from '../../endings/connection';
import type { ActiveGrant, Delegated } from '../../model/grants/grant.repository';

class DelegationResourceView {
  @ApiProperty({ example: 'https://photos.example.com' })
  url: string;

  @ApiProperty({ description: 'The URL, if RESOURCES_FILE no longer names the resource.' })
  name: string;
}

export class DelegationView {
  @ApiProperty()
  client: ClientView;

  @ApiProperty()
  resource: DelegationResourceView;

  @ApiProperty({ type: [String], example: ['photos:read'], description: 'The scopes of all its tokens together.' })
  scopes: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'When it last exchanged a token, to the minute.' })
  last_used_at: string;
}

export class ConnectionView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Firefox on Linux',
    description: 'The browser in which the user allowed it, by its User-Agent. Null: unknown.',
  })
  allowed_with: string | null;

  @ApiPropertyOptional({ description: 'True for a test token, which the developer of the application got.' })
  is_test_token?: true;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'When the application last got tokens.' })
  last_used_at: string;

  @ApiProperty({ format: 'date-time', description: 'When it ends, unless it is used before then.' })
  expires_at: string;
}

export class GrantView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  client: ClientView;

  @ApiProperty({ type: [String], example: ['notes:read'] })
  scopes: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;

  @ApiProperty({
    type: [ConnectionView],
    maxItems: MOST_CONNECTIONS,
    description:
      'The active token families: one for each code or device code exchanged. The newest first, at most 100.',
  })
  connections: ConnectionView[];

  @ApiProperty({
    type: [DelegationView],
    description:
      'Applications that act for the account by tokens exchanged for those of this grant (RFC 8693). They end with it.',
  })
  delegations: DelegationView[];
}

export class GrantListView {
  @ApiProperty({ type: [GrantView] })
  items: GrantView[];
}

export const toGrantView = (grant: ActiveGrant, resources: readonly Resource[]): GrantView => ({
  id: grant.id,
  client: toClientView(grant),
  scopes: grant.scopes.split(' '),
  created_at: new Date(grant.createdAt).toISOString(),
  last_used_at: grant.lastUsedAt === null ? null : new Date(grant.lastUsedAt).toISOString(),
  connections: grant.connections.map(toConnectionView),
  delegations: grant.delegations.map((delegated) => toDelegationView(delegated, resources)),
});

const toConnectionView = (connection: Connection): ConnectionView => ({
  id: connection.id,
  allowed_with: connection.allowedWith,
  ...(connection.isTest && { is_test_token: true }),
  created_at: new Date(connection.createdAt).toISOString(),
  last_used_at: new Date(connection.lastUsedAt).toISOString(),
  expires_at: new Date(connection.expiresAt).toISOString(),
});

const toDelegationView = (delegated: Delegated, resources: readonly Resource[]): DelegationView => ({
  client: toClientView(delegated),
  resource: {
    url: delegated.resource,
    name: resources.find(({ url }) => url === delegated.resource)?.name ?? delegated.resource,
  },
  scopes: delegated.scopes.split(' '),
  created_at: new Date(delegated.createdAt).toISOString(),
  last_used_at: new Date(delegated.lastUsedAt).toISOString(),
});
