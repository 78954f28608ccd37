import { ApiProperty } from '@nestjs/swagger';
import type { LivingGrant } from './grant.repository';

class GrantedClientView {
  @ApiProperty()
  client_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  homepage_uri: string | null;

  @ApiProperty({ type: String, nullable: true })
  logo_uri: string | null;
}

export class GrantView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  client: GrantedClientView;

  @ApiProperty({ type: [String], example: ['notes:read'] })
  scopes: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

export class GrantListView {
  @ApiProperty({ type: [GrantView] })
  items: GrantView[];
}

export const toGrantView = (grant: LivingGrant): GrantView => ({
  id: grant.id,
  client: {
    client_id: grant.clientId,
    name: grant.name,
    description: grant.description,
    homepage_uri: grant.homepageUri,
    logo_uri: grant.logoUri,
  },
  scopes: grant.scopes.split(' '),
  created_at: new Date(grant.createdAt).toISOString(),
  last_used_at: grant.lastUsedAt === null ? null : new Date(grant.lastUsedAt).toISOString(),
});
