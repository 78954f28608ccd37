import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccountView } from '../../model/accounts/account.view';
import { ClientView } from '../../model/clients/client.view';
import type { LogoutParameters } from '../../protocol/logout/logout-request';

/** Documents the body in OpenAPI alone. */
export class LogoutRequestDto implements LogoutParameters {
  @ApiPropertyOptional({ description: 'An ID token of the session; it may have expired.' })
  id_token_hint?: string;

  @ApiPropertyOptional({ description: 'Where there is no hint: who asks.' })
  client_id?: string;

  @ApiPropertyOptional({ description: 'Equal, byte for byte, to a registered one.' })
  post_logout_redirect_uri?: string;

  @ApiPropertyOptional({ description: 'Returned as it came.' })
  state?: string;
}

/** What the confirmation page is drawn from. */
export class LogoutView {
  @ApiProperty({ description: 'False where the session has ended, or there was none.' })
  confirmation_required: boolean;

  @ApiPropertyOptional({ description: 'Who would be signed out.' })
  account?: AccountView;

  @ApiPropertyOptional({ type: ClientView, nullable: true, description: 'Who asks for it, where that is known.' })
  client?: ClientView | null;

  @ApiPropertyOptional({
    description:
      'With `Prefer: return=representation`: where the browser goes. Else nobody was signed in, and the person ' +
      'decides whether to follow it: show it as a button.',
  })
  redirect_to?: string;
}
