import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccountView } from '../../model/accounts/account.view';
import { ClientView } from '../../model/clients/client.view';
import type { LogoutParameters } from '../../protocol/logout/logout-request';

/** Documents the body in OpenAPI alone. */
export class LogoutRequestDto implements LogoutParameters {
  @ApiPropertyOptional({ description: 'An ID token of the session; it may have expired.' })
  id_token_hint?: string;

  @ApiPropertyOptional({ description: 'The application, if there is no hint.' })
  client_id?: string;

  @ApiPropertyOptional({ description: 'Must equal a registered one byte for byte.' })
  post_logout_redirect_uri?: string;

  @ApiPropertyOptional({ description: 'Returned unchanged.' })
  state?: string;
}

/** What the confirmation page is drawn from. */
export class LogoutView {
  @ApiProperty({ description: 'False if the session has ended or there was none.' })
  confirmation_required: boolean;

  @ApiPropertyOptional({ description: 'The account that would be signed out.' })
  account?: AccountView;

  @ApiPropertyOptional({ type: ClientView, nullable: true, description: 'The application that asks for it, if known.' })
  client?: ClientView | null;

  @ApiPropertyOptional({
    description:
      'With `Prefer: return=representation`: where the browser goes. Otherwise no user was signed in: show it as a ' +
      'button, so that the user decides whether to follow it.',
  })
  redirect_to?: string;
}
