import { ApiProperty } from '@nestjs/swagger/dist/decorators';
import type { ClientType } from '../protocol/client';
import type { ShownSecret } from './application.repository';
import type { Client } from './client.entity';

class SecretView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

export class ApplicationView {
  @ApiProperty()
  client_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: ['confidential', 'public'] })
  client_type: ClientType;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  homepage_uri: string | null;

  @ApiProperty({ type: String, nullable: true })
  logo_uri: string | null;

  @ApiProperty({ type: [String] })
  redirect_uris: string[];

  @ApiProperty({ type: [String], nullable: true, description: 'null: every scope there is, later ones too.' })
  scopes: string[] | null;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty()
  require_client_authentication: boolean;

  @ApiProperty()
  loopback_any_port: boolean;

  @ApiProperty({ description: 'Seconds; 0: every refresh token is taken once.', example: 0 })
  refresh_retry_window: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: [SecretView] })
  secrets: SecretView[];
}

export class NewApplicationView extends ApplicationView {
  @ApiProperty({ required: false, description: 'Shown this once. Public applications have none.' })
  client_secret?: string;
}

export class ApplicationListView {
  @ApiProperty({ type: [ApplicationView] })
  items: ApplicationView[];
}

export class NewSecretView extends SecretView {
  @ApiProperty({ description: 'Shown this once.' })
  client_secret: string;
}

const isoTime = (epoch: number) => new Date(epoch).toISOString();

const toSecretView = (secret: { id: string; createdAt: number; lastUsedAt: number | null }): SecretView => ({
  id: secret.id,
  created_at: isoTime(secret.createdAt),
  last_used_at: secret.lastUsedAt === null ? null : isoTime(secret.lastUsedAt),
});

export const toNewSecretView = ({ secret, ...rest }: ShownSecret): NewSecretView => ({
  ...toSecretView({ ...rest, lastUsedAt: null }),
  client_secret: secret,
});

export const toApplicationView = (client: Client): ApplicationView => ({
  client_id: client.clientId,
  name: client.name,
  client_type: client.type,
  description: client.description,
  homepage_uri: client.homepageUri,
  logo_uri: client.logoUri,
  redirect_uris: client.redirectUris.map(({ uri }) => uri),
  scopes: client.scopes,
  enabled: client.enabled,
  require_client_authentication: client.requireClientAuthentication,
  loopback_any_port: client.loopbackAnyPort,
  refresh_retry_window: client.refreshRetryWindow,
  created_at: isoTime(client.createdAt),
  secrets: client.secrets.map(toSecretView),
});
