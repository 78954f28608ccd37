import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccountView } from '../../model/accounts/account.view';

export class ProvenEmailView {
  @ApiProperty()
  account: AccountView;

  @ApiPropertyOptional({
    description: 'In place of the session of the call, which the first proof of an e-mail ended; also set as a cookie.',
  })
  session_token?: string;

  @ApiPropertyOptional({ description: 'Seconds that the session token has left.' })
  expires_in?: number;
}
