import { ApiProperty } from '@nestjs/swagger';
import { ClientView, toClientView } from '../clients/client.view';
import type { ActiveGrant } from './grant.repository';

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
}

export class GrantListView {
  @ApiProperty({ type: [GrantView] })
  items: GrantView[];
}

export const toGrantView = (grant: ActiveGrant): GrantView => ({
  id: grant.id,
  client: toClientView(grant),
  scopes: grant.scopes.split(' '),
  created_at: new Date(grant.createdAt).toISOString(),
  last_used_at: grant.lastUsedAt === null ? null : new Date(grant.lastUsedAt).toISOString(),
});
