import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { JWT_BEARER } from '../../protocol/client/assertion';
import type { Introspection } from '../../protocol/token/introspection';

/** Read by hand, strictly; this class shows it in the OpenAPI document. */
export class IntrospectionRequestDto {
  @ApiProperty({ description: 'An access token or a refresh token.' })
  token: string;

  @ApiProperty({ required: false, description: 'Taken, and not needed.' })
  token_type_hint: string;

  @ApiProperty({ required: false, description: 'Unless the client authenticates by Basic or by its key.' })
  client_id: string;

  @ApiProperty({ required: false, description: 'Unless Basic carries it.' })
  client_secret: string;

  @ApiProperty({ required: false, description: 'Of an application that proves itself by its key (RFC 7523).' })
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

  @ApiPropertyOptional({ description: "The account's id, or the application's where no account takes part." })
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

  @ApiPropertyOptional({ type: Object, description: 'The key that the token is bound to (RFC 9449).' })
  cnf?: { jkt: string };

  @ApiPropertyOptional({ type: [Object] })
  authorization_details?: unknown;

  @ApiPropertyOptional({ type: Object, description: 'Who acts for the account (RFC 8693).' })
  act?: object;
}
