import { ApiProperty } from '@nestjs/swagger';
import { Length, MaxLength } from 'class-validator';
import { IsName, IsShowable } from '../../platform/http/validation/is-showable';
import { IsEmailAddress } from '../accounts/mails/email-address';
import { IsNewPassword } from '../accounts/passwords/password-rules';

/** What a person says to have an account, by the API or on the page. */
export class SignUpDto {
  @ApiProperty({ format: 'email', description: 'Case is ignored.' })
  @IsShowable()
  @IsEmailAddress()
  @MaxLength(254)
  email: string;

  @ApiProperty({ minLength: 8, maxLength: 256, format: 'password' })
  @IsNewPassword()
  password: string;

  @ApiProperty({ minLength: 1, maxLength: 200 })
  @Length(1, 200)
  @IsName()
  name: string;
}
