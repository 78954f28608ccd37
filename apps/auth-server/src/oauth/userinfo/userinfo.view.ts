import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { UserinfoClaims } from '../../protocol/token/userinfo-claims';

/** OpenID Connect Core §5.3.2. */
export class UserinfoView implements UserinfoClaims {
  @ApiProperty({ description: "The account's id." })
  sub: string;

  @ApiPropertyOptional({ description: 'With the scope profile.' })
  name?: string;

  @ApiPropertyOptional({ description: 'With the scope email.' })
  email?: string;

  @ApiPropertyOptional({ description: 'With the scope email: whether the address was verified.' })
  email_verified?: boolean;
}

/** Read by hand; this class shows it in the OpenAPI document. */
export class UserinfoRequestDto {
  @ApiPropertyOptional({ description: 'If the Authorization header does not have it.' })
  access_token?: string;
}
