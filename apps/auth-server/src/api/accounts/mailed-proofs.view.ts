import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccountView } from '../../model/accounts/account.view';

export class ProvenEmailView {
  @ApiProperty()
  account: AccountView;

  @ApiPropertyOptional({
    description:
      'Replaces the session of the call, which the first verification of an email ended; also set as a cookie.',
  })
  session_token?: string;

  @ApiPropertyOptional({ description: 'How many seconds the session token is still valid.' })
  expires_in?: number;
}
