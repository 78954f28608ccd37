import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';
import type { Introspection } from '../../protocol/token/introspection';

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class IntrospectionRequestDto {
  @ApiProperty({ description: 'An access token or a refresh token.' })
  token: string;

  @ApiProperty({ required: false, description: 'Optional; it makes no difference.' })
  token_type_hint: string;

  @ApiProperty({
    required: false,
    description: 'Required unless the client authenticates by HTTP Basic or with its key.',
  })
  client_id: string;

  @ApiProperty({ required: false, description: 'Required unless HTTP Basic has it.' })
  client_secret: string;

  @ApiProperty({ required: false, description: 'For an application that authenticates with its key (RFC 7523).' })
  client_assertion: string;

  @ApiProperty({ required: false, enum: [JWT_BEARER] })
  client_assertion_type: string;
}

/** RFC 7662 §2.2. `active: false` alone for an inactive token, and for one that the caller may not see. */
export class IntrospectionView implements Introspection {
  @ApiProperty()
  active: boolean;

  @ApiPropertyOptional({ example: 'notes:read' })
  scope?: string;

  @ApiPropertyOptional()
  client_id?: string;

  @ApiPropertyOptional({ description: 'The id of the account, or of the application if no user is involved.' })
  sub?: string;

  @ApiPropertyOptional({ description: 'The resource.' })
  aud?: string;

  @ApiPropertyOptional()
  iss?: string;

  @ApiPropertyOptional({ description: 'Epoch seconds.' })
  exp?: number;

  @ApiPropertyOptional({ description: 'Epoch seconds.' })
  iat?: number;

  @ApiPropertyOptional()
  jti?: string;

  @ApiPropertyOptional({ enum: ['Bearer', 'DPoP', 'refresh_token'] })
  token_type?: 'Bearer' | 'DPoP' | 'refresh_token';

  @ApiPropertyOptional({ description: 'When the account signed in, in epoch seconds.' })
  auth_time?: number;

  @ApiPropertyOptional()
  acr?: string;

  @ApiPropertyOptional({ type: Object, description: 'The key to which the token is bound (RFC 9449).' })
  cnf?: { jkt: string };

  @ApiPropertyOptional({ type: [Object] })
  authorization_details?: unknown;

  @ApiPropertyOptional({ type: Object, description: 'The application that acts for the account (RFC 8693).' })
  act?: object;
}
