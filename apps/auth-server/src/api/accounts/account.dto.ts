import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, Length, MaxLength } from 'class-validator';
import { IfPresent } from '../../platform/http/validation/if-present';
import { IsName } from '../../platform/http/validation/is-showable';
import { IsNewPassword, LONGEST_TYPED } from '../../model/accounts/passwords/password-rules';

export class ChangeAccountDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: 200 })
  @IfPresent()
  @Length(1, 200)
  @IsName()
  name?: string;

  @ApiPropertyOptional({ minLength: 8, maxLength: 256, format: 'password', description: 'Ends the other sessions.' })
  @IfPresent()
  @IsNewPassword()
  password?: string;

  @ApiPropertyOptional({
    default: false,
    description:
      'Ends the access of all applications too: every grant of the account, with its refresh tokens and codes.',
  })
  @IfPresent()
  @IsBoolean()
  end_grants?: boolean;

  @ApiPropertyOptional({ format: 'password', description: 'Required unless the account signs in at a trusted issuer.' })
  @IfPresent()
  @IsString()
  @MaxLength(LONGEST_TYPED)
  current_password?: string;
}

export class CloseAccountDto {
  @ApiPropertyOptional({ format: 'password', description: 'Required unless the account signs in at a trusted issuer.' })
  @IfPresent()
  @IsString()
  @MaxLength(LONGEST_TYPED)
  current_password?: string;
}
