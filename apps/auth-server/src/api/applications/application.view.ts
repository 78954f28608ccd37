import { ApiProperty } from '@nestjs/swagger';
import type { ApplicationType, ClientType } from '../../protocol/client/client';
import { membersOf } from '../../protocol/client/field-mapping';
import type { Members } from '../../protocol/client/fields';
import { type ProfileContext, underProfile } from '../../protocol/client/security-profile';
import type { ShownSecret } from '../../model/clients/registration/application.repository';
import type { LiveSecret } from '../../model/clients/registered-client';
import type { Settings } from '../../platform/config/settings';
import type { ClientAsStored } from '../../model/clients/client-rows';

const Text = (description?: string) =>
  ApiProperty({ type: String, nullable: true, ...(description !== undefined && { description }) });

const Names = (description?: string) =>
  ApiProperty({ type: [String], nullable: true, ...(description !== undefined && { description }) });

class SecretView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

export class ApplicationView implements Members<'api'> {
  @ApiProperty()
  client_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: ['confidential', 'public'] })
  client_type: ClientType;

  @Text()
  description: string | null;

  @Text()
  homepage_uri: string | null;

  @Text()
  logo_uri: string | null;

  @ApiProperty({ type: [String] })
  redirect_uris: string[];

  @Names('null: every scope there is, later ones too.')
  scopes: readonly string[] | null;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty()
  require_client_authentication: boolean;

  @ApiProperty()
  loopback_any_port: boolean;

  @ApiProperty({
    description: 'Seconds, its own or of REFRESH_RETRY_WINDOW; 0: every refresh token is taken once.',
    example: 0,
  })
  refresh_retry_window: number;

  @ApiProperty({ enum: ['web', 'native'] })
  application_type: ApplicationType;

  @ApiProperty()
  require_pkce: boolean;

  @ApiProperty()
  require_pushed_authorization_requests: boolean;

  @ApiProperty()
  require_signed_request_object: boolean;

  @ApiProperty()
  dpop_bound_access_tokens: boolean;

  @ApiProperty({ type: [String] })
  grant_types: readonly string[];

  @Names('null: nothing on its own behalf.')
  client_credentials_scopes: readonly string[] | null;

  @ApiProperty({ type: String, enum: ['fapi2'], nullable: true, description: 'null: the profile of the server.' })
  security_profile: 'fapi2' | null;

  @Text('null: the secret by Basic or in the body, if it has one.')
  token_endpoint_auth_method: string | null;

  @Text('null: every one that is taken.')
  token_endpoint_auth_signing_alg: string | null;

  @ApiProperty({ enum: ['issuer', 'any'] })
  client_assertion_audience: 'issuer' | 'any';

  @ApiProperty({ type: Object, nullable: true })
  jwks: object | null;

  @Text()
  jwks_uri: string | null;

  @Text('null: every one that is taken.')
  request_object_signing_alg: string | null;

  @ApiProperty({ type: Number, nullable: true })
  default_max_age: number | null;

  @ApiProperty()
  require_auth_time: boolean;

  @ApiProperty({ example: 'RS256' })
  id_token_signed_response_alg: string;

  @Names()
  post_logout_redirect_uris: readonly string[] | null;

  @Text()
  backchannel_logout_uri: string | null;

  @ApiProperty()
  backchannel_logout_session_required: boolean;

  @Names('null: every type there is.')
  authorization_details_types: readonly string[] | null;

  @Text()
  tos_uri: string | null;

  @Text()
  policy_uri: string | null;

  @Names()
  contacts: string[] | null;

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

class ListedSecretView extends SecretView {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its last four characters; null: it is older than hints.',
    example: 'q3Tw',
  })
  hint: string | null;
}

export class SecretListView {
  @ApiProperty({ type: [ListedSecretView] })
  items: ListedSecretView[];
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

export const toSecretListView = (secrets: readonly LiveSecret[]): SecretListView => ({
  items: secrets.map((secret) => ({ ...toSecretView(secret), hint: secret.hint })),
});

export const toNewSecretView = ({ secret, ...rest }: ShownSecret): NewSecretView => ({
  ...toSecretView({ ...rest, lastUsedAt: null }),
  client_secret: secret,
});

type ViewContext = ProfileContext & Pick<Settings, 'refreshRetryWindow'>;

/** With what the security profile in force makes of it. */
export function toApplicationView(client: ClientAsStored, server: ViewContext): ApplicationView {
  const refreshRetryWindow = client.refreshRetryWindow ?? server.refreshRetryWindow;
  const held = underProfile({ ...client, refreshRetryWindow }, server);
  const { name, description, homepage_uri, logo_uri, ...others } = membersOf('api', held);
  return {
    client_id: client.clientId,
    name,
    client_type: client.type,
    description,
    homepage_uri,
    logo_uri,
    redirect_uris: [...client.redirectUris],
    ...others,
    refresh_retry_window: held.refreshRetryWindow,
    created_at: isoTime(client.createdAt),
    secrets: client.secrets.map(toSecretView),
  };
}
