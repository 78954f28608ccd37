import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, MaxLength } from 'class-validator';
import { IfPresent } from '../../platform/http/validation/if-present';
import { IsShowable } from '../../platform/http/validation/is-showable';
import { IsEmailAddress } from '../../model/accounts/mails/email-address';
import { IsNewPassword, LONGEST_TYPED } from '../../model/accounts/passwords/password-rules';

export class AskResetDto {
  @ApiProperty({ format: 'email' })
  @IsShowable()
  @IsEmailAddress()
  @MaxLength(254)
  email: string;
}

export class ResetPasswordDto {
  @ApiProperty({ description: 'The token of the link in the email.' })
  @IsString()
  @MaxLength(100)
  token: string;

  @ApiProperty({ minLength: 8, maxLength: 256, format: 'password' })
  @IsNewPassword()
  password: string;

  @ApiPropertyOptional({ default: false, description: 'End the access of all applications too.' })
  @IfPresent()
  @IsBoolean()
  end_grants?: boolean;
}

export class ProveEmailDto {
  @ApiProperty({ description: 'The token of the link in the email.' })
  @IsString()
  @MaxLength(100)
  token: string;

  @ApiPropertyOptional({
    format: 'password',
    description: 'The password of the account, required unless signed in as the account.',
  })
  @IfPresent()
  @IsString()
  @MaxLength(LONGEST_TYPED)
  password?: string;
}

export class ChangeEmailDto {
  @ApiProperty({ format: 'email', description: 'The new one.' })
  @IsShowable()
  @IsEmailAddress()
  @MaxLength(254)
  email: string;

  @ApiPropertyOptional({ format: 'password' })
  @IfPresent()
  @IsString()
  @MaxLength(LONGEST_TYPED)
  current_password?: string;
}

export class EmailView {
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty({ description: 'Whether an emailed link verified it.' })
  email_verified: boolean;
}
