import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { AccountView } from '../../model/accounts/account.view';
import { LONGEST_TYPED } from '../../model/accounts/passwords/password-rules';

export class SignInDto {
  @ApiProperty({ format: 'email' })
  @IsString()
  @MaxLength(254)
  email: string;

  @ApiProperty({ format: 'password' })
  @IsString()
  @MaxLength(LONGEST_TYPED)
  password: string;
}

export class NewSessionView {
  @ApiProperty({ description: 'A JWT for this server only; also set as a cookie.' })
  session_token: string;

  @ApiProperty({ example: 'Bearer' })
  token_type: 'Bearer';

  @ApiProperty({ description: 'Seconds.' })
  expires_in: number;

  @ApiProperty()
  account: AccountView;
}

export class SessionView {
  @ApiProperty()
  account: AccountView;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}
