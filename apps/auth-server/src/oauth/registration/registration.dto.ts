import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CLIENT_AUTHENTICATION_METHODS } from '../../protocol/client/authentication-methods';

/** Documents the body in OpenAPI alone; protocol/client/metadata.ts reads the body. */
export class ClientMetadataDto {
  @ApiPropertyOptional({ type: [String], description: 'Required for authorization_code.' })
  redirect_uris?: string[];

  @ApiPropertyOptional()
  client_name?: string;

  @ApiPropertyOptional({ enum: CLIENT_AUTHENTICATION_METHODS, default: 'client_secret_basic' })
  token_endpoint_auth_method?: string;

  @ApiPropertyOptional({ type: [String], default: ['authorization_code'] })
  grant_types?: string[];

  @ApiPropertyOptional({ type: [String], default: ['code'] })
  response_types?: string[];

  @ApiPropertyOptional({ description: 'Separated by spaces; absent: all scopes.' })
  scope?: string;

  @ApiPropertyOptional({ enum: ['web', 'native'], default: 'web' })
  application_type?: string;

  @ApiPropertyOptional({ type: Object })
  jwks?: object;

  @ApiPropertyOptional()
  jwks_uri?: string;
}

class LeftOutUriView {
  @ApiProperty()
  uri: string;

  @ApiProperty({ description: 'For people.' })
  reason: string;
}

export class ClientInformationView extends ClientMetadataDto {
  @ApiProperty()
  client_id: string;

  @ApiProperty({ description: 'Epoch seconds.' })
  client_id_issued_at: number;

  @ApiPropertyOptional({ description: 'Shown only once.' })
  client_secret?: string;

  @ApiPropertyOptional({ description: '0: never.' })
  client_secret_expires_at?: number;

  @ApiProperty({ description: 'For registration_client_uri.' })
  registration_access_token: string;

  @ApiProperty()
  registration_client_uri: string;

  @ApiPropertyOptional({ type: [LeftOutUriView], description: 'Were sent but not registered.' })
  redirect_uris_left_out?: LeftOutUriView[];

  @ApiPropertyOptional({ type: [LeftOutUriView], description: 'Were sent but not registered.' })
  post_logout_redirect_uris_left_out?: LeftOutUriView[];
}
