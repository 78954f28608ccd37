import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import type { FoundClient, ListedClient } from '../../model/clients/client-directory';
import type { ApplicationUse } from '../../model/usage/usage.repository';
import {
  AccountsWithAccess,
  ApplicationView,
  type ViewContext,
  toApplicationView,
} from '../applications/application.view';
import { REGISTRARS, REGISTRAR_OF, type Registrar } from '../../model/clients/client.view';
import { isoTime, isoTimeOrNull } from '../iso-time';

class OwnerView {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: String, nullable: true })
  email: string | null;
}

export class AdministeredApplicationView {
  @ApiProperty()
  client_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: ['confidential', 'public'] })
  client_type: string;

  @ApiProperty({ enum: REGISTRARS })
  registered_by: Registrar;

  @ApiProperty({ type: OwnerView, nullable: true, description: 'The account of its developer.' })
  owner: OwnerView | null;

  @ApiProperty({ type: String, nullable: true, description: 'The account whose initial access token registered it.' })
  vouched_by: string | null;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When an administrator disabled it: its developer cannot enable it.',
  })
  disabled_by_admin_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class ApplicationDetailView extends AdministeredApplicationView {
  @AccountsWithAccess()
  accounts_with_access: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Last known use by a user or with its own credentials, to the hour; null: none.',
  })
  last_used_at: string | null;

  @ApiProperty({ description: 'Its registered settings, with those that the security profile enforces.' })
  settings: ApplicationView;
}

export class ApplicationPageView {
  @ApiProperty({ type: [AdministeredApplicationView] })
  items: AdministeredApplicationView[];

  @ApiProperty({ type: String, nullable: true })
  next_cursor: string | null;
}

export class SwitchApplicationDto {
  @ApiProperty({ description: 'false: disabled until it is true again; its developer cannot enable it.' })
  @IsBoolean()
  enabled: boolean;
}

export const toAdministeredApplicationView = (client: ListedClient): AdministeredApplicationView => ({
  client_id: client.clientId,
  name: client.name,
  client_type: client.type,
  registered_by: REGISTRAR_OF[client.origin],
  owner: client.accountId === null ? null : { id: client.accountId, email: client.email },
  vouched_by: client.vouchedBy,
  enabled: Boolean(client.enabled),
  disabled_by_admin_at: isoTimeOrNull(client.disabledByAdminAt),
  created_at: isoTime(client.createdAt),
});

export function toApplicationDetailView(
  client: FoundClient,
  use: ApplicationUse | null,
  server: ViewContext,
): ApplicationDetailView {
  const lastUsedAt = Math.max(client.lastUsedAt ?? 0, use?.lastUsed ?? 0);
  return {
    ...toAdministeredApplicationView(client),
    accounts_with_access: use?.accounts ?? 0,
    last_used_at: lastUsedAt === 0 ? null : isoTime(lastUsedAt),
    settings: toApplicationView(client.stored, server),
  };
}
