import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { TokenResponse } from './token-issuer';

/** A token response, as the OpenAPI document shows it. */
export class TokenResponseView implements TokenResponse {
  @ApiProperty({ description: 'A JWT (RFC 9068).' })
  access_token: string;

  @ApiProperty({ enum: ['Bearer', 'DPoP'] })
  token_type: 'Bearer' | 'DPoP';

  @ApiProperty({ description: 'Seconds.', example: 1_209_600 })
  expires_in: number;

  @ApiPropertyOptional({ description: 'Single-use; replaces the previous one.' })
  refresh_token?: string;

  @ApiProperty({ example: 'notes:read' })
  scope: string;

  @ApiPropertyOptional({ description: 'If `openid` is in the scope (OpenID Connect Core §2).' })
  id_token?: string;

  @ApiPropertyOptional({ type: [Object], description: 'If they were granted (RFC 9396 §7).' })
  authorization_details?: unknown;

  @ApiPropertyOptional({ description: 'For a token exchange (RFC 8693 §2.2.1).' })
  issued_token_type?: string;
}
